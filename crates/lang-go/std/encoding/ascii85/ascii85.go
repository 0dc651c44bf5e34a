// Package ascii85 is the encoding of btoa, PostScript and PDF: four bytes become five letters, and four zero bytes a z.
package ascii85

import (
	"io"
	"strconv"
)

// Encode writes src as text to dst, which has room for MaxEncodedLen bytes, and gives the length. It adds no marks around.
func Encode(dst, src []byte) int {
	n := 0
	for len(src) >= 4 {
		v := uint32(src[0])<<24 | uint32(src[1])<<16 | uint32(src[2])<<8 | uint32(src[3])
		src = src[4:]
		if v == 0 {
			dst[n] = 'z'
			n++
			continue
		}
		group(dst[n:n+5], v)
		n += 5
	}
	if len(src) == 0 {
		return n
	}
	v := uint32(0)
	for i, c := range src {
		v |= uint32(c) << (24 - 8*i)
	}
	var last [5]byte
	group(last[:], v)
	return n + copy(dst[n:], last[:len(src)+1])
}

// group writes the five digits of a number to base 85.
func group(dst []byte, v uint32) {
	_ = dst[4]
	for i := 4; i >= 0; i-- {
		dst[i] = '!' + byte(v%85)
		v /= 85
	}
}

// MaxEncodedLen is the greatest length of n encoded bytes.
func MaxEncodedLen(n int) int { return (n + 3) / 4 * 5 }

// CorruptInputError is the offset of a letter that must not be there.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal ascii85 data at input byte " + strconv.FormatInt(int64(e), 10)
}

// Decode decodes as many whole groups of src as dst has room for, four bytes each; with flush also an unfinished last
// group. Blanks and control characters do not count. It gives how much it wrote and how much it took.
func Decode(dst, src []byte, flush bool) (ndst, nsrc int, err error) {
	v, have := uint32(0), 0
	for i, c := range src {
		if len(dst)-ndst < 4 {
			return ndst, nsrc, nil
		}
		switch {
		case c <= ' ':
			continue
		case c == 'z' && have == 0:
			have = 5
		case '!' <= c && c <= 'u':
			v = v*85 + uint32(c-'!')
			have++
		default:
			return 0, 0, CorruptInputError(i)
		}
		if have == 5 {
			dst[ndst], dst[ndst+1], dst[ndst+2], dst[ndst+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
			ndst += 4
			nsrc = i + 1
			v, have = 0, 0
		}
	}
	if !flush {
		return ndst, nsrc, nil
	}
	nsrc = len(src)
	if have == 0 {
		return ndst, nsrc, nil
	}
	if have == 1 {
		return 0, 0, CorruptInputError(len(src))
	}
	for i := have; i < 5; i++ {
		v = v*85 + 84
	}
	for i := 0; i < have-1; i++ {
		dst[ndst] = byte(v >> (24 - 8*i))
		ndst++
	}
	return ndst, nsrc, nil
}

type encoder struct {
	err  error
	w    io.Writer
	rest [4]byte // bytes that make no group yet
	n    int
	out  [1000]byte
}

// NewEncoder encodes what is written to it to w. What makes no whole group is written by Close.
func NewEncoder(w io.Writer) io.WriteCloser { return &encoder{w: w} }

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	if e.n > 0 {
		k := copy(e.rest[e.n:], p)
		e.n += k
		n += k
		p = p[k:]
		if e.n < 4 {
			return n, nil
		}
		e.n = 0
		if !e.flush(e.rest[:]) {
			return n, e.err
		}
	}
	for len(p) >= 4 {
		k := min(len(e.out)/5*4, len(p)&^3)
		if !e.flush(p[:k]) {
			return n, e.err
		}
		n += k
		p = p[k:]
	}
	e.n = copy(e.rest[:], p)
	return n + e.n, nil
}

func (e *encoder) flush(p []byte) bool {
	_, e.err = e.w.Write(e.out[:Encode(e.out[:], p)])
	return e.err == nil
}

func (e *encoder) Close() error {
	if e.err == nil && e.n > 0 {
		e.flush(e.rest[:e.n])
		e.n = 0
	}
	return e.err
}

type decoder struct {
	r       io.Reader
	readErr error
	err     error  // of the text
	ready   []byte // decoded, not yet read
	n       int    // bytes in text
	text    [1024]byte
	out     [1024]byte
}

// NewDecoder decodes what it reads from r.
func NewDecoder(r io.Reader) io.Reader { return &decoder{r: r} }

func (d *decoder) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		if len(d.ready) > 0 {
			n = copy(p, d.ready)
			d.ready = d.ready[n:]
			return n, nil
		}
		if d.err != nil {
			return 0, d.err
		}
		if d.n > 0 {
			d.decode()
			if len(d.ready) > 0 || d.err != nil {
				continue
			}
			d.squeeze()
		}
		if d.readErr != nil {
			d.err = d.readErr
			continue
		}
		k, err := d.r.Read(d.text[d.n:])
		d.n += k
		d.readErr = err
	}
}

// decode takes what it can of the text; the unfinished group too, once there is no more to read. As Go's, it counts the
// offset of a wrong letter from what was not yet decoded.
func (d *decoder) decode() {
	wrote, took, err := Decode(d.out[:], d.text[:d.n], d.readErr != nil)
	d.err = err
	if wrote > 0 {
		d.ready = d.out[:wrote]
		d.n = copy(d.text[:], d.text[took:d.n])
	}
}

// squeeze removes the blanks of an unfinished group, so that there is always room to read the rest of it.
func (d *decoder) squeeze() {
	kept := 0
	for _, c := range d.text[:d.n] {
		if c > ' ' {
			d.text[kept] = c
			kept++
		}
	}
	d.n = kept
}
