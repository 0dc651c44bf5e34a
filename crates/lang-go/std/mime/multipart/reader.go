// Package multipart reads and writes bodies of several parts, as mails and forms of web pages have them.
package multipart

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"internal/mimeheader"
	"internal/rt"
	"internal/setting"
	"io"
	"math"
	"mime"
	"mime/quotedprintable"
	"net/textproto"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	// What NextPart allows a header to have.
	maxHeaderBytes = 10 << 20
	// The end of a part is found if the boundary fits into the buffer; lines between parts have to fit as well.
	bufferSize = 4096
)

// Part is a header and a body, which reads until the next part.
type Part struct {
	Header textproto.MIMEHeader

	mr          *Reader
	body        io.Reader
	disposition string // parsed together with its parameters when it is first needed
	params      map[string]string
	ready       int   // bytes in the buffer that belong to the body
	err         error // after these
	total       int64 // bytes read
}

// FormName is the name of the field of a form; empty for a part of something else.
func (p *Part) FormName() string {
	if p.params == nil {
		p.parseDisposition()
	}
	if p.disposition != "form-data" {
		return ""
	}
	return p.params["name"]
}

// FileName is the last element of the name that the header states.
func (p *Part) FileName() string {
	if p.params == nil {
		p.parseDisposition()
	}
	name := p.params["filename"]
	if name == "" {
		return ""
	}
	return filepath.Base(name)
}

func (p *Part) parseDisposition() {
	var err error
	p.disposition, p.params, err = mime.ParseMediaType(p.Header.Get("Content-Disposition"))
	if err != nil {
		p.params = map[string]string{}
	}
}

// Read reads the body.
func (p *Part) Read(d []byte) (n int, err error) { return p.body.Read(d) }

// Close skips the rest of the body.
func (p *Part) Close() error {
	io.Copy(io.Discard, p)
	return nil
}

// rawBody reads the body as it was sent.
type rawBody struct{ p *Part }

func (b rawBody) Read(d []byte) (n int, err error) {
	p := b.p
	r := p.mr.r
	for p.ready == 0 && p.err == nil {
		seen, _ := r.Peek(r.Buffered())
		var end bool
		p.ready, end = p.mr.bodyIn(seen, p.total == 0, p.mr.err)
		switch {
		case end:
			p.err = io.EOF
		case p.ready == 0 && p.mr.err != nil:
			p.err = p.mr.err
		case p.ready == 0:
			_, p.mr.err = r.Peek(len(seen) + 1)
			if p.mr.err == io.EOF {
				p.mr.err = io.ErrUnexpectedEOF
			}
		}
	}
	if p.ready == 0 {
		return 0, p.err
	}
	n, _ = r.Read(d[:min(len(d), p.ready)])
	p.total += int64(n)
	p.ready -= n
	if p.ready == 0 {
		err = p.err
	}
	return n, err
}

// Reader reads parts.
type Reader struct {
	r       *bufio.Reader
	current *Part
	count   int
	err     error // of the underlying reader, met while a body was read

	newline string // \r\n, or \n if the first boundary ends with that
	dashed  string // -- and the boundary
	mark    string // newline and dashed
}

func NewReader(r io.Reader, boundary string) *Reader {
	dashed := "--" + boundary
	return &Reader{r: bufio.NewReaderSize(r, bufferSize), newline: "\r\n", dashed: dashed, mark: "\r\n" + dashed}
}

type verdict int

const (
	isBoundary verdict = iota
	noBoundary
	undecided
)

// follows judges by what follows a dashed boundary whether it is one, and not the start of a longer text.
func follows(rest string, final bool) verdict {
	if len(rest) == 0 {
		if final {
			return isBoundary
		}
		return undecided
	}
	switch rest[0] {
	case ' ', '\t', '\r', '\n':
		return isBoundary
	case '-':
		if len(rest) > 1 {
			if rest[1] == '-' {
				return isBoundary
			}
			return noBoundary
		}
		if !final {
			return undecided
		}
	}
	return noBoundary
}

// bodyIn tells how many bytes of what is in the buffer surely belong to a body, and whether a boundary follows them. At the
// start of a body the boundary needs no newline. An error means that there is no more to come.
func (r *Reader) bodyIn(buffer []byte, start bool, err error) (n int, end bool) {
	final := err != nil
	seen := rt.ViewString(buffer)
	if start {
		if rest, ok := strings.CutPrefix(seen, r.dashed); ok {
			switch follows(rest, final) {
			case isBoundary:
				return 0, true
			case noBoundary:
				return len(r.dashed), false
			}
			return 0, false
		}
		if strings.HasPrefix(r.dashed, seen) {
			return 0, false
		}
	}
	if i := strings.Index(seen, r.mark); i >= 0 {
		switch follows(seen[i+len(r.mark):], final) {
		case isBoundary:
			return i, true
		case noBoundary:
			return i + len(r.mark), false
		}
		return i, false
	}
	// The boundary may have begun. What looks so at the end of the input is lost, as in Go.
	if i := strings.LastIndexByte(seen, r.mark[0]); i >= 0 && strings.HasPrefix(r.mark, seen[i:]) {
		return i, false
	}
	return len(seen), false
}

// NextPart gives the next part, decoded if it is quoted-printable; io.EOF if there are no more.
func (r *Reader) NextPart() (*Part, error) { return r.next(false, maxHeaderBytes, maxHeaders()) }

// NextRawPart gives the next part as it was sent.
func (r *Reader) NextRawPart() (*Part, error) { return r.next(true, maxHeaderBytes, maxHeaders()) }

// A header may have so many entries, and a form so many parts, if no setting says something else.
func maxHeaders() int64 { return limit("multipartmaxheaders", 10000) }
func maxParts() int64   { return limit("multipartmaxparts", 1000) }

// limit is the number that a setting has, or else a usual one.
func limit(name string, usual int64) int64 {
	if n, err := strconv.ParseInt(setting.Get(name), 10, 64); err == nil && n >= 0 {
		return n
	}
	return usual
}

func (r *Reader) next(raw bool, bytes, headers int64) (*Part, error) {
	if r.current != nil {
		r.current.Close()
	}
	if r.dashed == "--" {
		return nil, errors.New("multipart: boundary is empty")
	}
	ended := false // the newline after a body was read
	for {
		line, err := r.r.ReadSlice('\n')
		text := string(line)
		if err == io.EOF && r.isLast(text) {
			return nil, io.EOF
		}
		if err != nil {
			return nil, fmt.Errorf("multipart: NextPart: %w", err)
		}
		switch {
		case r.isDelimiter(text):
			r.count++
			return r.newPart(raw, bytes, headers)
		case r.isLast(text):
			return nil, io.EOF
		case ended:
			return nil, fmt.Errorf("multipart: expecting a new Part; got line %q", text)
		case r.count == 0:
			// What precedes the first boundary does not count.
		case text == r.newline:
			ended = true
		default:
			return nil, fmt.Errorf("multipart: unexpected line in Next(): %q", text)
		}
	}
}

func (r *Reader) isLast(line string) bool {
	rest, ok := strings.CutPrefix(line, r.dashed+"--")
	rest = strings.TrimLeft(rest, " \t")
	return ok && (rest == "" || rest == r.newline)
}

func (r *Reader) isDelimiter(line string) bool {
	rest, ok := strings.CutPrefix(line, r.dashed)
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, " \t")
	if r.count == 0 && rest == "\n" {
		r.newline, r.mark = "\n", "\n"+r.dashed
	}
	return rest == r.newline
}

func (r *Reader) newPart(raw bool, bytes, headers int64) (*Part, error) {
	p := &Part{mr: r}
	h, err := mimeheader.Read(r.r, bytes, headers)
	if problem, ok := err.(mimeheader.Malformed); ok {
		err = textproto.ProtocolError(problem)
	}
	if err == mimeheader.ErrTooLarge {
		err = ErrMessageTooLarge
	}
	if err != nil {
		return nil, err
	}
	p.Header = h
	p.body = rawBody{p}
	const encoding = "Content-Transfer-Encoding"
	if !raw && strings.EqualFold(p.Header.Get(encoding), "quoted-printable") {
		p.Header.Del(encoding)
		p.body = quotedprintable.NewReader(p.body)
	}
	r.current = p
	return p, nil
}

// ErrMessageTooLarge is the error of ReadForm where a limit does not suffice.
var ErrMessageTooLarge = errors.New("multipart: message too large")

// Form is what a form was sent with.
type Form struct {
	Value map[string][]string
	File  map[string][]*FileHeader
}

// RemoveAll removes the temporary files, which there are none of: files stay in memory.
func (f *Form) RemoveAll() error { return nil }

// FileHeader is a file of a form.
type FileHeader struct {
	Filename string
	Header   textproto.MIMEHeader
	Size     int64

	content []byte
}

// File reads a file of a form.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
	io.Closer
}

type memoryFile struct{ *io.SectionReader }

func (memoryFile) Close() error { return nil }

// Open reads the file from its start.
func (fh *FileHeader) Open() (File, error) {
	return memoryFile{io.NewSectionReader(bytes.NewReader(fh.content), 0, int64(len(fh.content)))}, nil
}

const (
	formReserve = 10 << 20 // bytes that values may need besides
	entrySize   = 100      // that a field is taken to need besides its texts
	headerSize  = 400
)

// budget is what a form may still need.
type budget struct{ memory, files, headers int64 }

func (b *budget) take(n int64) error {
	if b.memory -= n; b.memory < 0 {
		return ErrMessageTooLarge
	}
	return nil
}

// ReadForm reads all parts. Values and headers may need some megabytes more than maxMemory. Files may be larger: they are in
// memory too, as a program has no other place for them, and the memory of the program bounds them.
func (r *Reader) ReadForm(maxMemory int64) (*Form, error) {
	form := &Form{Value: make(map[string][]string), File: make(map[string][]*FileHeader)}
	b := budget{memory: maxMemory + formReserve, files: maxMemory, headers: maxHeaders()}
	if b.memory <= 0 {
		b.memory = 0
		if maxMemory > 0 {
			b.memory = math.MaxInt64
		}
	}
	if b.files == math.MaxInt64 {
		b.files--
	}
	parts := maxParts()
	for n := int64(0); ; n++ {
		p, err := r.next(false, b.memory, b.headers)
		if err == io.EOF {
			return form, nil
		}
		if err != nil {
			return nil, err
		}
		if n >= parts {
			return nil, ErrMessageTooLarge
		}
		if err := b.read(form, p); err != nil {
			return nil, err
		}
	}
}

func (b *budget) read(form *Form, p *Part) error {
	name, file := p.FormName(), p.FileName()
	if name == "" {
		return nil
	}
	if err := b.take(int64(len(name)) + entrySize); err != nil {
		return err
	}
	var content bytes.Buffer
	if file == "" {
		limit := b.memory
		if limit < math.MaxInt64 {
			limit++
		}
		n, err := io.CopyN(&content, p, limit)
		if err != nil && err != io.EOF {
			return err
		}
		if err := b.take(n); err != nil {
			return err
		}
		form.Value[name] = append(form.Value[name], content.String())
		return nil
	}
	size := int64(headerSize)
	for key, values := range p.Header {
		size += entrySize + int64(len(key))
		for _, v := range values {
			size += int64(len(v))
			b.headers--
		}
	}
	if err := b.take(size); err != nil {
		return err
	}
	n, err := io.Copy(&content, p)
	if err != nil {
		return err
	}
	if n <= b.files {
		b.files -= n
		if err := b.take(n); err != nil {
			return err
		}
	}
	form.File[name] = append(form.File[name], &FileHeader{Filename: file, Header: p.Header, Size: n, content: content.Bytes()})
	return nil
}
