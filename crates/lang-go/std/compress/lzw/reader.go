// Package lzw reads and writes the compressed format of Lempel, Ziv and Welch with codes of up to 12 bits, as GIF and PDF
// have it.
package lzw

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Order is that of bits in bytes.
type Order int

const (
	LSB Order = iota // lowest first, as in GIF
	MSB              // highest first, as in PDF
)

const (
	maxWidth = 12
	none     = 0xffff // no code
	flushed  = 1 << maxWidth
)

var errClosed = errors.New("lzw: reader/writer is closed")

// check tells whether there is such a format.
func check(order Order, litWidth int) error {
	if order != LSB && order != MSB {
		return errors.New("lzw: unknown order")
	}
	if litWidth < 2 || 8 < litWidth {
		return fmt.Errorf("lzw: litWidth %d out of range", litWidth)
	}
	return nil
}

// Reader decompresses. A code above the literals stands for another one and a byte after it.
type Reader struct {
	r       io.ByteReader
	high    bool // whether the highest bit comes first
	bits    uint32
	held    uint
	width   uint // of codes
	literal int  // bits
	err     error

	clear, end uint16
	next       uint16 // the code that is made by the next one that is read
	limit      uint16 // where codes get wider
	last       uint16

	prefix [1 << maxWidth]uint16
	suffix [1 << maxWidth]byte
	out    [2 << maxWidth]byte
	at     int    // bytes in out
	ready  []byte // of them, what is to be read
}

// NewReader reads from r, by single bytes if it can. It gives a *Reader.
func NewReader(r io.Reader, order Order, litWidth int) io.ReadCloser {
	z := new(Reader)
	z.Reset(r, order, litWidth)
	return z
}

func (r *Reader) Reset(src io.Reader, order Order, litWidth int) {
	*r = Reader{}
	if r.err = check(order, litWidth); r.err != nil {
		return
	}
	from, ok := src.(io.ByteReader)
	if !ok && src != nil {
		from = bufio.NewReader(src)
	}
	r.r, r.high, r.literal = from, order == MSB, litWidth
	r.clear = 1 << litWidth
	r.end = r.clear + 1
	r.begin()
}

// begin forgets all codes.
func (r *Reader) begin() {
	r.width = uint(r.literal) + 1
	r.limit = 1 << r.width
	r.next = r.end
	r.last = none
}

func (r *Reader) Read(b []byte) (int, error) {
	for {
		if len(r.ready) > 0 {
			n := copy(b, r.ready)
			r.ready = r.ready[n:]
			return n, nil
		}
		if r.err != nil {
			return 0, r.err
		}
		r.decode()
	}
}

// Close makes reading fail. It does not close what is read from.
func (r *Reader) Close() error {
	r.err = errClosed
	return nil
}

// code reads a code.
func (r *Reader) code() (uint16, bool) {
	for r.held < r.width {
		b, err := r.r.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			r.err = err
			return 0, false
		}
		if r.high {
			r.bits |= uint32(b) << (24 - r.held)
		} else {
			r.bits |= uint32(b) << r.held
		}
		r.held += 8
	}
	var code uint16
	if r.high {
		code = uint16(r.bits >> (32 - r.width))
		r.bits <<= r.width
	} else {
		code = uint16(r.bits & (1<<r.width - 1))
		r.bits >>= r.width
	}
	r.held -= r.width
	return code, true
}

// decode reads codes until there is much to read, or an end.
func (r *Reader) decode() {
	r.at = 0
	for r.at < flushed {
		code, ok := r.code()
		if !ok {
			break
		}
		var first byte
		switch {
		case code < r.clear:
			first = byte(code)
			r.out[r.at] = first
			r.at++
		case code == r.clear:
			r.begin()
			continue
		case code == r.end:
			r.err = io.EOF
		case code <= r.next:
			first = r.expand(code)
		default:
			r.err = errors.New("lzw: invalid code")
		}
		if r.err != nil {
			break
		}
		if r.last != none {
			r.suffix[r.next] = first
			r.prefix[r.next] = r.last
		}
		r.last = code
		r.next++
		if r.next < r.limit {
			continue
		}
		if r.width == maxWidth {
			// No code is left, until all are forgotten.
			r.last = none
			r.next--
		} else {
			r.width++
			r.limit = 1 << r.width
		}
	}
	r.ready = r.out[:r.at]
}

// expand writes what a code stands for, from the end on, and gives its first byte. A code that is only now made stands
// for the last one with its own first byte after it.
func (r *Reader) expand(code uint16) byte {
	i := len(r.out) - 1
	c := code
	if code == r.next && r.last != none {
		for c = r.last; c >= r.clear; c = r.prefix[c] {
		}
		r.out[i] = byte(c)
		i--
		c = r.last
	}
	for ; c >= r.clear; c = r.prefix[c] {
		r.out[i] = r.suffix[c]
		i--
	}
	r.out[i] = byte(c)
	r.at += copy(r.out[r.at:], r.out[i:])
	return byte(c)
}
