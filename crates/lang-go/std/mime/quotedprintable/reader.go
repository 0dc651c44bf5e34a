// Package quotedprintable is the encoding of RFC 2045 for texts that are mostly ASCII.
package quotedprintable

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Reader decodes. It lets pass what mail programs get wrong: bytes beyond ASCII, an = that begins no escape, and lines that
// end with \n alone.
type Reader struct {
	r    *bufio.Reader
	line []byte // still to decode
	err  error  // of r, once line is used up
}

func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReader(r)} }

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	}
	return 0, false
}

// unescape reads the two digits after an =.
func unescape(s []byte) (byte, error) {
	if len(s) < 2 {
		return 0, io.ErrUnexpectedEOF
	}
	v := byte(0)
	for _, c := range s[:2] {
		d, ok := hexDigit(c)
		if !ok {
			return 0, fmt.Errorf("quotedprintable: invalid hex byte 0x%02x", c)
		}
		v = v<<4 | d
	}
	return v, nil
}

// next reads a line, without blanks at its end and without a soft break.
func (r *Reader) next() error {
	if r.err != nil {
		return r.err
	}
	whole, err := r.r.ReadSlice('\n')
	r.err = err
	line := bytes.TrimRight(whole, " \t\r\n")
	if soft, ok := bytes.CutSuffix(line, []byte{'='}); ok {
		after := bytes.TrimLeft(whole[len(line):], " \t")
		if !bytes.HasPrefix(after, []byte("\n")) && !bytes.HasPrefix(after, []byte("\r\n")) &&
			!(len(after) == 0 && len(soft) > 0 && err == io.EOF) {
			r.err = fmt.Errorf("quotedprintable: invalid bytes after =: %q", after)
		}
		r.line = soft
		return nil
	}
	switch {
	case bytes.HasSuffix(whole, []byte("\r\n")):
		line = append(line, "\r\n"...)
	case bytes.HasSuffix(whole, []byte("\n")):
		line = append(line, '\n')
	}
	r.line = line
	return nil
}

func (r *Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(r.line) == 0 {
			if err := r.next(); err != nil {
				return n, err
			}
			continue
		}
		c, size := r.line[0], 1
		switch {
		case c == '=':
			v, err := unescape(r.line[1:])
			if err == nil {
				c, size = v, 3
			} else if len(r.line) < 2 || r.line[1] == '\r' || r.line[1] == '\n' {
				return n, err
			}
		case c == '\t' || c == '\r' || c == '\n' || c >= 0x80:
		case c < ' ' || c > '~':
			return n, fmt.Errorf("quotedprintable: invalid unescaped byte 0x%02x in body", c)
		}
		p[n] = c
		n++
		r.line = r.line[size:]
	}
	return n, nil
}
