package flate

import (
	"errors"
	"fmt"
	"io"
)

var errClosed = errors.New("flate: closed writer")

// Writer compresses what is written to it. Bytes are gathered in a window; blocks are made of them where it is full,
// and where the writer is flushed or closed.
type Writer struct {
	to    io.Writer
	level int
	dict  []byte
	err   error

	state   []byte // tables, tokens, a finished block, and the window; made at the first use
	window  []byte
	base    int // the position of the window in the stream
	start   int // of the next block in the window
	at      int // up to where there are tokens
	end     int // of the bytes in the window
	tokens  int
	waiting int
	bits    uint64
	held    int
	small   [16]byte
}

// NewWriter makes a writer of a level from -2 to 9.
func NewWriter(w io.Writer, level int) (*Writer, error) { return NewWriterDict(w, level, nil) }

// NewWriterDict makes a writer as if dict had been written before.
func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("flate: invalid compression level %d: want value in range [-2, 9]", level)
	}
	if level == DefaultCompression {
		level = 6
	}
	if len(dict) > 0 {
		dict = append([]byte(nil), dict[max(0, len(dict)-history):]...)
	}
	return &Writer{to: w, level: level, dict: dict}, nil
}

// Reset begins anew, with the same level and dictionary.
func (w *Writer) Reset(dst io.Writer) {
	state := w.state
	*w = Writer{to: dst, level: w.level, dict: w.dict}
	if state != nil {
		clear(state[:deflateTables])
		w.begin(state)
	}
}

func (w *Writer) begin(state []byte) {
	w.state, w.window = state, state[deflateWindow:]
	if n := copy(w.window, w.dict); n > 0 {
		w.start, w.at, w.end = n, n, n
		if w.level > 0 {
			deflateLearn(state, 0, n)
		}
	}
}

func (w *Writer) Write(data []byte) (n int, err error) {
	if w.err != nil {
		return 0, w.err
	}
	if len(data) > 0 && w.state == nil {
		w.begin(make([]byte, deflateWindow+history+deflateBlock))
	}
	for n < len(data) {
		limit := min(len(w.window), w.start+deflateBlock)
		taken := copy(w.window[w.end:limit], data[n:])
		n += taken
		w.end += taken
		if w.end < limit {
			break
		}
		if w.compress(); w.err != nil {
			return n, w.err
		}
		w.slide()
	}
	return n, nil
}

// slide keeps the history alone.
func (w *Writer) slide() {
	if shift := w.end - history; shift > 0 {
		copy(w.window, w.window[shift:w.end])
		w.base = (w.base + shift) & 0xffff
		w.start -= shift
		w.at -= shift
		w.end -= shift
	}
}

// compress makes blocks of all bytes in the window.
func (w *Writer) compress() {
	if w.level == NoCompression {
		w.store()
		return
	}
	for done := w.start == w.end; !done && w.err == nil; {
		w.at, w.tokens, w.waiting, done =
			deflateFind(w.state, max(w.level, 0), w.base, w.end, w.at, w.tokens, w.waiting)
		if done || w.tokens+2 > 1<<15 {
			end := w.at
			if w.waiting != 0 {
				end--
			}
			var n int
			n, w.bits, w.held = deflateEmit(w.state, w.tokens, w.start, end, w.bits, w.held)
			w.start, w.tokens = end, 0
			w.send(w.state[deflateOutput : deflateOutput+n])
		}
	}
}

// store writes the bytes in the window as they are.
func (w *Writer) store() {
	if n := w.end - w.start; n > 0 {
		w.put(0, 3)
		w.align(uint64(n)|uint64(^n&0xffff)<<16, 32)
		w.send(w.window[w.start:w.end])
		w.start, w.at = w.end, w.end
	}
}

func (w *Writer) send(p []byte) {
	if len(p) == 0 || w.err != nil {
		return
	}
	_, w.err = w.to.Write(p)
}

// put adds bits, which with those that are held are 64 at most.
func (w *Writer) put(bits uint64, n int) {
	w.bits |= bits << w.held
	w.held += n
}

// align fills up the last byte, adds bits, and sends all.
func (w *Writer) align(bits uint64, n int) {
	w.held = (w.held + 7) &^ 7
	w.put(bits, n)
	var k int
	for ; w.held > 0; k++ {
		w.small[k] = byte(w.bits)
		w.bits >>= 8
		w.held -= 8
	}
	w.send(w.small[:k])
	w.bits, w.held = 0, 0
}

// Flush writes all that is pending, and an empty block that ends at a byte.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	w.compress()
	w.put(0, 3)
	w.align(0xffff0000, 32)
	return w.err
}

// Close writes all that is pending, and an empty last block. It does not close what is written to.
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	w.compress()
	w.put(1, 3)
	w.align(0xffff0000, 32)
	if w.err != nil {
		return w.err
	}
	w.err = errClosed
	return nil
}
