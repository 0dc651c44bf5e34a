package bytes

import (
	"errors"
	"internal/content"
	"io"
	"unicode/utf8"
)

// MinRead is the room that ReadFrom gives to each Read.
const MinRead = 512

var ErrTooLarge = errors.New("bytes.Buffer: too large")

const maxInt = int(^uint(0) >> 1)

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
	if n > maxInt-2*cap(b.buf) {
		panic(ErrTooLarge)
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

// reader has the methods of Reader.
type reader = content.Reader

// Reader reads a slice of bytes.
type Reader struct{ reader }

func NewReader(b []byte) *Reader { return &Reader{content.Of(view(b), true)} }
func (r *Reader) Reset(b []byte) { r.reader = content.Of(view(b), true) }
