// Package content reads bytes that lie in memory: what strings.Reader and bytes.Reader are made of.
package content

import (
	"errors"
	"internal/rt"
	"io"
	"unicode/utf8"
)

// Reader reads a string, or the bytes that a string is a view of.
type Reader struct {
	s     string
	i     int64
	prev  int  // where the last rune began; negative if nothing can be unread so
	bytes bool // what it reads are bytes to those who use it
}

func Of(s string, bytes bool) Reader { return Reader{s, 0, -1, bytes} }

func (r *Reader) fail(text string) error {
	if r.bytes {
		return errors.New("bytes.Reader." + text)
	}
	return errors.New("strings.Reader." + text)
}

func (r *Reader) what() string {
	if r.bytes {
		return "slice"
	}
	return "string"
}

func (r *Reader) Len() int {
	if r.i >= int64(len(r.s)) {
		return 0
	}
	return int(int64(len(r.s)) - r.i)
}

func (r *Reader) Size() int64 { return int64(len(r.s)) }

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
		return 0, r.fail("ReadAt: negative offset")
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
		return r.fail("UnreadByte: at beginning of " + r.what())
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
	ch, size = utf8.DecodeRuneInString(r.s[r.i:])
	r.i += int64(size)
	return ch, size, nil
}

func (r *Reader) UnreadRune() error {
	if r.i <= 0 {
		return r.fail("UnreadRune: at beginning of " + r.what())
	}
	if r.prev < 0 {
		return r.fail("UnreadRune: previous operation was not ReadRune")
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
		return 0, r.fail("Seek: invalid whence")
	}
	if abs < 0 {
		return 0, r.fail("Seek: negative position")
	}
	r.i = abs
	return abs, nil
}

func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	r.prev = -1
	if r.i >= int64(len(r.s)) {
		return 0, nil
	}
	s := r.s[r.i:]
	var m int
	if r.bytes {
		m, err = w.Write(rt.ViewBytes(s))
	} else {
		m, err = io.WriteString(w, s)
	}
	if m > len(s) {
		panic(r.fail("WriteTo: invalid count").Error())
	}
	r.i += int64(m)
	if m != len(s) && err == nil {
		err = io.ErrShortWrite
	}
	return int64(m), err
}
