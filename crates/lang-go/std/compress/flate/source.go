package flate

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// source looks ahead in a reader without taking bytes out of it, where that is possible.
type source struct {
	from     Reader
	buffered *bufio.Reader
	buffer   *bytes.Buffer
	at       readerAt
	scratch  []byte
	one      [1]byte
	own      *bufio.Reader // around readers that do not read single bytes
}

// readerAt is bytes.Reader or strings.Reader.
type readerAt interface {
	io.ReaderAt
	io.Seeker
	Len() int
	Size() int64
}

func (s *source) reset(r io.Reader) {
	s.buffered, s.buffer, s.at = nil, nil, nil
	switch r := r.(type) {
	case *bufio.Reader:
		s.from, s.buffered = r, r
	case *bytes.Buffer:
		s.from, s.buffer = r, r
	case *bytes.Reader:
		s.from, s.at = r, r
	case *strings.Reader:
		s.from, s.at = r, r
	case Reader:
		s.from = r
	default:
		if s.own == nil {
			s.own = bufio.NewReader(r)
		} else {
			s.own.Reset(r)
		}
		s.from, s.buffered = s.own, s.own
	}
}

// peeks tells whether bytes that are looked at stay in the reader.
func (s *source) peeks() bool { return s.buffered != nil || s.buffer != nil || s.at != nil }

// most is how many bytes are looked at at once.
const most = 16 << 10

// peek gives bytes that are there already, without waiting for any. They stay in the reader.
func (s *source) peek() []byte {
	switch {
	case s.buffered != nil:
		ahead, _ := s.buffered.Peek(min(s.buffered.Buffered(), most))
		return ahead
	case s.buffer != nil:
		ahead := s.buffer.Bytes()
		return ahead[:min(len(ahead), most)]
	case s.at != nil:
		if s.scratch == nil {
			s.scratch = make([]byte, most/2)
		}
		n, _ := s.at.ReadAt(s.scratch, s.at.Size()-int64(s.at.Len()))
		return s.scratch[:n]
	}
	return nil
}

// fill gives at least one byte, or an error. It takes the byte out of readers that cannot be looked into.
func (s *source) fill() ([]byte, error) {
	if s.buffered != nil {
		if _, err := s.buffered.Peek(1); err != nil {
			return nil, err
		}
	}
	if ahead := s.peek(); len(ahead) > 0 {
		return ahead, nil
	}
	b, err := s.from.ReadByte()
	if err != nil {
		return nil, err
	}
	s.one[0] = b
	return s.one[:], nil
}

// take takes bytes that were looked at.
func (s *source) take(n int) {
	switch {
	case n == 0:
	case s.buffered != nil:
		s.buffered.Discard(n)
	case s.buffer != nil:
		s.buffer.Next(n)
	case s.at != nil:
		s.at.Seek(int64(n), io.SeekCurrent)
	}
}
