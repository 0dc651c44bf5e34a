// Package hex writes bytes as hexadecimal digits.
package hex

import (
	"errors"
	"internal/rt"
	"io"
	"strconv"
)

var ErrLength = errors.New("encoding/hex: odd length hex string")

// InvalidByteError is a byte that is no digit.
type InvalidByteError byte

func (e InvalidByteError) Error() string {
	const digits = "0123456789ABCDEF"
	text := "encoding/hex: invalid byte: U+00" + string(digits[e>>4]) + string(digits[e&15])
	if r := rune(e); strconv.IsPrint(r) {
		text += " '" + string(r) + "'"
	}
	return text
}

func EncodedLen(n int) int { return n * 2 }
func DecodedLen(x int) int { return x / 2 }

// encode fills as much of dst as src gives digits for.
func encode(dst, src []byte)

// decode stops at the first pair that is not of digits, and tells how many it decoded. dst has room; it may start
// where src does.
func decode(dst, src []byte) int

// isDigit tells whether c is a hexadecimal digit.
func isDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func Encode(dst, src []byte) int {
	n := 2 * len(src)
	encode(dst[:n], src)
	return n
}

// grown is dst with n more bytes of any value.
func grown(dst []byte, n int) []byte {
	if n <= cap(dst)-len(dst) {
		return dst[:len(dst)+n]
	}
	larger := make([]byte, len(dst)+n, max(2*cap(dst), len(dst)+n))
	copy(larger, dst)
	return larger
}

func AppendEncode(dst, src []byte) []byte {
	out := grown(dst, 2*len(src))
	encode(out[len(dst):], src)
	return out
}

func EncodeToString(src []byte) string {
	dst := make([]byte, 2*len(src))
	encode(dst, src)
	return rt.ViewString(dst)
}

// Decode tells how many bytes came before an error.
func Decode(dst, src []byte) (int, error) {
	n := len(src) / 2
	done := decode(dst[:min(n, len(dst))], src)
	if done < n {
		for _, c := range src[2*done : 2*done+2] {
			if !isDigit(c) {
				return done, InvalidByteError(c)
			}
		}
		_ = dst[done] // too short
	}
	if len(src)%2 == 1 {
		if c := src[len(src)-1]; !isDigit(c) {
			return done, InvalidByteError(c)
		}
		return done, ErrLength
	}
	return done, nil
}

func AppendDecode(dst, src []byte) ([]byte, error) {
	out := grown(dst, len(src)/2)
	n, err := Decode(out[len(dst):], src)
	return out[:len(dst)+n], err
}

func DecodeString(s string) ([]byte, error) {
	dst := make([]byte, len(s)/2)
	n, err := Decode(dst, rt.ViewBytes(s))
	return dst[:n], err
}

const chunk = 1024

type encoder struct {
	w   io.Writer
	err error
	out []byte
}

// NewEncoder writes digits to w.
func NewEncoder(w io.Writer) io.Writer { return &encoder{w: w} }

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.out == nil {
		e.out = make([]byte, chunk)
	}
	for len(p) > 0 && e.err == nil {
		part := p[:min(len(p), chunk/2)]
		var written int
		written, e.err = e.w.Write(e.out[:Encode(e.out, part)])
		n += written / 2
		p = p[len(part):]
	}
	return n, e.err
}

type decoder struct {
	r    io.Reader
	err  error
	buf  []byte
	rest []byte // what is read and not decoded
}

// NewDecoder reads digits from r, and bytes are read from it.
func NewDecoder(r io.Reader) io.Reader { return &decoder{r: r} }

func (d *decoder) Read(p []byte) (n int, err error) {
	if len(d.rest) < 2 && d.err == nil {
		if d.buf == nil {
			d.buf = make([]byte, chunk)
		}
		kept := copy(d.buf, d.rest)
		n, d.err = d.r.Read(d.buf[kept:])
		d.rest = d.buf[:kept+n]
		if d.err == io.EOF && len(d.rest)%2 == 1 {
			d.err = io.ErrUnexpectedEOF
			if c := d.rest[len(d.rest)-1]; !isDigit(c) {
				d.err = InvalidByteError(c)
			}
		}
	}
	p = p[:min(len(p), len(d.rest)/2)]
	n, err = Decode(p, d.rest[:2*len(p)])
	d.rest = d.rest[2*n:]
	if err != nil {
		d.rest, d.err = nil, err
	}
	if len(d.rest) < 2 {
		return n, d.err
	}
	return n, nil
}

// Dump is what `hexdump -C` would print, without its last line.
func Dump(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	d := dumper{line: make([]byte, 0, (1+(len(data)-1)/16)*79)}
	d.add(data)
	d.finish()
	return rt.ViewString(d.line)
}

// dumper collects in line what is not written yet, whole lines or their start.
type dumper struct {
	w      io.Writer
	line   []byte
	text   [16]byte
	used   int
	n      uint32
	closed bool
}

// Dumper writes a hex dump of what is written to it.
func Dumper(w io.Writer) io.WriteCloser { return &dumper{w: w} }

func (d *dumper) add(data []byte) {
	const digits = "0123456789abcdef"
	line := d.line
	for _, c := range data {
		if d.used == 0 {
			for shift := 28; shift >= 0; shift -= 4 {
				line = append(line, digits[d.n>>shift&15])
			}
			line = append(line, ' ', ' ')
		}
		line = append(line, digits[c>>4], digits[c&15], ' ')
		if d.used == 7 || d.used == 15 {
			line = append(line, ' ')
		}
		if c < 32 || c > 126 {
			c = '.'
		}
		d.text[d.used] = c
		d.n++
		if d.used++; d.used == 16 {
			line = append(line, '|')
			line = append(line, d.text[:]...)
			line = append(line, '|', '\n')
			d.used = 0
		}
	}
	d.line = line
}

func (d *dumper) finish() {
	if d.used == 0 {
		return
	}
	for i := d.used; i < 16; i++ {
		d.line = append(d.line, "   "...)
		if i == 7 || i == 15 {
			d.line = append(d.line, ' ')
		}
	}
	d.line = append(d.line, '|')
	d.line = append(d.line, d.text[:d.used]...)
	d.line = append(d.line, '|', '\n')
	d.used = 0
}

func (d *dumper) flush() error {
	_, err := d.w.Write(d.line)
	d.line = d.line[:0]
	return err
}

func (d *dumper) Write(data []byte) (n int, err error) {
	if d.closed {
		return 0, errors.New("encoding/hex: dumper closed")
	}
	for len(data) > 0 {
		part := data[:min(len(data), chunk)]
		d.add(part)
		if err := d.flush(); err != nil {
			return n, err
		}
		n += len(part)
		data = data[len(part):]
	}
	return n, nil
}

func (d *dumper) Close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	if d.used == 0 {
		return nil
	}
	d.finish()
	return d.flush()
}
