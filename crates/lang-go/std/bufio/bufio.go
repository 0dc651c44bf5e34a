// Package bufio puts buffers before readers and after writers.
package bufio

import (
	"errors"
	"internal/rt"
	"internal/text"
	"io"
	"unicode/utf8"
)

const (
	defaultSize = 4096
	leastSize   = 16
	// How often a reader may give neither bytes nor an error.
	mostEmptyReads = 100
)

var (
	ErrInvalidUnreadByte = errors.New("bufio: invalid use of UnreadByte")
	ErrInvalidUnreadRune = errors.New("bufio: invalid use of UnreadRune")
	ErrBufferFull        = errors.New("bufio: buffer full")
	ErrNegativeCount     = errors.New("bufio: negative count")
	errNegativeRead      = errors.New("bufio: reader returned negative count from Read")
	errNegativeWrite     = errors.New("bufio: writer returned negative count from Write")
)

func indexByte(b []byte, c byte) int { return text.IndexByte(rt.ViewString(b), c) }

// Reader reads ahead.
type Reader struct {
	buf      []byte
	rd       io.Reader
	r, w     int // what is unread
	err      error
	lastByte int // for UnreadByte; -1 if there is none
	lastRune int // size of the last rune, for UnreadRune; -1 if there is none
}

func NewReaderSize(rd io.Reader, size int) *Reader {
	if b, ok := rd.(*Reader); ok && len(b.buf) >= size {
		return b
	}
	b := new(Reader)
	b.reset(make([]byte, max(size, leastSize)), rd)
	return b
}

func NewReader(rd io.Reader) *Reader { return NewReaderSize(rd, defaultSize) }

func (b *Reader) Size() int { return len(b.buf) }

func (b *Reader) Reset(r io.Reader) {
	if b == r {
		return
	}
	if b.buf == nil {
		b.buf = make([]byte, defaultSize)
	}
	b.reset(b.buf, r)
}

func (b *Reader) reset(buf []byte, r io.Reader) {
	*b = Reader{buf: buf, rd: r, lastByte: -1, lastRune: -1}
}

// fill reads a new chunk behind what is unread. There is room for it.
func (b *Reader) fill() {
	if b.r > 0 {
		copy(b.buf, b.buf[b.r:b.w])
		b.w -= b.r
		b.r = 0
	}
	if b.w >= len(b.buf) {
		panic("bufio: tried to fill full buffer")
	}
	for i := mostEmptyReads; i > 0; i-- {
		n, err := b.rd.Read(b.buf[b.w:])
		if n < 0 {
			panic(errNegativeRead)
		}
		b.w += n
		if err != nil {
			b.err = err
			return
		}
		if n > 0 {
			return
		}
	}
	b.err = io.ErrNoProgress
}

func (b *Reader) takeError() error {
	err := b.err
	b.err = nil
	return err
}

func (b *Reader) Peek(n int) ([]byte, error) {
	if n < 0 {
		return nil, ErrNegativeCount
	}
	b.lastByte = -1
	b.lastRune = -1
	for b.w-b.r < n && b.w-b.r < len(b.buf) && b.err == nil {
		b.fill()
	}
	if n > len(b.buf) {
		return b.buf[b.r:b.w], ErrBufferFull
	}
	var err error
	if there := b.w - b.r; there < n {
		n = there
		err = b.takeError()
		if err == nil {
			err = ErrBufferFull
		}
	}
	return b.buf[b.r : b.r+n], err
}

func (b *Reader) Discard(n int) (discarded int, err error) {
	if n < 0 {
		return 0, ErrNegativeCount
	}
	if n == 0 {
		return 0, nil
	}
	b.lastByte = -1
	b.lastRune = -1
	left := n
	for {
		skip := b.Buffered()
		if skip == 0 {
			b.fill()
			skip = b.Buffered()
		}
		skip = min(skip, left)
		b.r += skip
		left -= skip
		if left == 0 {
			return n, nil
		}
		if b.err != nil {
			return n - left, b.takeError()
		}
	}
}

func (b *Reader) Read(p []byte) (n int, err error) {
	n = len(p)
	if n == 0 {
		if b.Buffered() > 0 {
			return 0, nil
		}
		return 0, b.takeError()
	}
	if b.r == b.w {
		if b.err != nil {
			return 0, b.takeError()
		}
		if len(p) >= len(b.buf) {
			// As large as the buffer: without going through it.
			n, b.err = b.rd.Read(p)
			if n < 0 {
				panic(errNegativeRead)
			}
			if n > 0 {
				b.lastByte = int(p[n-1])
				b.lastRune = -1
			}
			return n, b.takeError()
		}
		b.r, b.w = 0, 0
		n, b.err = b.rd.Read(b.buf)
		if n < 0 {
			panic(errNegativeRead)
		}
		if n == 0 {
			return 0, b.takeError()
		}
		b.w += n
	}
	n = copy(p, b.buf[b.r:b.w])
	b.r += n
	b.lastByte = int(b.buf[b.r-1])
	b.lastRune = -1
	return n, nil
}

func (b *Reader) ReadByte() (byte, error) {
	b.lastRune = -1
	for b.r == b.w {
		if b.err != nil {
			return 0, b.takeError()
		}
		b.fill()
	}
	c := b.buf[b.r]
	b.r++
	b.lastByte = int(c)
	return c, nil
}

func (b *Reader) UnreadByte() error {
	if b.lastByte < 0 || b.r == 0 && b.w > 0 {
		return ErrInvalidUnreadByte
	}
	if b.r > 0 {
		b.r--
	} else {
		b.w = 1
	}
	b.buf[b.r] = byte(b.lastByte)
	b.lastByte = -1
	b.lastRune = -1
	return nil
}

func (b *Reader) ReadRune() (r rune, size int, err error) {
	for b.r+utf8.UTFMax > b.w && !utf8.FullRune(b.buf[b.r:b.w]) && b.err == nil && b.w-b.r < len(b.buf) {
		b.fill()
	}
	b.lastRune = -1
	if b.r == b.w {
		return 0, 0, b.takeError()
	}
	r, size = rune(b.buf[b.r]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRune(b.buf[b.r:b.w])
	}
	b.r += size
	b.lastByte = int(b.buf[b.r-1])
	b.lastRune = size
	return r, size, nil
}

func (b *Reader) UnreadRune() error {
	if b.lastRune < 0 || b.r < b.lastRune {
		return ErrInvalidUnreadRune
	}
	b.r -= b.lastRune
	b.lastByte = -1
	b.lastRune = -1
	return nil
}

func (b *Reader) Buffered() int { return b.w - b.r }

func (b *Reader) ReadSlice(delim byte) (line []byte, err error) {
	searched := 0
	for {
		if i := indexByte(b.buf[b.r+searched:b.w], delim); i >= 0 {
			i += searched
			line = b.buf[b.r : b.r+i+1]
			b.r += i + 1
			break
		}
		if b.err != nil {
			line = b.buf[b.r:b.w]
			b.r = b.w
			err = b.takeError()
			break
		}
		if b.Buffered() >= len(b.buf) {
			b.r = b.w
			line = b.buf
			err = ErrBufferFull
			break
		}
		searched = b.w - b.r
		b.fill()
	}
	if i := len(line) - 1; i >= 0 {
		b.lastByte = int(line[i])
		b.lastRune = -1
	}
	return line, err
}

func (b *Reader) ReadLine() (line []byte, isPrefix bool, err error) {
	line, err = b.ReadSlice('\n')
	if err == ErrBufferFull {
		if len(line) > 0 && line[len(line)-1] == '\r' {
			// Perhaps the first half of a line end: for the next call.
			b.r--
			line = line[:len(line)-1]
		}
		return line, true, nil
	}
	if len(line) == 0 {
		if err != nil {
			line = nil
		}
		return line, false, err
	}
	if line[len(line)-1] == '\n' {
		drop := 1
		if len(line) > 1 && line[len(line)-2] == '\r' {
			drop = 2
		}
		line = line[:len(line)-drop]
	}
	return line, false, nil
}

// collect reads until delim, over as many buffers as it takes. The bytes are the caller's own.
func (b *Reader) collect(delim byte) (whole []byte, err error) {
	for {
		part, err := b.ReadSlice(delim)
		if whole == nil {
			whole = append(make([]byte, 0, len(part)), part...)
		} else {
			whole = append(whole, part...)
		}
		if err != ErrBufferFull {
			return whole, err
		}
	}
}

func (b *Reader) ReadBytes(delim byte) ([]byte, error) { return b.collect(delim) }

func (b *Reader) ReadString(delim byte) (string, error) {
	whole, err := b.collect(delim)
	return rt.ViewString(whole), err
}

func (b *Reader) WriteTo(w io.Writer) (n int64, err error) {
	b.lastByte = -1
	b.lastRune = -1
	if b.r < b.w {
		n, err = b.writeBuffered(w)
		if err != nil {
			return n, err
		}
	}
	if r, ok := b.rd.(io.WriterTo); ok {
		m, err := r.WriteTo(w)
		return n + m, err
	}
	if w, ok := w.(io.ReaderFrom); ok {
		m, err := w.ReadFrom(b.rd)
		return n + m, err
	}
	if b.w-b.r < len(b.buf) {
		b.fill()
	}
	for b.r < b.w {
		m, err := b.writeBuffered(w)
		n += m
		if err != nil {
			return n, err
		}
		b.fill()
	}
	if b.err == io.EOF {
		b.err = nil
	}
	return n, b.takeError()
}

func (b *Reader) writeBuffered(w io.Writer) (int64, error) {
	n, err := w.Write(b.buf[b.r:b.w])
	if n < 0 {
		panic(errNegativeWrite)
	}
	b.r += n
	return int64(n), err
}

// Writer collects what is written. After an error it writes nothing more.
type Writer struct {
	err error
	buf []byte
	n   int
	wr  io.Writer
}

func NewWriterSize(w io.Writer, size int) *Writer {
	if b, ok := w.(*Writer); ok && len(b.buf) >= size {
		return b
	}
	if size <= 0 {
		size = defaultSize
	}
	return &Writer{buf: make([]byte, size), wr: w}
}

func NewWriter(w io.Writer) *Writer { return NewWriterSize(w, defaultSize) }

func (b *Writer) Size() int { return len(b.buf) }

func (b *Writer) Reset(w io.Writer) {
	if b == w {
		return
	}
	if b.buf == nil {
		b.buf = make([]byte, defaultSize)
	}
	b.err = nil
	b.n = 0
	b.wr = w
}

func (b *Writer) Flush() error {
	if b.err != nil {
		return b.err
	}
	if b.n == 0 {
		return nil
	}
	n, err := b.wr.Write(b.buf[:b.n])
	if n < b.n && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		if n > 0 && n < b.n {
			copy(b.buf, b.buf[n:b.n])
		}
		b.n -= n
		b.err = err
		return err
	}
	b.n = 0
	return nil
}

func (b *Writer) Available() int          { return len(b.buf) - b.n }
func (b *Writer) AvailableBuffer() []byte { return b.buf[b.n:][:0] }
func (b *Writer) Buffered() int           { return b.n }

func (b *Writer) Write(p []byte) (written int, err error) {
	for len(p) > len(b.buf)-b.n && b.err == nil {
		var n int
		if b.n == 0 {
			n, b.err = b.wr.Write(p)
		} else {
			n = copy(b.buf[b.n:], p)
			b.n += n
			b.Flush()
		}
		written += n
		p = p[n:]
	}
	if b.err != nil {
		return written, b.err
	}
	n := copy(b.buf[b.n:], p)
	b.n += n
	return written + n, nil
}

func (b *Writer) WriteByte(c byte) error {
	if b.n >= len(b.buf) {
		if b.err != nil {
			return b.err
		}
		if b.Flush() != nil {
			return b.err
		}
	} else if b.err != nil {
		return b.err
	}
	b.buf[b.n] = c
	b.n++
	return nil
}

func (b *Writer) WriteRune(r rune) (size int, err error) {
	if uint32(r) < utf8.RuneSelf {
		if err := b.WriteByte(byte(r)); err != nil {
			return 0, err
		}
		return 1, nil
	}
	if b.err != nil {
		return 0, b.err
	}
	if b.Available() < utf8.UTFMax {
		if b.Flush(); b.err != nil {
			return 0, b.err
		}
		if b.Available() < utf8.UTFMax {
			return b.WriteString(string(r))
		}
	}
	size = utf8.EncodeRune(b.buf[b.n:], r)
	b.n += size
	return size, nil
}

func (b *Writer) WriteString(s string) (int, error) {
	written := 0
	for len(s) > len(b.buf)-b.n && b.err == nil {
		var n int
		sw, direct := b.wr.(io.StringWriter)
		if b.n == 0 && direct {
			n, b.err = sw.WriteString(s)
		} else {
			n = copy(b.buf[b.n:], s)
			b.n += n
			b.Flush()
		}
		written += n
		s = s[n:]
	}
	if b.err != nil {
		return written, b.err
	}
	n := copy(b.buf[b.n:], s)
	b.n += n
	return written + n, nil
}

func (b *Writer) ReadFrom(r io.Reader) (n int64, err error) {
	if b.err != nil {
		return 0, b.err
	}
	from, direct := b.wr.(io.ReaderFrom)
	for {
		if b.Available() == 0 {
			if err := b.Flush(); err != nil {
				return n, err
			}
		}
		if direct && b.Buffered() == 0 {
			m, err := from.ReadFrom(r)
			b.err = err
			return n + m, err
		}
		var m int
		tries := 0
		for ; tries < mostEmptyReads; tries++ {
			m, err = r.Read(b.buf[b.n:])
			if m != 0 || err != nil {
				break
			}
		}
		if tries == mostEmptyReads {
			return n, io.ErrNoProgress
		}
		b.n += m
		n += int64(m)
		if err != nil {
			break
		}
	}
	if err == io.EOF {
		if b.Available() == 0 {
			err = b.Flush()
		} else {
			err = nil
		}
	}
	return n, err
}

// ReadWriter is both.
type ReadWriter struct {
	*Reader
	*Writer
}

func NewReadWriter(r *Reader, w *Writer) *ReadWriter { return &ReadWriter{r, w} }
