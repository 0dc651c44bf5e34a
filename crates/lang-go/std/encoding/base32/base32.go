// Package base32 writes five bytes as eight letters of an alphabet.
package base32

import (
	"internal/rt"
	"io"
	"strconv"
)

const (
	StdPadding rune = '='
	NoPadding  rune = -1
)

// Encoding is an alphabet and a padding character.
type Encoding struct {
	alphabet string
	values   [256]byte // of letters; none for other bytes
	pad      rune
}

const none = 0xff

func NewEncoding(encoder string) *Encoding {
	if len(encoder) != 32 {
		panic("encoding alphabet is not 32-bytes long")
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

var (
	StdEncoding = NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	HexEncoding = NewEncoding("0123456789ABCDEFGHIJKLMNOPQRSTUV")
)

func (enc *Encoding) EncodedLen(n int) int {
	if enc.pad == NoPadding {
		return n/5*8 + (n%5*8+4)/5
	}
	return (n + 4) / 5 * 8
}

func (enc *Encoding) Encode(dst, src []byte) {
	alphabet := enc.alphabet
	for len(src) > 0 {
		var value uint64
		n := min(len(src), 5)
		for i, c := range src[:n] {
			value |= uint64(c) << (32 - 8*i)
		}
		src = src[n:]
		letters := (n*8 + 4) / 5
		for i := range letters {
			dst[i] = alphabet[value>>(35-5*i)&31]
		}
		if n < 5 {
			if enc.pad != NoPadding {
				for i := letters; i < 8; i++ {
					dst[i] = byte(enc.pad)
				}
			}
			return
		}
		dst = dst[8:]
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

// CorruptInputError is where the input is wrong, newlines not counted.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal base32 data at input byte " + strconv.FormatInt(int64(e), 10)
}

func (enc *Encoding) DecodedLen(n int) int {
	if enc.pad == NoPadding {
		return n/8*5 + n%8*5/8
	}
	return n / 8 * 5
}

// decode takes letters without newlines; end tells that padding came.
func (enc *Encoding) decode(dst, src []byte) (n int, end bool, err error) {
	for at := 0; at < len(src) && !end; {
		var value uint64
		digits := 0
		for digits < 8 {
			if at == len(src) {
				if enc.pad != NoPadding {
					return n, false, CorruptInputError(at - digits)
				}
				end = true
				break
			}
			c := src[at]
			at++
			if left := len(src) - at; c == byte(enc.pad) && digits >= 2 && left < 8 {
				if left+digits < 7 {
					return n, false, CorruptInputError(len(src))
				}
				for k := 0; k < min(7-digits, left); k++ {
					if src[at+k] != byte(enc.pad) {
						return n, false, CorruptInputError(at + k - 1)
					}
				}
				if digits == 3 || digits == 6 {
					return n, false, CorruptInputError(at - 1)
				}
				end = true
				break
			}
			v := enc.values[c]
			if v == none {
				return n, false, CorruptInputError(at - 1)
			}
			value |= uint64(v) << (35 - 5*digits)
			digits++
		}
		bytes := digits * 5 / 8
		if digits == 1 || digits == 3 || digits == 6 {
			bytes = 0 // no such number of letters means anything
		}
		for i := range bytes {
			dst[n+i] = byte(value >> (32 - 8*i))
		}
		n += bytes
	}
	return n, end, nil
}

// withoutNewlines copies the other bytes, and may copy them onto themselves.
func withoutNewlines(dst, src []byte) []byte {
	n := 0
	for _, c := range src {
		if c != '\n' && c != '\r' {
			dst[n] = c
			n++
		}
	}
	return dst[:n]
}

// Decode ignores newlines, and tells how many bytes it wrote.
func (enc *Encoding) Decode(dst, src []byte) (n int, err error) {
	n, _, err = enc.decode(dst, withoutNewlines(make([]byte, len(src)), src))
	return n, err
}

func (enc *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	n := len(src)
	for n > 0 && rune(src[n-1]) == enc.pad {
		n--
	}
	out := grown(dst, n/8*5+n%8*5/8)
	n, err := enc.Decode(out[len(dst):], src)
	return out[:len(dst)+n], err
}

func (enc *Encoding) DecodeString(s string) ([]byte, error) {
	b := []byte(s)
	n, _, err := enc.decode(b, withoutNewlines(b, b))
	return b[:n], err
}

const chunk = 1024

type encoder struct {
	enc  *Encoding
	w    io.Writer
	err  error
	rest []byte // fewer than five bytes
	out  []byte
}

// NewEncoder writes letters to w; Close writes those of the last bytes.
func NewEncoder(enc *Encoding, w io.Writer) io.WriteCloser {
	return &encoder{enc: enc, w: w, rest: make([]byte, 0, 5), out: make([]byte, chunk)}
}

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	if len(e.rest) > 0 {
		n = min(5-len(e.rest), len(p))
		e.rest = append(e.rest, p[:n]...)
		p = p[n:]
		if len(e.rest) < 5 {
			return n, nil
		}
		e.enc.Encode(e.out, e.rest)
		if _, e.err = e.w.Write(e.out[:8]); e.err != nil {
			return n, e.err
		}
		e.rest = e.rest[:0]
	}
	for len(p) >= 5 {
		part := min(chunk/8*5, len(p)/5*5)
		e.enc.Encode(e.out, p[:part])
		if _, e.err = e.w.Write(e.out[:part/5*8]); e.err != nil {
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
	err  error // after rest
	end  bool  // padding came, or no padding was wanted
	buf  []byte
	used int    // letters in buf
	out  []byte // room for bytes
	rest []byte // bytes not yet asked for
}

// NewDecoder reads letters from r, and bytes are read from it.
func NewDecoder(enc *Encoding, r io.Reader) io.Reader {
	return &decoder{enc: enc, r: r, buf: make([]byte, chunk), out: make([]byte, chunk/8*5)}
}

// letters reads at least one, and whole groups where there is padding.
func (d *decoder) letters(wanted int) (n int, err error) {
	padded := d.enc.pad != NoPadding
	least := 1
	if padded {
		least = 8 - d.used
	}
	into := d.buf[d.used:wanted]
	for n < least && err == nil {
		var k int
		k, err = d.r.Read(into[n:])
		n += len(withoutNewlines(into[n:], into[n:n+k]))
	}
	if err == io.EOF && (n > 0 && n < least || n == 0 && padded && least < 8) {
		err = io.ErrUnexpectedEOF
	}
	d.used += n
	return n, err
}

func (d *decoder) Read(p []byte) (n int, err error) {
	if len(d.rest) > 0 {
		n = copy(p, d.rest)
		d.rest = d.rest[n:]
		if len(d.rest) == 0 {
			return n, d.err
		}
		return n, nil
	}
	if d.err != nil {
		return 0, d.err
	}
	whole := 0
	n, d.err = d.letters(min(max((len(p)+4)/5*8, 8), len(d.buf)))
	if d.enc.pad == NoPadding {
		whole = d.used
	} else {
		whole = d.used / 8 * 8
	}
	if whole == 0 {
		return 0, d.err
	}
	if n > 0 && d.end {
		return 0, CorruptInputError(0)
	}
	n, d.end, err = d.enc.decode(d.out, d.buf[:whole])
	d.used = copy(d.buf, d.buf[whole:d.used])
	if err != nil && (d.err == nil || d.err == io.EOF) {
		d.err = err
	}
	d.rest = d.out[:n]
	n = copy(p, d.rest)
	d.rest = d.rest[n:]
	if len(d.rest) > 0 {
		return n, nil
	}
	return n, d.err
}
