package http

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http/internal/chunked"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// TrailerPrefix marks keys of the header of a ResponseWriter that are sent after the body.
const TrailerPrefix = "Trailer:"

// response is the ResponseWriter of a server.
type response struct {
	conn        *conn
	req         *Request
	in          *body // of the request, if it has bytes
	cancel      context.CancelFunc
	header      Header // the handler's
	sent        Header // as it was when WriteHeader was called
	w           *bufio.Writer
	status      int
	length      int64 // that the handler tells, -1 where it does not
	written     int64
	wroteHeader bool
	given       bool // whether the handler has the header, and may change it at any time
	sentHeader  bool
	chunked     bool
	closeAfter  bool
	done        bool // whether the handler has returned
	keepAlive10 bool // whether a client of HTTP/1.0 wants the connection to stay
	wantsClose  bool
	tooLarge    bool // whether the body was cut off by MaxBytesReader
	fullDuplex  bool
	trailers    []string
	mayContinue bool // whether the client waits for 100 Continue
	continued   *expectReader
}

// expectReader lets the client send its body once it is read.
type expectReader struct {
	w      *response
	r      io.ReadCloser
	closed bool
	sawEnd bool
	asked  bool // whether the client was told to send it
}

func (e *expectReader) Read(p []byte) (int, error) {
	if e.closed {
		return 0, ErrBodyReadAfterClose
	}
	if e.w.mayContinue {
		e.w.mayContinue = false
		e.asked = true
		e.w.conn.bw.WriteString("HTTP/1.1 100 Continue\r\n\r\n")
		e.w.conn.bw.Flush()
	}
	n, err := e.r.Read(p)
	if err == io.EOF {
		e.sawEnd = true
	}
	return n, err
}

// Close does not wait for a body that the client was not told to send.
func (e *expectReader) Close() error {
	e.closed = true
	if !e.asked {
		e.w.closeAfter = true
		return nil
	}
	return e.r.Close()
}

func (w *response) noContinue() { w.mayContinue = false }

// body is what reads the request's body from the connection.
func (w *response) body() *body { return w.in }

// checkExpect answers a header Expect, and tells whether to go on.
func (w *response) checkExpect() bool {
	expect := w.req.Header.get("Expect")
	switch {
	case hasListed(w.req.Header["Expect"], "100-continue"):
		if w.req.ProtoAtLeast(1, 1) && w.req.ContentLength != 0 {
			w.mayContinue = true
			w.continued = &expectReader{w: w, r: w.req.Body}
			w.req.Body = w.continued
		}
	case expect != "":
		w.Header().Set("Connection", "close")
		w.WriteHeader(StatusExpectationFailed)
		w.finish()
		return false
	}
	return true
}

// Header is the handler's to change until it is sent, and for trailers after that.
func (w *response) Header() Header {
	if w.wroteHeader && !w.sentHeader && w.sent == nil {
		w.sent = w.header.Clone()
	}
	w.given = true
	return w.header
}

// callerPlace is the function outside of this package that made a call.
func callerPlace() string {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "net/http.") || !more {
			return fmt.Sprintf("%s (%s:%d)", frame.Function, path.Base(frame.File), frame.Line)
		}
	}
}

func (w *response) WriteHeader(code int) {
	if w.conn.hijacked {
		w.conn.server.logf("http: response.WriteHeader on hijacked connection from %s", callerPlace())
		return
	}
	if w.wroteHeader {
		w.conn.server.logf("http: superfluous response.WriteHeader call from %s", callerPlace())
		return
	}
	checkCode(code)
	if code < 101 || 101 < code && code < 200 {
		w.inform(code)
		return
	}
	if code == 101 {
		w.noContinue()
	}
	w.wroteHeader, w.status = true, code
	if text := w.header.get("Content-Length"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err == nil && n >= 0 {
			w.length = n
		} else {
			w.conn.server.logf("http: invalid Content-Length of %q", text)
			w.header.Del("Content-Length")
		}
	}
	if w.given {
		// What is sent is what it is now.
		w.sent = w.header.Clone()
	}
	for _, list := range w.header["Trailer"] {
		for key := range strings.SplitSeq(list, ",") {
			key = CanonicalHeaderKey(strings.Trim(key, " \t"))
			if isToken(key) && !isFramingKey(key) {
				w.trailers = append(w.trailers, key)
			}
		}
	}
}

// inform sends a header before the real one.
func (w *response) inform(code int) {
	if code == 100 {
		w.noContinue()
	}
	bw := w.conn.bw
	bw.WriteString(statusLine(w.req.ProtoAtLeast(1, 1), code))
	w.header.writeLines(bw, func(key string) bool {
		return key == "Content-Length" || key == "Transfer-Encoding"
	}, nil)
	bw.WriteString("\r\n")
	bw.Flush()
}

func (w *response) Write(data []byte) (int, error) {
	return w.write(len(data), func() (int, error) { return w.w.Write(data) })
}

func (w *response) WriteString(data string) (int, error) {
	return w.write(len(data), func() (int, error) { return w.w.WriteString(data) })
}

func (w *response) write(size int, do func() (int, error)) (int, error) {
	if w.conn.hijacked {
		if size > 0 {
			w.conn.server.logf("http: response.Write on hijacked connection from %s", callerPlace())
		}
		return 0, ErrHijacked
	}
	w.noContinue()
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	if size == 0 {
		return 0, nil
	}
	if !hasBody(w.status) {
		return 0, ErrBodyNotAllowed
	}
	w.written += int64(size)
	if w.length != -1 && w.written > w.length {
		return 0, ErrContentLength
	}
	return do()
}

// requestTooLarge is called by MaxBytesReader.
func (w *response) requestTooLarge() {
	w.closeAfter, w.tooLarge = true, true
	if !w.wroteHeader {
		w.Header().Set("Connection", "close")
	}
}

// bodyWriter writes what the buffer of a response does not hold.
type bodyWriter response

func (b *bodyWriter) Write(p []byte) (int, error) {
	w := (*response)(b)
	if !w.sentHeader {
		w.sendHeader(p)
	}
	if w.req.Method == "HEAD" {
		return len(p), nil
	}
	bw := w.conn.bw
	if w.chunked {
		if _, err := fmt.Fprintf(bw, "%x\r\n", len(p)); err != nil {
			w.conn.rwc.Close()
			return 0, err
		}
	}
	n, err := bw.Write(p)
	if w.chunked && err == nil {
		_, err = bw.WriteString("\r\n")
	}
	if err != nil {
		w.conn.rwc.Close()
	}
	return n, err
}

// Flush sends what was written so far.
func (w *response) Flush() { w.FlushError() }

// FlushError is Flush with its error.
func (w *response) FlushError() error {
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	err := w.w.Flush()
	if !w.sentHeader {
		w.sendHeader(nil)
	}
	if e := w.conn.bw.Flush(); err == nil {
		err = e
	}
	return err
}

// fields are those that the server adds, in this order.
type fields struct{ date, length, kind, connection, encoding string }

func (f *fields) String() string {
	s := ""
	for _, line := range [...][2]string{
		{"Date", f.date}, {"Content-Length", f.length}, {"Content-Type", f.kind},
		{"Connection", f.connection}, {"Transfer-Encoding", f.encoding},
	} {
		if line[1] != "" {
			s += line[0] + ": " + line[1] + "\r\n"
		}
	}
	return s
}

// sendHeader decides how the body is framed and sends the header. The first bytes of the body are known.
func (w *response) sendHeader(p []byte) {
	w.sentHeader = true
	own := w.sent == nil
	if own {
		w.sent = w.header
	}
	h := w.sent
	left := map[string]bool{} // that the header has and are not sent
	drop := func(key string) {
		if _, ok := h[key]; ok {
			left[key] = true
		}
	}
	var add fields
	trailers := len(w.trailers) > 0
	for key := range h {
		if strings.HasPrefix(key, TrailerPrefix) {
			left[key] = true
			trailers = true
		}
	}
	encoding := h.get("Transfer-Encoding")
	isHEAD := w.req.Method == "HEAD"
	// A short response is in the buffer as a whole.
	_, hasLength := h["Content-Length"]
	if w.done && !trailers && encoding == "" && hasBody(w.status) && !hasLength && (!isHEAD || len(p) > 0) {
		w.length = int64(len(p))
		add.length = strconv.Itoa(len(p))
	}
	w.decideClose(h, &add, isHEAD)
	w.readRest(&add, drop)
	if hasBody(w.status) {
		_, typed := h["Content-Type"]
		if h.get("Content-Encoding") == "" && !typed && encoding == "" && len(p) > 0 {
			add.kind = DetectContentType(p)
		}
	} else {
		for _, key := range suppressed(w.status) {
			drop(key)
		}
	}
	if _, ok := h["Date"]; !ok {
		add.date = time.Now().UTC().Format(TimeFormat)
	}
	w.decideFraming(encoding, isHEAD, &add, drop)
	if !w.req.ProtoAtLeast(1, 0) {
		return
	}
	switches := w.status == StatusSwitchingProtocols && hasListed(h["Connection"], "Upgrade") && h.get("Upgrade") != ""
	if w.closeAfter && !switches && (!w.conn.server.keepsAlive() || !hasListed(h["Connection"], "close")) {
		drop("Connection")
		add.connection = ""
		if w.req.ProtoAtLeast(1, 1) {
			add.connection = "close"
		}
	}
	bw := w.conn.bw
	bw.WriteString(statusLine(w.req.ProtoAtLeast(1, 1), w.status))
	h.writeLines(bw, func(key string) bool { return left[key] }, nil)
	bw.WriteString(add.String())
	bw.WriteString("\r\n")
}

// suppressed are the keys that make no sense without a body.
func suppressed(status int) []string {
	if status == StatusNotModified {
		return []string{"Content-Type", "Content-Length", "Transfer-Encoding"}
	}
	return []string{"Content-Length", "Transfer-Encoding"}
}

// decideClose decides whether the connection ends after the response.
func (w *response) decideClose(h Header, add *fields, isHEAD bool) {
	keeps := w.conn.server.keepsAlive()
	known := w.length != -1
	if w.keepAlive10 && keeps && (isHEAD || known || !hasBody(w.status)) {
		if _, ok := h["Connection"]; !ok {
			add.connection = "keep-alive"
		}
	} else if !w.req.ProtoAtLeast(1, 1) || w.wantsClose {
		w.closeAfter = true
	}
	if h.get("Connection") == "close" || !keeps {
		w.closeAfter = true
	}
	if w.continued != nil && !w.continued.sawEnd {
		// What comes next on the connection may be the body or not.
		w.closeAfter = true
	}
}

// readRest reads what the handler has left of the body, as clients may not read before they have sent it all.
func (w *response) readRest(add *fields, drop func(key string)) {
	if w.req.ContentLength == 0 || w.closeAfter || w.fullDuplex {
		return
	}
	tooMuch := false
	if in := w.in; in != nil {
		limited, _ := in.src.(*io.LimitedReader)
		switch {
		case in.closed:
			w.closeAfter = w.closeAfter || !in.sawEnd
			return
		case limited != nil && limited.N >= maxDiscard:
			tooMuch = true
		}
	}
	if !tooMuch {
		var from io.Reader = w.req.Body
		if w.in != nil {
			from = w.in
		}
		_, err := io.CopyN(io.Discard, from, maxDiscard+1)
		switch {
		case err == nil:
			tooMuch = true
		case err == io.EOF:
			if w.in != nil && w.in.Close() != nil {
				w.closeAfter = true
			}
		default:
			w.closeAfter = true
		}
	}
	if tooMuch {
		w.closeAfter, w.tooLarge = true, true
		drop("Connection")
		add.connection = "close"
	}
}

func (w *response) decideFraming(encoding string, isHEAD bool, add *fields, drop func(key string)) {
	known := w.length != -1
	if known && encoding != "" && encoding != "identity" {
		w.conn.server.logf("http: WriteHeader called with both Transfer-Encoding of %q and a Content-Length of %d",
			encoding, w.length)
		drop("Content-Length")
		known = false
	}
	switch {
	case isHEAD || !hasBody(w.status):
		drop("Transfer-Encoding")
	case known:
		drop("Transfer-Encoding")
	case !w.req.ProtoAtLeast(1, 1):
		w.closeAfter = true
		drop("Transfer-Encoding")
	case encoding == "identity":
		w.closeAfter = true
		drop("Transfer-Encoding")
	default:
		w.chunked = true
		add.encoding = "chunked"
		if encoding == "chunked" {
			drop("Transfer-Encoding")
		}
		drop("Content-Length")
	}
}

// trailer are the lines after the body.
func (w *response) trailer() Header {
	t := make(Header)
	for key, values := range w.header {
		if name, ok := strings.CutPrefix(key, TrailerPrefix); ok {
			t[name] = values
		}
	}
	for _, key := range w.trailers {
		if values := w.header.Values(key); len(values) > 0 {
			t[key] = append(t[key], slices.Clone(values)...)
		}
	}
	return t
}

// finish is called after the handler.
func (w *response) finish() {
	w.done = true
	if !w.wroteHeader {
		w.WriteHeader(StatusOK)
	}
	w.w.Flush()
	if !w.sentHeader {
		w.sendHeader(nil)
	}
	if w.chunked && w.req.Method != "HEAD" {
		bw := w.conn.bw
		(&chunked.Writer{Wire: bw}).Close()
		w.trailer().Write(bw)
		bw.WriteString("\r\n")
	}
	w.conn.bw.Flush()
	w.conn.r.abort()
	if w.in != nil && (w.continued == nil || w.continued.asked) {
		w.in.Close()
	}
	if w.req.MultipartForm != nil {
		w.req.MultipartForm.RemoveAll()
	}
}

// reusable tells whether another request may come on the connection.
func (w *response) reusable() bool {
	switch {
	case w.closeAfter:
		return false
	case w.req.Method != "HEAD" && w.length != -1 && hasBody(w.status) && w.length != w.written:
		return false // The client waits for more.
	case w.conn.werr != nil:
		return false
	case w.in != nil && (w.in.earlied || w.in.endError != nil):
		return false // What comes next on the connection is not known.
	}
	return true
}

// Hijack hands the connection over, with what was read ahead.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if w.done {
		panic("net/http: Hijack called after ServeHTTP finished")
	}
	c := w.conn
	w.noContinue()
	if w.wroteHeader {
		w.w.Flush()
		if !w.sentHeader {
			w.sendHeader(nil)
		}
		c.bw.Flush()
	}
	if c.hijacked {
		return nil, nil, ErrHijacked
	}
	c.r.abort()
	c.hijacked = true
	c.rwc.SetDeadline(time.Time{})
	if c.r.hasByte {
		c.br.Peek(c.br.Buffered() + 1)
	}
	c.setState(StateHijacked, true)
	return c.rwc, bufio.NewReadWriter(c.br, bufio.NewWriter(c.rwc)), nil
}

// CloseNotify sends when the client has gone.
func (w *response) CloseNotify() <-chan bool {
	if w.done {
		panic("net/http: CloseNotify called after ServeHTTP finished")
	}
	r := w.conn.r
	if r.notify == nil {
		r.notify = make(chan bool, 1)
		if r.gone {
			r.notify <- true
		}
	}
	return r.notify
}

// SetReadDeadline is for ResponseController.
func (w *response) SetReadDeadline(deadline time.Time) error {
	return w.conn.rwc.SetReadDeadline(deadline)
}

// SetWriteDeadline is for ResponseController.
func (w *response) SetWriteDeadline(deadline time.Time) error {
	return w.conn.rwc.SetWriteDeadline(deadline)
}

// EnableFullDuplex is for ResponseController.
func (w *response) EnableFullDuplex() error {
	w.fullDuplex = true
	return nil
}
