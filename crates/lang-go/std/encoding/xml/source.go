package xml

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// A source lends windows of an input. The decoder tells how much of a window it has used, so that a reader
// that counts as an io.ByteReader is left just after what was decoded.
type source interface {
	// window returns bytes not used yet: some, or an error.
	window() ([]byte, error)
	// use takes n bytes of the last window as read.
	use(n int)
}

func sourceOf(r io.Reader) source {
	switch r := r.(type) {
	case *bytes.Buffer:
		return (*bufferSource)(r)
	case *bytes.Reader:
		return &seekSource{r: r}
	case *strings.Reader:
		return &seekSource{r: r}
	case *bufio.Reader:
		return (*bufioSource)(r)
	case io.ByteReader:
		return &byteSource{r: r}
	}
	return (*bufioSource)(bufio.NewReader(r))
}

type bufferSource bytes.Buffer

func (s *bufferSource) window() ([]byte, error) {
	if b := (*bytes.Buffer)(s).Bytes(); len(b) > 0 {
		return b, nil
	}
	return nil, io.EOF
}

func (s *bufferSource) use(n int) { (*bytes.Buffer)(s).Next(n) }

type bufioSource bufio.Reader

func (s *bufioSource) window() ([]byte, error) {
	r := (*bufio.Reader)(s)
	if r.Buffered() == 0 {
		if b, err := r.Peek(1); len(b) == 0 {
			if err == nil {
				err = io.EOF
			}
			return nil, err
		}
	}
	return r.Peek(r.Buffered())
}

func (s *bufioSource) use(n int) { (*bufio.Reader)(s).Discard(n) }

// seekSource reads ahead in a reader of bytes or of a string, and then moves it.
type seekSource struct {
	r interface {
		io.ReaderAt
		io.Seeker
		Len() int
		Size() int64
	}
	ahead []byte // what has been read ahead, of which some may be used
	used  int
	left  int // Len of the reader where ahead[used:] begins
	chunk []byte
}

func (s *seekSource) window() ([]byte, error) {
	n := s.r.Len()
	if n == 0 {
		return nil, io.EOF
	}
	if n == s.left && s.used < len(s.ahead) {
		return s.ahead[s.used:], nil
	}
	if s.chunk == nil {
		s.chunk = make([]byte, min(n, 8192))
	}
	m, _ := s.r.ReadAt(s.chunk, s.r.Size()-int64(n))
	s.ahead, s.used, s.left = s.chunk[:m], 0, n
	return s.ahead, nil
}

func (s *seekSource) use(n int) {
	s.used += n
	s.left -= n
	s.r.Seek(int64(n), io.SeekCurrent)
}

// byteSource reads byte by byte. A byte that was read but not used stays.
type byteSource struct {
	r    io.ByteReader
	one  [1]byte
	have bool
}

func (s *byteSource) window() ([]byte, error) {
	if !s.have {
		c, err := s.r.ReadByte()
		if err != nil {
			return nil, err
		}
		s.one[0], s.have = c, true
	}
	return s.one[:], nil
}

func (s *byteSource) use(n int) {
	if n > 0 {
		s.have = false
	}
}

// restReader is what a CharsetReader gets: the input from where the decoder is. It stays an io.ByteReader.
func (d *Decoder) restReader() io.Reader {
	if d.src == nil {
		return bytes.NewReader(d.buf[d.pos:])
	}
	d.leave()
	return d.reader
}

func (d *Decoder) setReader(r io.Reader) {
	d.count()
	d.saveTo(d.pos)
	d.base += int64(d.pos)
	d.buf, d.pos, d.counted, d.saveFrom = nil, 0, 0, 0
	d.src = sourceOf(r)
	if b, ok := d.src.(*bufioSource); ok {
		r = (*bufio.Reader)(b)
	}
	d.reader = r
}

// fill gets a new window, when the last one is used up. False means that d.err is set.
func (d *Decoder) fill() bool {
	if d.err != nil {
		return false
	}
	if d.src == nil {
		d.err = io.EOF
		return false
	}
	d.leave()
	b, err := d.src.window()
	if len(b) == 0 {
		d.err = err
		return false
	}
	d.buf = b
	return true
}

// leave gives the window back. What the input is read by next, the decoder or the program, begins at the
// offset.
func (d *Decoder) leave() {
	if d.src == nil || d.buf == nil {
		return
	}
	d.count()
	d.saveTo(d.pos)
	d.src.use(d.pos)
	d.base += int64(d.pos)
	d.buf, d.pos, d.counted, d.saveFrom = nil, 0, 0, 0
}

// count counts the lines of what has been read of the window. It takes back a byte that was read and then
// unread.
func (d *Decoder) count() {
	if d.counted >= d.pos {
		return
	}
	b := d.buf[d.counted:d.pos]
	if n := bytes.Count(b, newline); n > 0 {
		d.line += n
		d.lineStart = d.base + int64(d.counted+bytes.LastIndexByte(b, '\n')+1)
	}
	d.counted = d.pos
}

var newline = []byte{'\n'}

// saveTo saves the window up to an offset, if the text of an element is wanted.
func (d *Decoder) saveTo(end int) {
	if d.saving > 0 && end > d.saveFrom {
		d.saved = append(d.saved, d.buf[d.saveFrom:end]...)
		d.saveFrom = end
	}
}

// InputOffset returns the offset of the end of the token that was returned last.
func (d *Decoder) InputOffset() int64 { return d.base + int64(d.pos) }

// InputPos returns the line and the column, from 1, of the end of the token that was returned last.
func (d *Decoder) InputPos() (line, column int) {
	d.count()
	return d.line, int(d.InputOffset()-d.lineStart) + 1
}
