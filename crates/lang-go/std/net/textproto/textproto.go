// Package textproto is what protocols of lines of text have in common: numbered replies, headers, texts that a dot ends.
package textproto

import (
	"bufio"
	"fmt"
	"internal/mimeheader"
	"io"
	"net"
	"strconv"
)

// Error is a reply that tells of a failure.
type Error struct {
	Code int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("%03d %q", e.Code, e.Msg) }

// ProtocolError tells what of the other side's text is not valid.
type ProtocolError string

func (p ProtocolError) Error() string { return string(p) }

// Conn is a connection with a reader, a writer, and the order of its requests.
type Conn struct {
	Reader
	Writer
	Pipeline
	conn io.ReadWriteCloser
}

func NewConn(conn io.ReadWriteCloser) *Conn {
	return &Conn{
		Reader: Reader{R: bufio.NewReader(conn)},
		Writer: Writer{W: bufio.NewWriter(conn)},
		conn:   conn,
	}
}

func (c *Conn) Close() error { return c.conn.Close() }

// Dial connects by net.Dial.
func Dial(network, addr string) (*Conn, error) {
	c, err := net.Dial(network, addr)
	if err != nil {
		return nil, err
	}
	return NewConn(c), nil
}

// Cmd writes a line in its turn, and gives the number of the request, by which StartResponse waits for the reply.
func (c *Conn) Cmd(format string, args ...any) (id uint, err error) {
	id = c.Next()
	c.StartRequest(id)
	err = c.PrintfLine(format, args...)
	c.EndRequest(id)
	if err != nil {
		return 0, err
	}
	return id, nil
}

// TrimString drops blanks and ends of lines around s.
func TrimString(s string) string {
	for s != "" && asciiSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && asciiSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// TrimBytes drops blanks and ends of lines around b.
func TrimBytes(b []byte) []byte {
	for len(b) > 0 && asciiSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && asciiSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func asciiSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// turns lets numbers pass one after another.
type turns struct {
	now     uint
	waiting map[uint]chan struct{}
}

func (t *turns) start(id uint) {
	if t.now == id {
		return
	}
	if t.waiting == nil {
		t.waiting = make(map[uint]chan struct{})
	}
	c := make(chan struct{})
	t.waiting[id] = c
	// The turn may have come meanwhile.
	if t.now != id {
		<-c
	}
}

func (t *turns) end(id uint) {
	if t.now != id {
		panic("out of sync")
	}
	t.now++
	if c, ok := t.waiting[t.now]; ok {
		delete(t.waiting, t.now)
		close(c)
	}
}

// Pipeline orders requests and replies on a connection.
type Pipeline struct {
	next              uint
	request, response turns
}

// Next is the number of the next request.
func (p *Pipeline) Next() uint {
	id := p.next
	p.next++
	return id
}

// StartRequest waits until it is the request's turn to be written.
func (p *Pipeline) StartRequest(id uint) { p.request.start(id) }

// EndRequest lets the next request be written.
func (p *Pipeline) EndRequest(id uint) { p.request.end(id) }

// StartResponse waits until it is the request's turn to have its reply read.
func (p *Pipeline) StartResponse(id uint) { p.response.start(id) }

// EndResponse lets the next reply be read.
func (p *Pipeline) EndResponse(id uint) { p.response.end(id) }

// MIMEHeader has the values of each key, all of them canonical.
type MIMEHeader map[string][]string

func (h MIMEHeader) Add(key, value string) {
	key = CanonicalMIMEHeaderKey(key)
	h[key] = append(h[key], value)
}

func (h MIMEHeader) Set(key, value string) { h[CanonicalMIMEHeaderKey(key)] = []string{value} }

// Get is the first value.
func (h MIMEHeader) Get(key string) string {
	if v := h.Values(key); len(v) > 0 {
		return v[0]
	}
	return ""
}

// Values are not copied.
func (h MIMEHeader) Values(key string) []string {
	if h == nil {
		return nil
	}
	return h[CanonicalMIMEHeaderKey(key)]
}

func (h MIMEHeader) Del(key string) { delete(h, CanonicalMIMEHeaderKey(key)) }

// CanonicalMIMEHeaderKey has capital letters at the start and after each dash; what is no valid key stays as it is.
func CanonicalMIMEHeaderKey(s string) string {
	if mimeheader.Canonical(s) {
		return s
	}
	key, _ := mimeheader.Key([]byte(s))
	return key
}

// Writer writes lines.
type Writer struct {
	W   *bufio.Writer
	dot *dotWriter
}

func NewWriter(w *bufio.Writer) *Writer { return &Writer{W: w} }

func (w *Writer) closeDot() {
	if w.dot != nil {
		w.dot.Close()
	}
}

// PrintfLine writes a line and flushes.
func (w *Writer) PrintfLine(format string, args ...any) error {
	w.closeDot()
	fmt.Fprintf(w.W, format, args...)
	w.W.WriteString("\r\n")
	return w.W.Flush()
}

// DotWriter writes a text that a line with a dot ends, which Close writes; so do other methods of the Writer. It writes
// ends of lines as \r\n, and another dot before a line that begins with one.
func (w *Writer) DotWriter() io.WriteCloser {
	w.closeDot()
	w.dot = &dotWriter{w: w, last: '\n', empty: true}
	return w.dot
}

type dotWriter struct {
	w     *Writer
	last  byte // that was written
	empty bool
}

func (d *dotWriter) Write(b []byte) (n int, err error) {
	for n < len(b) {
		c := b[n]
		if d.last == '\n' && c == '.' {
			d.w.W.WriteByte('.')
		} else if c == '\n' && d.last != '\r' {
			d.w.W.WriteByte('\r')
		}
		if err = d.w.W.WriteByte(c); err != nil {
			break
		}
		if c == '\r' && d.last == '\r' {
			c = 0 // The second of two does not begin an end of line, as in Go.
		}
		d.last, d.empty = c, false
		n++
	}
	return n, err
}

func (d *dotWriter) Close() error {
	if d.w.dot == d {
		d.w.dot = nil
	}
	switch {
	case d.last == '\r':
		d.w.W.WriteByte('\n')
	case d.empty || d.last != '\n':
		d.w.W.WriteString("\r\n")
	}
	d.w.W.WriteString(".\r\n")
	return d.w.W.Flush()
}

// parseCode reads the code of a reply, and whether more lines follow.
func parseCode(line string, expect int) (code int, more bool, message string, err error) {
	if len(line) < 4 || line[3] != ' ' && line[3] != '-' {
		return 0, false, "", ProtocolError("short response: " + strconv.Quote(line))
	}
	code, err = strconv.Atoi(line[:3])
	if err != nil || code < 100 {
		return code, line[3] == '-', "", ProtocolError("invalid response code: " + strconv.Quote(line))
	}
	message = line[4:]
	if 1 <= expect && expect < 10 && code/100 != expect || 10 <= expect && expect < 100 && code/10 != expect ||
		100 <= expect && expect < 1000 && code != expect {
		err = &Error{code, message}
	}
	return code, line[3] == '-', message, err
}
