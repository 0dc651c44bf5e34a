// Package io: readers, writers, and what connects them.
package io

import "errors"

const (
	SeekStart   = 0
	SeekCurrent = 1
	SeekEnd     = 2
)

var (
	EOF              = errors.New("EOF")
	ErrUnexpectedEOF = errors.New("unexpected EOF")
	ErrShortWrite    = errors.New("short write")
	ErrShortBuffer   = errors.New("short buffer")
	ErrNoProgress    = errors.New("multiple Read calls return no data or error")
	ErrClosedPipe    = errors.New("io: read/write on closed pipe")
	errInvalidWrite  = errors.New("invalid write result")
	errWhence        = errors.New("Seek: invalid whence")
	errOffset        = errors.New("Seek: invalid offset")
)

type Reader interface {
	Read(p []byte) (n int, err error)
}

type Writer interface {
	Write(p []byte) (n int, err error)
}

type Closer interface {
	Close() error
}

type Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}

type ReadWriter interface {
	Reader
	Writer
}

type ReadCloser interface {
	Reader
	Closer
}

type WriteCloser interface {
	Writer
	Closer
}

type ReadWriteCloser interface {
	Reader
	Writer
	Closer
}

type ReadSeeker interface {
	Reader
	Seeker
}

type ReadSeekCloser interface {
	Reader
	Seeker
	Closer
}

type WriteSeeker interface {
	Writer
	Seeker
}

type ReadWriteSeeker interface {
	Reader
	Writer
	Seeker
}

type ReaderFrom interface {
	ReadFrom(r Reader) (n int64, err error)
}

type WriterTo interface {
	WriteTo(w Writer) (n int64, err error)
}

type ReaderAt interface {
	ReadAt(p []byte, off int64) (n int, err error)
}

type WriterAt interface {
	WriteAt(p []byte, off int64) (n int, err error)
}

type ByteReader interface {
	ReadByte() (byte, error)
}

type ByteScanner interface {
	ByteReader
	UnreadByte() error
}

type ByteWriter interface {
	WriteByte(c byte) error
}

type RuneReader interface {
	ReadRune() (r rune, size int, err error)
}

type RuneScanner interface {
	RuneReader
	UnreadRune() error
}

type StringWriter interface {
	WriteString(s string) (n int, err error)
}

func WriteString(w Writer, s string) (n int, err error) {
	if sw, ok := w.(StringWriter); ok {
		return sw.WriteString(s)
	}
	return w.Write([]byte(s))
}

func ReadAtLeast(r Reader, buf []byte, min int) (n int, err error) {
	if len(buf) < min {
		return 0, ErrShortBuffer
	}
	for n < min && err == nil {
		var k int
		k, err = r.Read(buf[n:])
		n += k
	}
	if n >= min {
		return n, nil
	}
	if n > 0 && err == EOF {
		err = ErrUnexpectedEOF
	}
	return n, err
}

func ReadFull(r Reader, buf []byte) (n int, err error) {
	return ReadAtLeast(r, buf, len(buf))
}

// ReadAll asks for as many bytes each time as Go's does, which readers can see: some lose the bytes that come with
// an error.
func ReadAll(r Reader) ([]byte, error) {
	chunk := make([]byte, 0, 512)
	var full [][]byte
	size, next := 0, 256
	for {
		n, err := r.Read(chunk[len(chunk):cap(chunk)])
		chunk = chunk[:len(chunk)+n]
		if err != nil {
			if err == EOF {
				err = nil
			}
			if full == nil {
				return chunk, err
			}
			all := emptyWithRoom(size + len(chunk))
			for _, part := range full {
				all = append(all, part...)
			}
			return append(all, chunk...), err
		}
		if cap(chunk)-len(chunk) < cap(chunk)/16 {
			full = append(full, chunk)
			size += len(chunk)
			chunk = emptyWithRoom(next)
			next += next / 2
		}
	}
}

// emptyWithRoom has room for so many bytes, and for as many more as an append would give it: appending lets long
// ones be zeroed twice.
func emptyWithRoom(bytes int) []byte {
	if bytes > 32<<10 {
		return make([]byte, 0, (bytes+8191)&^8191)
	}
	return append([]byte(nil), make([]byte, bytes)...)[:0]
}

func Copy(dst Writer, src Reader) (written int64, err error) {
	return copyBuffer(dst, src, nil)
}

func CopyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if buf != nil && len(buf) == 0 {
		panic("empty buffer in CopyBuffer")
	}
	return copyBuffer(dst, src, buf)
}

func CopyN(dst Writer, src Reader, n int64) (written int64, err error) {
	written, err = Copy(dst, LimitReader(src, n))
	if written == n {
		return n, nil
	}
	if written < n && err == nil {
		err = EOF
	}
	return written, err
}

func copyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if wt, ok := src.(WriterTo); ok {
		return wt.WriteTo(dst)
	}
	if rf, ok := dst.(ReaderFrom); ok {
		return rf.ReadFrom(src)
	}
	if buf == nil {
		size := 32 * 1024
		if l, ok := src.(*LimitedReader); ok && int64(size) > l.N {
			size = int(max(l.N, 1))
		}
		buf = make([]byte, size)
	}
	for {
		n, readErr := src.Read(buf)
		if n > 0 {
			k, writeErr := dst.Write(buf[:n])
			if k < 0 || n < k {
				k = 0
				if writeErr == nil {
					writeErr = errInvalidWrite
				}
			}
			written += int64(k)
			if writeErr != nil {
				return written, writeErr
			}
			if k != n {
				return written, ErrShortWrite
			}
		}
		if readErr != nil {
			if readErr == EOF {
				readErr = nil
			}
			return written, readErr
		}
	}
}

// LimitedReader reads at most N more bytes from R.
type LimitedReader struct {
	R Reader
	N int64
}

func LimitReader(r Reader, n int64) Reader { return &LimitedReader{r, n} }

func (l *LimitedReader) Read(p []byte) (n int, err error) {
	if l.N <= 0 {
		return 0, EOF
	}
	if int64(len(p)) > l.N {
		p = p[:l.N]
	}
	n, err = l.R.Read(p)
	l.N -= int64(n)
	return n, err
}

// SectionReader reads a part of what lies under a ReaderAt.
type SectionReader struct {
	at               ReaderAt
	start, off, stop int64
	n                int64
}

func NewSectionReader(r ReaderAt, off int64, n int64) *SectionReader {
	stop := int64(1<<63 - 1)
	if off <= stop-n {
		stop = off + n
	}
	return &SectionReader{r, off, off, stop, n}
}

// Outer is what the section was made from.
func (s *SectionReader) Outer() (r ReaderAt, off int64, n int64) { return s.at, s.start, s.n }

func (s *SectionReader) Read(p []byte) (n int, err error) {
	if s.off >= s.stop {
		return 0, EOF
	}
	if rest := s.stop - s.off; int64(len(p)) > rest {
		p = p[:rest]
	}
	n, err = s.at.ReadAt(p, s.off)
	s.off += int64(n)
	return n, err
}

func (s *SectionReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case SeekStart:
		offset += s.start
	case SeekCurrent:
		offset += s.off
	case SeekEnd:
		offset += s.stop
	default:
		return 0, errWhence
	}
	if offset < s.start {
		return 0, errOffset
	}
	s.off = offset
	return offset - s.start, nil
}

func (s *SectionReader) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 || off >= s.Size() {
		return 0, EOF
	}
	off += s.start
	if rest := s.stop - off; int64(len(p)) > rest {
		n, err = s.at.ReadAt(p[:rest], off)
		if err == nil {
			err = EOF
		}
		return n, err
	}
	return s.at.ReadAt(p, off)
}

func (s *SectionReader) Size() int64 { return s.stop - s.start }

// OffsetWriter writes at an offset into what lies under a WriterAt.
type OffsetWriter struct {
	at         WriterAt
	start, off int64
}

func NewOffsetWriter(w WriterAt, off int64) *OffsetWriter { return &OffsetWriter{w, off, off} }

func (o *OffsetWriter) Write(p []byte) (n int, err error) {
	n, err = o.at.WriteAt(p, o.off)
	o.off += int64(n)
	return n, err
}

func (o *OffsetWriter) WriteAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errOffset
	}
	return o.at.WriteAt(p, off+o.start)
}

func (o *OffsetWriter) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case SeekStart:
		offset += o.start
	case SeekCurrent:
		offset += o.off
	default:
		return 0, errWhence
	}
	if offset < o.start {
		return 0, errOffset
	}
	o.off = offset
	return offset - o.start, nil
}

type teeReader struct {
	r Reader
	w Writer
}

// TeeReader writes to w what it reads from r.
func TeeReader(r Reader, w Writer) Reader { return &teeReader{r, w} }

func (t *teeReader) Read(p []byte) (n int, err error) {
	n, err = t.r.Read(p)
	if n > 0 {
		if k, err := t.w.Write(p[:n]); err != nil {
			return k, err
		}
	}
	return n, err
}

type multiReader struct{ readers []Reader }

// MultiReader reads its readers one after the other.
func MultiReader(readers ...Reader) Reader {
	return &multiReader{append([]Reader(nil), readers...)}
}

func (m *multiReader) Read(p []byte) (n int, err error) {
	for len(m.readers) > 0 {
		m.unwrap()
		if len(m.readers) == 0 {
			break
		}
		n, err = m.readers[0].Read(p)
		if err == EOF {
			m.drop()
		}
		if n > 0 || err != EOF {
			if err == EOF && len(m.readers) > 0 {
				err = nil
			}
			return n, err
		}
	}
	return 0, EOF
}

// unwrap takes the place of a reader of the same kind that is the only one left: a chain of them would
// otherwise be a call deeper for each.
func (m *multiReader) unwrap() {
	for len(m.readers) == 1 {
		inner, ok := m.readers[0].(*multiReader)
		if !ok {
			return
		}
		m.readers = inner.readers
	}
}

// empty is a reader that has ended.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, EOF }

// drop forgets the first reader, so that nothing keeps it. Another reader may have the list as well.
func (m *multiReader) drop() {
	m.readers[0] = empty{}
	m.readers = m.readers[1:]
}

func (m *multiReader) WriteTo(w Writer) (sum int64, err error) {
	return m.writeTo(w, make([]byte, 32<<10))
}

// writeTo copies all readers through one buffer.
func (m *multiReader) writeTo(w Writer, buffer []byte) (sum int64, err error) {
	for len(m.readers) > 0 {
		var n int64
		if inner, ok := m.readers[0].(*multiReader); ok {
			n, err = inner.writeTo(w, buffer)
		} else {
			n, err = copyBuffer(w, m.readers[0], buffer)
		}
		sum += n
		if err != nil {
			return sum, err
		}
		m.drop()
	}
	m.readers = nil
	return sum, nil
}

type multiWriter struct{ writers []Writer }

// MultiWriter writes to all its writers.
func MultiWriter(writers ...Writer) Writer {
	all := make([]Writer, 0, len(writers))
	for _, w := range writers {
		if inner, ok := w.(*multiWriter); ok {
			all = append(all, inner.writers...)
		} else {
			all = append(all, w)
		}
	}
	return &multiWriter{all}
}

func (m *multiWriter) Write(p []byte) (n int, err error) {
	for _, w := range m.writers {
		n, err = w.Write(p)
		if err != nil {
			return n, err
		}
		if n != len(p) {
			return n, ErrShortWrite
		}
	}
	return len(p), nil
}

func (m *multiWriter) WriteString(s string) (n int, err error) {
	var bytes []byte // made at most once
	for _, w := range m.writers {
		if sw, ok := w.(StringWriter); ok {
			n, err = sw.WriteString(s)
		} else {
			if bytes == nil {
				bytes = []byte(s)
			}
			n, err = w.Write(bytes)
		}
		if err != nil {
			return n, err
		}
		if n != len(s) {
			return n, ErrShortWrite
		}
	}
	return len(s), nil
}

type discard struct{}

// Discard takes everything and keeps nothing.
var Discard Writer = discard{}

func (discard) Write(p []byte) (int, error)       { return len(p), nil }
func (discard) WriteString(s string) (int, error) { return len(s), nil }

type nopCloser struct{ Reader }

func (nopCloser) Close() error { return nil }

type nopCloserWriterTo struct{ Reader }

func (nopCloserWriterTo) Close() error { return nil }
func (c nopCloserWriterTo) WriteTo(w Writer) (n int64, err error) {
	return c.Reader.(WriterTo).WriteTo(w)
}

// NopCloser gives a reader a Close that does nothing.
func NopCloser(r Reader) ReadCloser {
	if _, ok := r.(WriterTo); ok {
		return nopCloserWriterTo{r}
	}
	return nopCloser{r}
}
