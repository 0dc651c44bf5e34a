package textproto

import (
	"bufio"
	"bytes"
	"internal/mimeheader"
	"io"
	"strconv"
	"strings"
)

// Reader reads lines. What it reads from should be limited, since lines and headers may have any length.
type Reader struct {
	R   *bufio.Reader
	dot *dotReader
}

func NewReader(r *bufio.Reader) *Reader { return &Reader{R: r} }

func (r *Reader) line() ([]byte, error) {
	r.closeDot()
	return mimeheader.Line(r.R, mimeheader.NoLimit)
}

// ReadLine reads a line without its end.
func (r *Reader) ReadLine() (string, error) {
	line, err := r.line()
	return string(line), err
}

func (r *Reader) ReadLineBytes() ([]byte, error) {
	line, err := r.line()
	return bytes.Clone(line), err
}

// ReadContinuedLine reads a line and those after it that begin with blanks; a single blank takes the place of their ends.
func (r *Reader) ReadContinuedLine() (string, error) {
	line, err := r.continued()
	return string(line), err
}

func (r *Reader) ReadContinuedLineBytes() ([]byte, error) {
	line, err := r.continued()
	return bytes.Clone(line), err
}

func (r *Reader) continued() ([]byte, error) {
	r.closeDot()
	return mimeheader.Continued(r.R, mimeheader.NoLimit, nil)
}

// ReadCodeLine reads a reply of one line. One whose code does not begin with the digits expected is an *Error, if these
// are a positive number.
func (r *Reader) ReadCodeLine(expectCode int) (code int, message string, err error) {
	code, more, message, err := r.codeLine(expectCode)
	if err == nil && more {
		err = ProtocolError("unexpected multi-line response: " + strconv.Quote(message))
	}
	return code, message, err
}

func (r *Reader) codeLine(expect int) (code int, more bool, message string, err error) {
	line, err := r.ReadLine()
	if err != nil {
		return 0, false, "", err
	}
	return parseCode(line, expect)
}

// ReadResponse reads a reply of one or more lines.
func (r *Reader) ReadResponse(expectCode int) (code int, message string, err error) {
	code, more, message, err := r.codeLine(expectCode)
	if !more {
		return code, message, err
	}
	var b strings.Builder
	b.WriteString(message)
	for more {
		line, err := r.ReadLine()
		if err != nil {
			return 0, "", err
		}
		b.WriteByte('\n')
		code2, more2, text, err := parseCode(line, 0)
		if err != nil || code2 != code {
			// A line within the text need not have the code.
			b.WriteString(strings.TrimRight(line, "\r\n"))
			continue
		}
		b.WriteString(text)
		more = more2
	}
	message = b.String()
	if err != nil && message != "" {
		err = &Error{code, message}
	}
	return code, message, err
}

// ReadMIMEHeader reads a header and the empty line after it.
func (r *Reader) ReadMIMEHeader() (MIMEHeader, error) {
	r.closeDot()
	h, err := mimeheader.Read(r.R, mimeheader.NoLimit, mimeheader.NoLimit)
	if problem, ok := err.(mimeheader.Malformed); ok {
		err = ProtocolError(problem)
	}
	return h, err
}

// DotReader reads the text up to a line with a dot, with \n at the end of its lines. It reads io.EOF after that. Other
// methods of the Reader skip the rest of the text.
func (r *Reader) DotReader() io.Reader {
	r.closeDot()
	r.dot = &dotReader{r: r}
	return r.dot
}

// ReadDotBytes reads all of such a text.
func (r *Reader) ReadDotBytes() ([]byte, error) { return io.ReadAll(r.DotReader()) }

// ReadDotLines reads the lines of such a text.
func (r *Reader) ReadDotLines() ([]string, error) {
	var lines []string
	for {
		line, err := r.ReadLine()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return lines, err
		}
		if line != "" && line[0] == '.' {
			if line = line[1:]; line == "" {
				return lines, nil
			}
		}
		lines = append(lines, line)
	}
}

// closeDot skips what is left of a text.
func (r *Reader) closeDot() {
	if r.dot == nil {
		return
	}
	var b [128]byte
	for r.dot != nil {
		// The dot reader sets r.dot to nil at the end.
		r.dot.Read(b[:])
	}
}

// A dotReader has seen part of a line.
type dotReader struct {
	r     *Reader
	state dotState
}

type dotState int

const (
	lineStart dotState = iota
	afterDot           // the first of the line
	afterDotCR
	afterCR
	inLine
	ended
)

func (d *dotReader) Read(b []byte) (n int, err error) {
	for n < len(b) && d.state != ended {
		c, err := d.r.R.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return n, d.finish(err)
		}
		if c, keep := d.step(c); keep {
			b[n] = c
			n++
		}
	}
	if d.state == ended {
		return n, d.finish(io.EOF)
	}
	return n, nil
}

func (d *dotReader) finish(err error) error {
	if d.r.dot == d {
		d.r.dot = nil
	}
	return err
}

// step moves on by a byte, and gives what of the text that makes, if anything.
func (d *dotReader) step(c byte) (out byte, keep bool) {
	switch d.state {
	case lineStart:
		switch c {
		case '.':
			d.state = afterDot
			return 0, false
		case '\n':
			// As in Go, a dot after an empty line without \r is text.
			d.state = inLine
			return c, true
		}
	case afterDot:
		switch c {
		case '\r':
			d.state = afterDotCR
			return 0, false
		case '\n':
			d.state = ended
			return 0, false
		}
	case afterDotCR, afterCR:
		if c == '\n' {
			if d.state == afterDotCR {
				d.state = ended
				return 0, false
			}
			break
		}
		// The \r ends no line.
		d.r.R.UnreadByte()
		d.state = inLine
		return '\r', true
	}
	switch c {
	case '\r':
		d.state = afterCR
		return 0, false
	case '\n':
		d.state = lineStart
	default:
		d.state = inLine
	}
	return c, true
}
