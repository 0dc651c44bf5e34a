package lzw

import (
	"bufio"
	"errors"
	"io"
)

// byteWriter is what is written to.
type byteWriter interface {
	io.ByteWriter
	Flush() error
}

const (
	maxCode   = 1<<maxWidth - 1
	tableSize = 4 << maxWidth
)

// Writer compresses: the longest text that has a code gets it, and that text with the next byte gets a new one.
type Writer struct {
	w       byteWriter
	high    bool
	bits    uint32
	held    uint
	width   uint
	literal uint
	next    uint32 // the last code that was made
	limit   uint32 // where codes get wider
	saved   uint32 // the code of what was read and not written; none at the start
	err     error

	// The table has codes by their prefix and last byte, above 12 bits for the code: 0 is free.
	table [tableSize]uint32
}

// NewWriter writes to w. It gives a *Writer.
func NewWriter(w io.Writer, order Order, litWidth int) io.WriteCloser {
	z := new(Writer)
	z.Reset(w, order, litWidth)
	return z
}

func (w *Writer) Reset(dst io.Writer, order Order, litWidth int) {
	*w = Writer{saved: none}
	if w.err = check(order, litWidth); w.err != nil {
		return
	}
	to, ok := dst.(byteWriter)
	if !ok && dst != nil {
		to = bufio.NewWriter(dst)
	}
	w.w, w.high, w.literal = to, order == MSB, uint(litWidth)
	w.begin()
}

// begin forgets all codes.
func (w *Writer) begin() {
	w.width = w.literal + 1
	w.next = 1<<w.literal + 1
	w.limit = 1 << (w.literal + 1)
}

func (w *Writer) put(code uint32) error {
	if w.high {
		w.bits |= code << (32 - w.width - w.held)
	} else {
		w.bits |= code << w.held
	}
	w.held += w.width
	for w.held >= 8 {
		if err := w.putByte(); err != nil {
			return err
		}
		w.held -= 8
	}
	return nil
}

func (w *Writer) putByte() error {
	b := byte(w.bits)
	if w.high {
		b = byte(w.bits >> 24)
		w.bits <<= 8
	} else {
		w.bits >>= 8
	}
	return w.w.WriteByte(b)
}

// make makes a code; if none is left, all are forgotten.
func (w *Writer) make() (full bool, err error) {
	w.next++
	if w.next == w.limit {
		w.width++
		w.limit <<= 1
	}
	if w.next < maxCode {
		return false, nil
	}
	if err := w.put(1 << w.literal); err != nil {
		return true, err
	}
	w.begin()
	clear(w.table[:])
	return true, nil
}

func (w *Writer) Write(p []byte) (n int, err error) {
	if w.err != nil {
		return 0, w.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	if most := byte(1<<w.literal - 1); most != 0xff {
		for _, b := range p {
			if b > most {
				w.err = errors.New("lzw: input byte too large for the litWidth")
				return 0, w.err
			}
		}
	}
	n = len(p)
	code := w.saved
	if code == none {
		// All begins with the code that forgets all.
		if w.err = w.put(1 << w.literal); w.err != nil {
			return 0, w.err
		}
		code, p = uint32(p[0]), p[1:]
	}
	for _, b := range p {
		key := code<<8 | uint32(b)
		at := (key>>12 ^ key) % tableSize
		for ; w.table[at] != 0 && w.table[at]>>12 != key; at = (at + 1) % tableSize {
		}
		if found := w.table[at]; found != 0 {
			code = found & maxCode
			continue
		}
		if w.err = w.put(code); w.err != nil {
			return 0, w.err
		}
		code = uint32(b)
		full, err := w.make()
		if w.err = err; err != nil {
			return 0, err
		}
		if !full {
			w.table[at] = key<<12 | w.next
		}
	}
	w.saved = code
	return n, nil
}

// Close writes what is left, and the end. It does not close what is written to.
func (w *Writer) Close() error {
	if w.err != nil {
		if w.err == errClosed {
			return nil
		}
		return w.err
	}
	w.err = errClosed
	if w.saved != none {
		if err := w.put(w.saved); err != nil {
			return err
		}
		if _, err := w.make(); err != nil {
			return err
		}
	} else if err := w.put(1 << w.literal); err != nil {
		return err
	}
	if err := w.put(1<<w.literal + 1); err != nil {
		return err
	}
	if w.held > 0 {
		if err := w.putByte(); err != nil {
			return err
		}
	}
	return w.w.Flush()
}
