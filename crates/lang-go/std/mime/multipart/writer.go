package multipart

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/textproto"
	"slices"
	"strings"
)

// Writer writes parts.
type Writer struct {
	w        io.Writer
	boundary string
	last     *partWriter
}

// NewWriter has a boundary by chance.
func NewWriter(w io.Writer) *Writer {
	const digits = "0123456789abcdef"
	b := make([]byte, 60)
	for i := range b {
		b[i] = digits[rand.N(16)]
	}
	return &Writer{w: w, boundary: string(b)}
}

func (w *Writer) Boundary() string { return w.boundary }

// SetBoundary takes 1 to 70 letters, and has to be called before the first part.
func (w *Writer) SetBoundary(boundary string) error {
	if w.last != nil {
		return errors.New("mime: SetBoundary called after write")
	}
	if len(boundary) < 1 || len(boundary) > 70 {
		return errors.New("mime: invalid boundary length")
	}
	for i := range len(boundary) {
		c := boundary[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte("'()+_,-./:=?", c) >= 0:
		case c == ' ' && i < len(boundary)-1:
		default:
			return errors.New("mime: invalid boundary character")
		}
	}
	w.boundary = boundary
	return nil
}

// FormDataContentType is the value of the header Content-Type.
func (w *Writer) FormDataContentType() string {
	b := w.boundary
	if strings.ContainsAny(b, `()<>@,;:\"/[]?= `) {
		b = `"` + b + `"`
	}
	return "multipart/form-data; boundary=" + b
}

// CreatePart begins a part, whose body the result writes until the next part begins.
func (w *Writer) CreatePart(header textproto.MIMEHeader) (io.Writer, error) {
	if w.last != nil {
		if err := w.last.close(); err != nil {
			return nil, err
		}
	}
	var b []byte
	if w.last != nil {
		b = append(b, "\r\n"...)
	}
	b = append(append(append(b, "--"...), w.boundary...), "\r\n"...)
	for _, key := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[key] {
			b = append(append(append(b, key...), ": "...), value...)
			b = append(b, "\r\n"...)
		}
	}
	if _, err := w.w.Write(append(b, "\r\n"...)); err != nil {
		return nil, err
	}
	w.last = &partWriter{w: w}
	return w.last, nil
}

var quotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A")

// FileContentDisposition is the value of the header Content-Disposition for a file of a form.
func FileContentDisposition(fieldname, filename string) string {
	return `form-data; name="` + quotes.Replace(fieldname) + `"; filename="` + quotes.Replace(filename) + `"`
}

func (w *Writer) CreateFormFile(fieldname, filename string) (io.Writer, error) {
	return w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {FileContentDisposition(fieldname, filename)},
		"Content-Type":        {"application/octet-stream"},
	})
}

func (w *Writer) CreateFormField(fieldname string) (io.Writer, error) {
	return w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="` + quotes.Replace(fieldname) + `"`},
	})
}

func (w *Writer) WriteField(fieldname, value string) error {
	p, err := w.CreateFormField(fieldname)
	if err != nil {
		return err
	}
	_, err = p.Write([]byte(value))
	return err
}

// Close writes the last boundary.
func (w *Writer) Close() error {
	if w.last != nil {
		if err := w.last.close(); err != nil {
			return err
		}
		w.last = nil
	}
	_, err := fmt.Fprintf(w.w, "\r\n--%s--\r\n", w.boundary)
	return err
}

type partWriter struct {
	w      *Writer
	closed bool
	err    error // of the last write
}

func (p *partWriter) close() error {
	p.closed = true
	return p.err
}

func (p *partWriter) Write(d []byte) (n int, err error) {
	if p.closed {
		return 0, errors.New("multipart: can't write to finished part")
	}
	n, err = p.w.w.Write(d)
	p.err = err
	return n, err
}
