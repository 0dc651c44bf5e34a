package http

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/internal/chunked"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ErrLineTooLong is the error of a body in chunks whose lines about them are too long.
var ErrLineTooLong = chunked.ErrLineTooLong

// ErrBodyReadAfterClose is the error of reading a body that was closed.
var ErrBodyReadAfterClose = errors.New("http: invalid Read on closed Body")

var errTrailerEOF = errors.New("http: unexpected EOF reading trailer")

// NoBody is a body without bytes.
var NoBody = noBody{}

type noBody struct{}

func (noBody) Read([]byte) (int, error)         { return 0, io.EOF }
func (noBody) Close() error                     { return nil }
func (noBody) WriteTo(io.Writer) (int64, error) { return 0, nil }

// noEnd marks a body that lasts until the connection ends.
const noEnd = -1

// framing is how a message says where its body ends.
type framing struct {
	response   bool
	status     int
	method     string // of the request
	major      int
	minor      int
	header     Header
	chunked    bool
	length     int64 // that the message tells
	close      bool
	trailer    Header
	bodyLength int64
}

func (f *framing) atLeast(major, minor int) bool {
	return f.major > major || f.major == major && f.minor >= minor
}

// unsupportedEncoding is the error of a Transfer-Encoding that is not known.
type unsupportedEncoding struct{ text string }

func (e *unsupportedEncoding) Error() string { return e.text }

// read finds out how the body is framed.
func (f *framing) read() error {
	if f.major == 0 && f.minor == 0 {
		f.major, f.minor = 1, 1
	}
	if err := f.readEncoding(); err != nil {
		return err
	}
	length, err := f.readLength()
	if err != nil {
		return err
	}
	f.bodyLength = length
	if f.response && f.method == "HEAD" {
		if f.length, err = parseLength(f.header["Content-Length"]); err != nil {
			return err
		}
	} else {
		f.length = length
	}
	if err := f.readTrailerNames(); err != nil {
		return err
	}
	if f.response && length == noEnd && !f.chunked && hasBody(f.status) {
		f.close = true
	}
	return nil
}

// readEncoding takes Transfer-Encoding out of the header. Only chunked is known.
func (f *framing) readEncoding() error {
	values, ok := f.header["Transfer-Encoding"]
	if !ok {
		return nil
	}
	delete(f.header, "Transfer-Encoding")
	if !f.atLeast(1, 1) {
		return nil
	}
	if len(values) != 1 {
		return &unsupportedEncoding{fmt.Sprintf("too many transfer encodings: %q", values)}
	}
	if !equalFoldASCII(values[0], "chunked") {
		return &unsupportedEncoding{fmt.Sprintf("unsupported transfer encoding: %q", values[0])}
	}
	f.chunked = true
	return nil
}

// readLength is the length of the body. Lengths that contradict each other are an error, as one side might believe another
// than the other.
func (f *framing) readLength() (int64, error) {
	lengths := f.header["Content-Length"]
	if len(lengths) > 1 {
		first := textproto.TrimString(lengths[0])
		for _, l := range lengths[1:] {
			if first != textproto.TrimString(l) {
				return 0, fmt.Errorf("http: message cannot contain multiple Content-Length headers; got %q", lengths)
			}
		}
		f.header["Content-Length"] = []string{first}
		lengths = f.header["Content-Length"]
	}
	n, err := parseLength(lengths)
	if err != nil {
		return 0, err
	}
	if f.response {
		switch {
		case f.method == "HEAD":
			return 0, nil
		case f.status/100 == 1:
			return 0, nil
		case f.status == 204 || f.status == 304:
			return 0, nil
		}
	}
	switch {
	case f.chunked:
		delete(f.header, "Content-Length")
		return noEnd, nil
	case n >= 0:
		return n, nil
	}
	delete(f.header, "Content-Length")
	if f.response {
		return noEnd, nil
	}
	return 0, nil
}

func parseLength(values []string) (int64, error) {
	if len(values) == 0 {
		return -1, nil
	}
	text := textproto.TrimString(values[0])
	if text == "" {
		return 0, badString("invalid empty Content-Length", text)
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, badString("bad Content-Length", text)
	}
	return int64(n), nil
}

// isFramingKey tells whether a trailer must not have a key.
func isFramingKey(key string) bool {
	return key == "Transfer-Encoding" || key == "Trailer" || key == "Content-Length"
}

func (f *framing) readTrailerNames() error {
	lists, ok := f.header["Trailer"]
	if !ok || !f.chunked {
		return nil
	}
	delete(f.header, "Trailer")
	trailer := make(Header)
	for _, list := range lists {
		for key := range strings.SplitSeq(list, ",") {
			if key = textproto.TrimString(key); key == "" {
				continue
			}
			key = CanonicalHeaderKey(key)
			if isFramingKey(key) {
				return badString("bad trailer key", key)
			}
			trailer[key] = nil
		}
	}
	if len(trailer) > 0 {
		f.trailer = trailer
	}
	return nil
}

func hasBody(status int) bool {
	return status/100 != 1 && status != 204 && status != 304
}

// body makes what reads the body. The trailer goes where set puts it.
func (f *framing) body(r *bufio.Reader, set func(Header)) io.ReadCloser {
	switch {
	case f.chunked:
		if f.response && (f.method == "HEAD" || !hasBody(f.status)) {
			return NoBody
		}
		return &body{src: chunked.NewReader(r), trailer: set, r: r, closing: f.close}
	case f.bodyLength == 0:
		return NoBody
	case f.bodyLength > 0:
		return &body{src: io.LimitReader(r, f.bodyLength), closing: f.close}
	case f.close:
		return &body{src: r, closing: true}
	}
	return NoBody
}

func (f *framing) encodings() []string {
	if f.chunked {
		return []string{"chunked"}
	}
	return nil
}

// wantsClose tells whether the connection is to be closed after a message.
func wantsClose(major, minor int, h Header) bool {
	if major < 1 {
		return true
	}
	if major == 1 && minor == 0 {
		return hasListed(h["Connection"], "close") || !hasListed(h["Connection"], "keep-alive")
	}
	return hasListed(h["Connection"], "close")
}

// maxDiscard is how much a server reads of what a handler left of a body.
const maxDiscard = 256 << 10

// body reads the body of a message, and what follows it.
type body struct {
	src      io.Reader
	trailer  func(Header)  // nil without chunks
	r        *bufio.Reader // that has the trailer
	closing  bool          // whether the connection closes after it
	early    bool          // whether Close leaves a long rest unread
	earlied  bool          // and has done so
	sawEnd   bool
	closed   bool
	endError error
	onEnd    func()
}

func (b *body) Read(p []byte) (int, error) {
	if b.closed {
		return 0, ErrBodyReadAfterClose
	}
	return b.read(p)
}

func (b *body) read(p []byte) (int, error) {
	if b.sawEnd {
		return 0, io.EOF
	}
	n, err := b.src.Read(p)
	limited, _ := b.src.(*io.LimitedReader)
	if err == io.EOF {
		b.sawEnd = true
		if b.trailer != nil {
			if e := b.readTrailer(); e != nil {
				// What follows on the connection is not known: nothing more can be read.
				err, b.endError = e, e
				b.sawEnd, b.closed = false, true
			}
			b.trailer = nil
		} else if limited != nil && limited.N > 0 {
			err = io.ErrUnexpectedEOF
			b.endError = err
		}
	}
	if err == nil && n > 0 && limited != nil && limited.N == 0 {
		// The end is told with the last bytes, so that the connection is free at once.
		err, b.sawEnd = io.EOF, true
	}
	if b.sawEnd && b.onEnd != nil {
		end := b.onEnd
		b.onEnd = nil
		end()
	}
	return n, err
}

// readTrailer reads the lines after the last chunk. They must be in the buffer as a whole.
func (b *body) readTrailer() error {
	start, err := b.r.Peek(2)
	if string(start) == "\r\n" {
		b.r.Discard(2)
		return nil
	}
	if len(start) < 2 {
		return errTrailerEOF
	}
	if err != nil {
		return err
	}
	if !endsInBuffer(b.r) {
		return errors.New("http: suspiciously long trailer after chunked body")
	}
	h, err := readFields(textproto.NewReader(b.r))
	if err != nil {
		if err == io.EOF {
			return errTrailerEOF
		}
		return err
	}
	b.trailer(h)
	return nil
}

// endsInBuffer tells whether an empty line comes before the buffer is full.
func endsInBuffer(r *bufio.Reader) bool {
	for size := 4; ; size++ {
		have, err := r.Peek(size)
		if bytes.HasSuffix(have, []byte("\r\n\r\n")) {
			return true
		}
		if err != nil {
			return false
		}
		// What is there already need not be asked for byte by byte.
		all, _ := r.Peek(r.Buffered())
		if i := bytes.Index(all, []byte("\r\n\r\n")); i >= 0 {
			return true
		}
		size = max(size, len(all))
	}
}

func (b *body) Close() error {
	if b.closed {
		return nil
	}
	var err error
	switch {
	case b.sawEnd:
	case b.trailer == nil && b.closing:
		// The connection ends anyway.
	case b.early:
		if l, ok := b.src.(*io.LimitedReader); ok && l.N > maxDiscard {
			b.earlied = true
			break
		}
		n, e := io.CopyN(io.Discard, readerFunc(b.read), maxDiscard)
		if e == io.EOF {
			e = nil
		}
		if err = e; n == maxDiscard {
			b.earlied = true
		}
	default:
		_, err = io.Copy(io.Discard, readerFunc(b.read))
	}
	b.closed = true
	return err
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// outgoing writes how a message is framed, and its body.
type outgoing struct {
	method       string
	body         io.Reader
	closer       io.Closer
	toHEAD       bool
	length       int64 // noEnd where it is not known
	close        bool
	chunked      bool
	identity     bool
	header       Header
	trailer      Header
	response     bool
	flushHeaders bool // whether the body may take long
}

type probed struct {
	b   []byte
	err error
}

// usuallyBare tells whether requests with a method tend not to have a body.
func usuallyBare(method string) bool {
	switch method {
	case "GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND", "SEARCH":
		return true
	}
	return false
}

// chooseFraming decides whether a request of unknown length is sent in chunks. Where bodies are unusual, it looks whether there
// is one at all.
func (o *outgoing) chooseFraming() {
	if o.length >= 0 || o.body == nil || o.method == "CONNECT" {
		return
	}
	if usuallyBare(o.method) {
		o.probeBody()
		if o.body == nil {
			return
		}
	}
	o.chunked = true
}

// probeTime is how long a body may take to show that it is there.
const probeTime = 200 * time.Millisecond

// probeBody waits for a byte. A body that takes longer has one, and is waited for once the header is sent.
func (o *outgoing) probeBody() {
	first := make(chan probed, 1)
	go func(body io.Reader) {
		var b [1]byte
		n, err := body.Read(b[:])
		first <- probed{b[:n], err}
	}(o.body)
	late := time.NewTimer(probeTime)
	defer late.Stop()
	select {
	case p := <-first:
		if len(p.b) == 0 && p.err == io.EOF {
			o.body = nil
			o.length = 0
			return
		}
		if p.err == io.EOF {
			o.body = bytes.NewReader(p.b)
		} else if p.err != nil {
			o.body = io.MultiReader(bytes.NewReader(p.b), failing{p.err})
		} else {
			o.body = io.MultiReader(bytes.NewReader(p.b), o.body)
		}
	case <-late.C:
		o.body = io.MultiReader(&lateByte{first: first}, o.body)
		o.flushHeaders = true
	}
}

// lateByte is the byte that was waited for too long.
type lateByte struct {
	first chan probed
	got   *probed
}

func (l *lateByte) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if l.got == nil {
		got := <-l.first
		l.got = &got
	}
	n := copy(p, l.got.b)
	l.got.b = l.got.b[n:]
	if l.got.err != nil {
		return n, l.got.err
	}
	if n > 0 {
		return n, nil
	}
	return 0, io.EOF
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// settle is called once the framing is chosen.
func (o *outgoing) settle() {
	if o.chunked {
		o.length = noEnd
	} else {
		o.trailer = nil
	}
}

func (o *outgoing) tellsLength() bool {
	switch {
	case o.chunked || o.length < 0:
		return false
	case o.length > 0:
		return true
	case o.method == "POST" || o.method == "PUT" || o.method == "PATCH":
		return true
	case o.identity:
		return o.method != "GET" && o.method != "HEAD"
	}
	return false
}

// writeHeader writes the lines about the framing.
func (o *outgoing) writeHeader(w io.Writer, wrote func(key string, values []string)) error {
	var b []byte
	line := func(key, value string) {
		b = append(b, key+": "+value+"\r\n"...)
		if wrote != nil {
			wrote(key, []string{value})
		}
	}
	if o.close && !hasListed(o.header["Connection"], "close") {
		line("Connection", "close")
	}
	if o.tellsLength() {
		line("Content-Length", strconv.FormatInt(o.length, 10))
	} else if o.chunked {
		line("Transfer-Encoding", "chunked")
	}
	if o.trailer != nil {
		keys := make([]string, 0, len(o.trailer))
		for key := range o.trailer {
			key = CanonicalHeaderKey(key)
			if isFramingKey(key) {
				return badString("invalid Trailer key", key)
			}
			keys = append(keys, key)
		}
		if len(keys) > 0 {
			slices.Sort(keys)
			line("Trailer", strings.Join(keys, ","))
		}
	}
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}

// isMemory tells whether a body is read without waiting.
func isMemory(r io.Reader) bool {
	switch r.(type) {
	case *bytes.Reader, *bytes.Buffer, *strings.Reader, noBody:
		return true
	}
	return false
}

// readFailure is an error of the body, not of the connection.
type readFailure struct{ error }

func (e readFailure) Unwrap() error { return e.error }

// bodyReader tells errors of a body from those of what it is copied to.
type bodyReader struct{ r io.Reader }

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		err = readFailure{err}
	}
	return n, err
}

func (o *outgoing) writeBody(w io.Writer) (err error) {
	closed := false
	defer func() {
		if o.closer != nil && !closed {
			if e := o.closer.Close(); e != nil && err == nil {
				err = e
			}
		}
	}()
	var n int64
	if !o.toHEAD && o.body != nil {
		src := bodyReader{o.body}
		switch {
		case o.chunked:
			if buffered, ok := w.(*bufio.Writer); ok && !o.response {
				w = &chunked.FlushAfterChunk{Writer: buffered}
			}
			cw := chunked.NewWriter(w)
			if _, err = io.Copy(cw, src); err == nil {
				err = cw.Close()
			}
		case o.length == noEnd:
			if o.method == "CONNECT" {
				w = &promptWriter{w}
			}
			n, err = io.Copy(w, src)
		default:
			n, err = io.Copy(w, io.LimitReader(src, o.length))
			if err == nil {
				var more int64
				more, err = io.Copy(io.Discard, src)
				n += more
			}
		}
		if err != nil {
			return err
		}
	}
	if o.closer != nil {
		closed = true
		if err := o.closer.Close(); err != nil {
			return err
		}
	}
	if !o.toHEAD && o.length != noEnd && o.length != n {
		return fmt.Errorf("http: ContentLength=%d with Body length %d", o.length, n)
	}
	if !o.chunked || o.toHEAD {
		return nil
	}
	if o.trailer != nil {
		if err := o.trailer.Write(w); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\r\n")
	return err
}

// promptWriter flushes what it has written.
type promptWriter struct{ w io.Writer }

func (p *promptWriter) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	if f, ok := p.w.(interface{ Flush() error }); ok && err == nil {
		err = f.Flush()
	}
	return n, err
}
