package bytes

import (
	"errors"
	"io"
	"unicode/utf8"
)

// MinRead is the room that ReadFrom gives to each Read.
const MinRead = 512

var ErrTooLarge = errors.New("bytes.Buffer: too large")

// Buffer is written at its end and read from its start.
type Buffer struct {
	buf  []byte
	off  int
	last int8 // what was read last: a rune of so many bytes, -1 for anything else, 0 for nothing
}

func NewBuffer(buf []byte) *Buffer        { return &Buffer{buf: buf} }
func NewBufferString(s string) *Buffer    { return &Buffer{buf: []byte(s)} }
func (b *Buffer) Bytes() []byte           { return b.buf[b.off:] }
func (b *Buffer) Len() int                { return len(b.buf) - b.off }
func (b *Buffer) Cap() int                { return cap(b.buf) }
func (b *Buffer) Available() int          { return cap(b.buf) - len(b.buf) }
func (b *Buffer) AvailableBuffer() []byte { return b.buf[len(b.buf):] }

func (b *Buffer) String() string {
	if b == nil {
		return "<nil>"
	}
	return string(b.buf[b.off:])
}

func (b *Buffer) Reset() {
	b.buf = b.buf[:0]
	b.off = 0
	b.last = 0
}

func (b *Buffer) Truncate(n int) {
	if n == 0 {
		b.Reset()
		return
	}
	b.last = 0
	if n < 0 || n > b.Len() {
		panic("bytes.Buffer: truncation out of range")
	}
	b.buf = b.buf[:b.off+n]
}

func (b *Buffer) Grow(n int) {
	if n < 0 {
		panic("bytes.Buffer.Grow: negative count")
	}
	b.room(n)
}

// room makes space for n more bytes, first where others were read.
func (b *Buffer) room(n int) {
	if b.off > 0 && b.off == len(b.buf) {
		b.Reset()
	}
	if n <= cap(b.buf)-len(b.buf) {
		return
	}
	if b.off > 0 && b.Len()+n <= cap(b.buf)/2 {
		b.buf = b.buf[:copy(b.buf, b.buf[b.off:])]
		b.off = 0
		return
	}
	larger := make([]byte, b.Len(), max(2*cap(b.buf)+n, 64))
	copy(larger, b.buf[b.off:])
	b.buf = larger
	b.off = 0
}

func (b *Buffer) Write(p []byte) (n int, err error) {
	b.last = 0
	if len(p) > cap(b.buf)-len(b.buf) {
		b.room(len(p))
	}
	b.buf = append(b.buf, p...)
	return len(p), nil
}

func (b *Buffer) WriteString(s string) (n int, err error) {
	b.last = 0
	if len(s) > cap(b.buf)-len(b.buf) {
		b.room(len(s))
	}
	b.buf = append(b.buf, s...)
	return len(s), nil
}

func (b *Buffer) WriteByte(c byte) error {
	b.last = 0
	if len(b.buf) == cap(b.buf) {
		b.room(1)
	}
	b.buf = append(b.buf, c)
	return nil
}

func (b *Buffer) WriteRune(r rune) (n int, err error) {
	b.last = 0
	b.room(utf8.UTFMax)
	n = len(b.buf)
	b.buf = utf8.AppendRune(b.buf, r)
	return len(b.buf) - n, nil
}

func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	b.last = 0
	for {
		b.room(MinRead)
		m, err := r.Read(b.buf[len(b.buf):cap(b.buf)])
		if m < 0 {
			panic(errors.New("bytes.Buffer: reader returned negative count from Read"))
		}
		b.buf = b.buf[:len(b.buf)+m]
		n += int64(m)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	b.last = 0
	if there := b.Len(); there > 0 {
		m, err := w.Write(b.buf[b.off:])
		if m > there {
			panic("bytes.Buffer.WriteTo: invalid Write count")
		}
		b.off += m
		n = int64(m)
		if err != nil {
			return n, err
		}
		if m != there {
			return n, io.ErrShortWrite
		}
	}
	b.Reset()
	return n, nil
}

func (b *Buffer) Read(p []byte) (n int, err error) {
	b.last = 0
	if b.off >= len(b.buf) {
		b.Reset()
		if len(p) == 0 {
			return 0, nil
		}
		return 0, io.EOF
	}
	n = copy(p, b.buf[b.off:])
	b.off += n
	if n > 0 {
		b.last = -1
	}
	return n, nil
}

func (b *Buffer) Peek(n int) ([]byte, error) {
	if b.Len() < n {
		return b.buf[b.off:], io.EOF
	}
	return b.buf[b.off : b.off+n], nil
}

func (b *Buffer) Next(n int) []byte {
	b.last = 0
	n = min(n, b.Len())
	data := b.buf[b.off : b.off+n]
	b.off += n
	if n > 0 {
		b.last = -1
	}
	return data
}

func (b *Buffer) ReadByte() (byte, error) {
	if b.off >= len(b.buf) {
		b.Reset()
		return 0, io.EOF
	}
	c := b.buf[b.off]
	b.off++
	b.last = -1
	return c, nil
}

func (b *Buffer) ReadRune() (r rune, size int, err error) {
	if b.off >= len(b.buf) {
		b.Reset()
		return 0, 0, io.EOF
	}
	r, size = utf8.DecodeRune(b.buf[b.off:])
	b.off += size
	b.last = int8(size)
	return r, size, nil
}

func (b *Buffer) UnreadRune() error {
	if b.last <= 0 {
		return errors.New("bytes.Buffer: UnreadRune: previous operation was not a successful ReadRune")
	}
	b.off -= int(b.last)
	b.last = 0
	return nil
}

func (b *Buffer) UnreadByte() error {
	if b.last == 0 {
		return errors.New("bytes.Buffer: UnreadByte: previous operation was not a successful read")
	}
	b.last = 0
	if b.off > 0 {
		b.off--
	}
	return nil
}

func (b *Buffer) readSlice(delim byte) (line []byte, err error) {
	i := IndexByte(b.buf[b.off:], delim)
	end := b.off + i + 1
	if i < 0 {
		end = len(b.buf)
		err = io.EOF
	}
	line = b.buf[b.off:end]
	b.off = end
	b.last = -1
	return line, err
}

func (b *Buffer) ReadBytes(delim byte) (line []byte, err error) {
	part, err := b.readSlice(delim)
	return append(line, part...), err
}

func (b *Buffer) ReadString(delim byte) (line string, err error) {
	part, err := b.readSlice(delim)
	return string(part), err
}

// Reader reads a slice of bytes.
type Reader struct {
	s    []byte
	i    int64
	prev int
}

func NewReader(b []byte) *Reader { return &Reader{b, 0, -1} }

func (r *Reader) Len() int {
	if r.i >= int64(len(r.s)) {
		return 0
	}
	return int(int64(len(r.s)) - r.i)
}

func (r *Reader) Size() int64    { return int64(len(r.s)) }
func (r *Reader) Reset(b []byte) { *r = Reader{b, 0, -1} }

func (r *Reader) Read(b []byte) (n int, err error) {
	if r.i >= int64(len(r.s)) {
		return 0, io.EOF
	}
	r.prev = -1
	n = copy(b, r.s[r.i:])
	r.i += int64(n)
	return n, nil
}

func (r *Reader) ReadAt(b []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errors.New("bytes.Reader.ReadAt: negative offset")
	}
	if off >= int64(len(r.s)) {
		return 0, io.EOF
	}
	n = copy(b, r.s[off:])
	if n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (r *Reader) ReadByte() (byte, error) {
	r.prev = -1
	if r.i >= int64(len(r.s)) {
		return 0, io.EOF
	}
	b := r.s[r.i]
	r.i++
	return b, nil
}

func (r *Reader) UnreadByte() error {
	if r.i <= 0 {
		return errors.New("bytes.Reader.UnreadByte: at beginning of slice")
	}
	r.prev = -1
	r.i--
	return nil
}

func (r *Reader) ReadRune() (ch rune, size int, err error) {
	if r.i >= int64(len(r.s)) {
		r.prev = -1
		return 0, 0, io.EOF
	}
	r.prev = int(r.i)
	ch, size = utf8.DecodeRune(r.s[r.i:])
	r.i += int64(size)
	return ch, size, nil
}

func (r *Reader) UnreadRune() error {
	if r.i <= 0 {
		return errors.New("bytes.Reader.UnreadRune: at beginning of slice")
	}
	if r.prev < 0 {
		return errors.New("bytes.Reader.UnreadRune: previous operation was not ReadRune")
	}
	r.i = int64(r.prev)
	r.prev = -1
	return nil
}

func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	r.prev = -1
	var abs int64
	switch whence {
	case io.SeekStart:
		abs = offset
	case io.SeekCurrent:
		abs = r.i + offset
	case io.SeekEnd:
		abs = int64(len(r.s)) + offset
	default:
		return 0, errors.New("bytes.Reader.Seek: invalid whence")
	}
	if abs < 0 {
		return 0, errors.New("bytes.Reader.Seek: negative position")
	}
	r.i = abs
	return abs, nil
}

func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	r.prev = -1
	if r.i >= int64(len(r.s)) {
		return 0, nil
	}
	b := r.s[r.i:]
	m, err := w.Write(b)
	if m > len(b) {
		panic("bytes.Reader.WriteTo: invalid Write count")
	}
	r.i += int64(m)
	if m != len(b) && err == nil {
		err = io.ErrShortWrite
	}
	return int64(m), err
}
