package bufio

import (
	"errors"
	"internal/text"
	"io"
	"unicode/utf8"
)

// SplitFunc finds the next token at the start of data.
type SplitFunc func(data []byte, atEOF bool) (advance int, token []byte, err error)

// Scanner reads tokens: lines, unless told otherwise.
type Scanner struct {
	r       io.Reader
	split   SplitFunc
	longest int
	token   []byte
	buf     []byte
	start   int // what is not yet taken
	end     int
	err     error
	empties int // tokens in a row that took nothing
	begun   bool
	done    bool
}

var (
	ErrTooLong         = errors.New("bufio.Scanner: token too long")
	ErrNegativeAdvance = errors.New("bufio.Scanner: SplitFunc returns negative advance count")
	ErrAdvanceTooFar   = errors.New("bufio.Scanner: SplitFunc returns advance count beyond input")
	ErrBadReadCount    = errors.New("bufio.Scanner: Read returned impossible count")
	ErrFinalToken      = errors.New("final token")
)

const (
	MaxScanTokenSize = 64 * 1024
	startSize        = 4096
)

func NewScanner(r io.Reader) *Scanner {
	return &Scanner{r: r, split: ScanLines, longest: MaxScanTokenSize}
}

func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

func (s *Scanner) Bytes() []byte { return s.token }
func (s *Scanner) Text() string  { return string(s.token) }

func (s *Scanner) Buffer(buf []byte, max int) {
	if s.begun {
		panic("Buffer called after Scan")
	}
	s.buf = buf[0:cap(buf)]
	s.longest = max
}

func (s *Scanner) Split(split SplitFunc) {
	if s.begun {
		panic("Split called after Scan")
	}
	s.split = split
}

func (s *Scanner) Scan() bool {
	if s.done {
		return false
	}
	s.begun = true
	for {
		if s.end > s.start || s.err != nil {
			advance, token, err := s.split(s.buf[s.start:s.end], s.err != nil)
			if err != nil {
				if err == ErrFinalToken {
					s.token = token
					s.done = true
					return token != nil
				}
				s.setError(err)
				return false
			}
			if !s.advance(advance) {
				return false
			}
			s.token = token
			if token != nil {
				if s.err == nil || advance > 0 {
					s.empties = 0
				} else {
					s.empties++
					if s.empties > mostEmptyReads {
						panic("bufio.Scan: too many empty tokens without progressing")
					}
				}
				return true
			}
		}
		if s.err != nil {
			s.start = 0
			s.end = 0
			return false
		}
		if !s.room() {
			return false
		}
		s.read()
	}
}

// room makes some at the end of the buffer.
func (s *Scanner) room() bool {
	if s.start > 0 && (s.end == len(s.buf) || s.start > len(s.buf)/2) {
		copy(s.buf, s.buf[s.start:s.end])
		s.end -= s.start
		s.start = 0
	}
	if s.end < len(s.buf) {
		return true
	}
	if len(s.buf) >= s.longest || len(s.buf) > 1<<62 {
		s.setError(ErrTooLong)
		return false
	}
	size := len(s.buf) * 2
	if size == 0 {
		size = startSize
	}
	larger := make([]byte, min(size, s.longest))
	copy(larger, s.buf[s.start:s.end])
	s.buf = larger
	s.end -= s.start
	s.start = 0
	return true
}

func (s *Scanner) read() {
	for tries := 0; ; {
		n, err := s.r.Read(s.buf[s.end:])
		if n < 0 || len(s.buf)-s.end < n {
			s.setError(ErrBadReadCount)
			return
		}
		s.end += n
		if err != nil {
			s.setError(err)
			return
		}
		if n > 0 {
			s.empties = 0
			return
		}
		tries++
		if tries > mostEmptyReads {
			s.setError(io.ErrNoProgress)
			return
		}
	}
}

func (s *Scanner) advance(n int) bool {
	if n < 0 {
		s.setError(ErrNegativeAdvance)
		return false
	}
	if n > s.end-s.start {
		s.setError(ErrAdvanceTooFar)
		return false
	}
	s.start += n
	return true
}

func (s *Scanner) setError(err error) {
	if s.err == nil || s.err == io.EOF {
		s.err = err
	}
	if err != io.EOF {
		s.token = nil
	}
}

func ScanBytes(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	return 1, data[0:1], nil
}

func ScanRunes(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	if data[0] < utf8.RuneSelf {
		return 1, data[0:1], nil
	}
	if _, size := utf8.DecodeRune(data); size > 1 {
		return size, data[0:size], nil
	}
	if !atEOF && !utf8.FullRune(data) {
		return 0, nil, nil
	}
	return 1, []byte(string(utf8.RuneError)), nil
}

func ScanLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	if i := indexByte(data, '\n'); i >= 0 {
		return i + 1, withoutReturn(data[0:i]), nil
	}
	if atEOF {
		return len(data), withoutReturn(data), nil
	}
	return 0, nil, nil
}

func withoutReturn(data []byte) []byte {
	if len(data) > 0 && data[len(data)-1] == '\r' {
		return data[0 : len(data)-1]
	}
	return data
}

// spaceAt is the size of the white space at the start of data, 0 if there is none, and else the size of the rune.
func spaceAt(data []byte) (space, other int) {
	switch c := data[0]; {
	case c < utf8.RuneSelf:
		if c == ' ' || '\t' <= c && c <= '\r' {
			return 1, 0
		}
		return 0, 1
	}
	r, size := utf8.DecodeRune(data)
	if text.IsSpace(r) {
		return size, 0
	}
	return 0, size
}

func ScanWords(data []byte, atEOF bool) (advance int, token []byte, err error) {
	start := 0
	for start < len(data) {
		space, _ := spaceAt(data[start:])
		if space == 0 {
			break
		}
		start += space
	}
	for i := start; i < len(data); {
		space, other := spaceAt(data[i:])
		if space > 0 {
			return i + space, data[start:i], nil
		}
		i += other
	}
	if atEOF && len(data) > start {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}
