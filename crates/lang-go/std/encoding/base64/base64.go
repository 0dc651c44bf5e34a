// Package base64 writes three bytes as four letters of an alphabet.
package base64

import (
	"internal/rt"
	"io"
	"strconv"
)

const (
	StdPadding rune = '='
	NoPadding  rune = -1
)

// Encoding is an alphabet, a padding character, and how strict decoding is.
type Encoding struct {
	alphabet string
	values   [256]byte // of letters; none for other bytes
	pad      rune
	strict   bool
}

const none = 0xff

func NewEncoding(encoder string) *Encoding {
	if len(encoder) != 64 {
		panic("encoding alphabet is not 64-bytes long")
	}
	e := &Encoding{alphabet: encoder, pad: StdPadding}
	for i := range e.values {
		e.values[i] = none
	}
	for i := 0; i < len(encoder); i++ {
		switch c := encoder[i]; {
		case c == '\n' || c == '\r':
			panic("encoding alphabet contains newline character")
		case e.values[c] != none:
			panic("encoding alphabet includes duplicate symbols")
		default:
			e.values[c] = uint8(i)
		}
	}
	return e
}

func (enc Encoding) WithPadding(padding rune) *Encoding {
	switch {
	case padding < NoPadding || padding == '\r' || padding == '\n' || padding > 0xff:
		panic("invalid padding")
	case padding != NoPadding && enc.values[byte(padding)] != none:
		panic("padding contained in alphabet")
	}
	enc.pad = padding
	return &enc
}

// Strict requires that bits which pad the last byte are zero.
func (enc Encoding) Strict() *Encoding {
	enc.strict = true
	return &enc
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

var (
	StdEncoding    = NewEncoding(letters + "+/")
	URLEncoding    = NewEncoding(letters + "-_")
	RawStdEncoding = StdEncoding.WithPadding(NoPadding)
	RawURLEncoding = URLEncoding.WithPadding(NoPadding)
)

// encode writes the letters of whole groups of three bytes.
func encode(dst, src []byte, alphabet string)

// decode goes on while groups are of four letters and dst has room, and tells how many there were.
func decode(dst, src []byte, values []byte) int

func (enc *Encoding) EncodedLen(n int) int {
	if enc.pad == NoPadding {
		return n/3*4 + (n%3*8+5)/6
	}
	return (n + 2) / 3 * 4
}

func (enc *Encoding) Encode(dst, src []byte) {
	if len(src) == 0 {
		return
	}
	whole := len(src) / 3
	encode(dst[:whole*4], src[:whole*3], enc.alphabet)
	rest := src[whole*3:]
	if len(rest) == 0 {
		return
	}
	dst = dst[whole*4:]
	value := uint(rest[0]) << 16
	if len(rest) == 2 {
		value |= uint(rest[1]) << 8
	}
	dst[0] = enc.alphabet[value>>18&63]
	dst[1] = enc.alphabet[value>>12&63]
	if len(rest) == 2 {
		dst[2] = enc.alphabet[value>>6&63]
	} else if enc.pad != NoPadding {
		dst[2] = byte(enc.pad)
	}
	if enc.pad != NoPadding {
		dst[3] = byte(enc.pad)
	}
}

func grown(dst []byte, n int) []byte {
	if n <= cap(dst)-len(dst) {
		return dst[:len(dst)+n]
	}
	larger := make([]byte, len(dst)+n, max(2*cap(dst), len(dst)+n))
	copy(larger, dst)
	return larger
}

func (enc *Encoding) AppendEncode(dst, src []byte) []byte {
	out := grown(dst, enc.EncodedLen(len(src)))
	enc.Encode(out[len(dst):], src)
	return out
}

func (enc *Encoding) EncodeToString(src []byte) string {
	dst := make([]byte, enc.EncodedLen(len(src)))
	enc.Encode(dst, src)
	return rt.ViewString(dst)
}

// CorruptInputError is where the input is wrong.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal base64 data at input byte " + strconv.FormatInt(int64(e), 10)
}

func (enc *Encoding) DecodedLen(n int) int {
	if enc.pad == NoPadding {
		return n/4*3 + n%4*6/8
	}
	return n / 4 * 3
}

// Decode ignores newlines, and tells how many bytes it wrote.
func (enc *Encoding) Decode(dst, src []byte) (n int, err error) {
	if len(src) == 0 {
		return 0, nil
	}
	_ = enc.values
	at := 0
	for err == nil && at < len(src) {
		if groups := decode(dst[n:], src[at:], enc.values[:]); groups > 0 {
			at += groups * 4
			n += groups * 3
			continue
		}
		var bytes int
		at, bytes, err = enc.group(dst[n:], src, at)
		n += bytes
	}
	return n, err
}

// group decodes up to four letters among newlines and padding: where it ended, and how many bytes it wrote.
func (enc *Encoding) group(dst, src []byte, at int) (end, n int, err error) {
	var value uint
	digits := 0
	for digits < 4 {
		if at == len(src) {
			if digits == 0 {
				return at, 0, nil
			}
			if digits == 1 || enc.pad != NoPadding {
				return at, 0, CorruptInputError(at - digits)
			}
			break
		}
		c := src[at]
		at++
		if v := enc.values[c]; v != none {
			value |= uint(v) << (18 - 6*digits)
			digits++
			continue
		}
		if c == '\n' || c == '\r' {
			continue
		}
		if rune(c) != enc.pad || digits < 2 {
			return at, 0, CorruptInputError(at - 1)
		}
		if digits == 2 {
			if at = skipNewlines(src, at); at == len(src) {
				return at, 0, CorruptInputError(at)
			}
			if rune(src[at]) != enc.pad {
				return at, 0, CorruptInputError(at - 1)
			}
			at++
		}
		if at = skipNewlines(src, at); at < len(src) {
			err = CorruptInputError(at)
		}
		break
	}
	if enc.strict && digits < 4 {
		if digits == 3 && value&0xff != 0 {
			return at, 0, CorruptInputError(at - 1)
		}
		if digits == 2 && value&0xffff != 0 {
			return at, 0, CorruptInputError(at - 2)
		}
	}
	for i := range digits - 1 {
		dst[i] = byte(value >> (16 - 8*i))
	}
	return at, digits - 1, err
}

func skipNewlines(src []byte, at int) int {
	for at < len(src) && (src[at] == '\n' || src[at] == '\r') {
		at++
	}
	return at
}

func (enc *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	n := len(src)
	for n > 0 && rune(src[n-1]) == enc.pad {
		n--
	}
	out := grown(dst, n/4*3+n%4*6/8)
	n, err := enc.Decode(out[len(dst):], src)
	return out[:len(dst)+n], err
}

func (enc *Encoding) DecodeString(s string) ([]byte, error) {
	dst := make([]byte, enc.DecodedLen(len(s)))
	n, err := enc.Decode(dst, rt.ViewBytes(s))
	return dst[:n], err
}

const chunk = 1024

type encoder struct {
	enc  *Encoding
	w    io.Writer
	err  error
	rest []byte // fewer than three bytes
	out  []byte
}

// NewEncoder writes letters to w; Close writes those of the last bytes.
func NewEncoder(enc *Encoding, w io.Writer) io.WriteCloser {
	return &encoder{enc: enc, w: w, rest: make([]byte, 0, 3), out: make([]byte, chunk)}
}

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	if len(e.rest) > 0 {
		n = min(3-len(e.rest), len(p))
		e.rest = append(e.rest, p[:n]...)
		p = p[n:]
		if len(e.rest) < 3 {
			return n, nil
		}
		e.enc.Encode(e.out, e.rest)
		if _, e.err = e.w.Write(e.out[:4]); e.err != nil {
			return n, e.err
		}
		e.rest = e.rest[:0]
	}
	for len(p) >= 3 {
		part := min(chunk/4*3, len(p)/3*3)
		e.enc.Encode(e.out, p[:part])
		if _, e.err = e.w.Write(e.out[:part/3*4]); e.err != nil {
			return n, e.err
		}
		n += part
		p = p[part:]
	}
	e.rest = append(e.rest, p...)
	return n + len(p), nil
}

func (e *encoder) Close() error {
	if e.err == nil && len(e.rest) > 0 {
		e.enc.Encode(e.out, e.rest)
		_, e.err = e.w.Write(e.out[:e.enc.EncodedLen(len(e.rest))])
		e.rest = e.rest[:0]
	}
	return e.err
}

type decoder struct {
	enc  *Encoding
	r    io.Reader
	err  error // of decoding
	fail error // of reading
	buf  []byte
	used int    // letters in buf
	out  []byte // room for bytes
	rest []byte // bytes not yet asked for
}

// NewDecoder reads letters from r, and bytes are read from it.
func NewDecoder(enc *Encoding, r io.Reader) io.Reader {
	return &decoder{enc: enc, r: r, buf: make([]byte, chunk), out: make([]byte, chunk/4*3)}
}

func (d *decoder) Read(p []byte) (n int, err error) {
	if len(d.rest) > 0 {
		n = copy(p, d.rest)
		d.rest = d.rest[n:]
		return n, nil
	}
	if d.err != nil {
		return 0, d.err
	}
	for d.used < 4 && d.fail == nil {
		wanted := min(max(len(p)/3*4, 4), len(d.buf))
		n, d.fail = d.r.Read(d.buf[d.used:wanted])
		d.used += withoutNewlines(d.buf[d.used : d.used+n])
	}
	if d.used < 4 {
		if d.enc.pad == NoPadding && d.used > 0 {
			n, d.err = d.enc.Decode(d.out, d.buf[:d.used])
			d.used = 0
			d.rest = d.out[:n]
			n = copy(p, d.rest)
			d.rest = d.rest[n:]
			if n > 0 || len(p) == 0 && len(d.rest) > 0 {
				return n, nil
			}
			if d.err != nil {
				return 0, d.err
			}
		}
		d.err = d.fail
		if d.err == io.EOF && d.used > 0 {
			d.err = io.ErrUnexpectedEOF
		}
		return 0, d.err
	}
	whole := d.used / 4 * 4
	n, d.err = d.enc.Decode(d.out, d.buf[:whole])
	d.used = copy(d.buf, d.buf[whole:d.used])
	d.rest = d.out[:n]
	n = copy(p, d.rest)
	d.rest = d.rest[n:]
	if len(d.rest) > 0 {
		return n, nil
	}
	return n, d.err
}

// withoutNewlines moves the other bytes together.
func withoutNewlines(b []byte) int {
	n := 0
	for _, c := range b {
		if c != '\n' && c != '\r' {
			b[n] = c
			n++
		}
	}
	return n
}
