// Package mimeheader reads lines and headers as mail, MIME and HTTP have them: what net/textproto and mime/multipart share.
package mimeheader

import (
	"bufio"
	"errors"
	"math"
	"strconv"
	"strings"
)

// Malformed tells what is wrong with a header.
type Malformed string

func (m Malformed) Error() string { return string(m) }

// ErrTooLarge is the error of what exceeds a limit.
var ErrTooLarge = errors.New("message too large")

// What a header and each of its keys are taken to need, besides their texts.
const (
	headerSize = 400
	entrySize  = 100
)

// quotedLine is the length of the longest line that an error quotes.
const quotedLine = 80

// NoLimit is a limit that is none.
const NoLimit = math.MaxInt64

// Line reads a line without its end, of which the next read may use the memory.
func Line(r *bufio.Reader, limit int64) ([]byte, error) {
	var line []byte
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return nil, err
		}
		if int64(len(line)+len(part)) > limit {
			return nil, ErrTooLarge
		}
		if line == nil && !more {
			return part, nil
		}
		line = append(line, part...)
		if !more {
			return line, nil
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func trim(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// skipBlanks tells whether there were any.
func skipBlanks(r *bufio.Reader) bool {
	some := false
	for {
		c, err := r.ReadByte()
		if err != nil {
			return some
		}
		if !isBlank(c) {
			r.UnreadByte()
			return some
		}
		some = true
	}
}

// Continued reads a line together with those after it that begin with blanks, each of which a single blank replaces. A check
// may refuse the first line.
func Continued(r *bufio.Reader, limit int64, check func(line []byte) error) ([]byte, error) {
	line, err := Line(r, limit)
	if err != nil || len(line) == 0 {
		return line, err
	}
	if check != nil {
		if err := check(line); err != nil {
			return nil, err
		}
	}
	line = trim(line)
	if r.Buffered() > 0 {
		if next, err := r.Peek(1); err == nil && !isBlank(next[0]) {
			return line, nil
		}
	}
	// What follows may take the place of the line in the buffer.
	whole := append(make([]byte, 0, 2*len(line)), line...)
	for skipBlanks(r) {
		part, err := Line(r, limit-int64(len(whole)))
		if err == ErrTooLarge {
			return nil, err
		}
		whole = append(whole, ' ')
		if err != nil {
			break
		}
		whole = append(whole, trim(part)...)
	}
	return whole, nil
}

func hasColon(line []byte) error {
	for _, c := range line {
		if c == ':' {
			return nil
		}
	}
	return Malformed("malformed MIME header: missing colon: " + strconv.Quote(string(line)))
}

// tokenLetters has a bit for each byte of a token.
var tokenLetters = func() (set [4]uint64) {
	for c := byte('!'); c <= '~'; c++ {
		if strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) < 0 {
			set[c>>6] |= 1 << (c & 63)
		}
	}
	return set
}()

func tokenLetter(c byte) bool { return tokenLetters[c>>6]>>(c&63)&1 != 0 }

// Key writes a key with capital letters at its start and after dashes. One that is no token stays as it is; that with a
// letter other than a blank is not valid. The capital letters are written into s too.
func Key(s []byte) (key string, valid bool) {
	plain := false
	for _, c := range s {
		if !tokenLetter(c) {
			if c != ' ' {
				return string(s), false
			}
			plain = true
		}
	}
	if plain {
		return string(s), true
	}
	upper := true
	for i, c := range s {
		if upper && 'a' <= c && c <= 'z' {
			s[i] = c - 'a' + 'A'
		} else if !upper && 'A' <= c && c <= 'Z' {
			s[i] = c - 'A' + 'a'
		}
		upper = c == '-'
	}
	return string(s), true
}

// Canonical tells whether Key would change a key.
func Canonical(s string) bool {
	upper := true
	for i := range len(s) {
		c := s[i]
		if !tokenLetter(c) {
			return true
		}
		if upper && 'a' <= c && c <= 'z' || !upper && 'A' <= c && c <= 'Z' {
			return false
		}
		upper = c == '-'
	}
	return true
}

func validValue(value []byte) bool {
	for _, c := range value {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// Read reads a header and the empty line that ends it. It adds each value to those of its key, and gives what it has read
// so far where it fails.
func Read(r *bufio.Reader, memory, count int64) (map[string][]string, error) {
	h := make(map[string][]string)
	if first, err := r.Peek(1); err == nil && isBlank(first[0]) {
		line, err := Line(r, quotedLine)
		if err != nil {
			return h, err
		}
		return h, Malformed("malformed MIME header initial line: " + strconv.Quote(string(line)))
	}
	memory -= headerSize
	for {
		line, err := Continued(r, memory, hasColon)
		if len(line) == 0 {
			return h, err
		}
		colon := 0
		for colon < len(line) && line[colon] != ':' {
			colon++
		}
		if colon == len(line) {
			return h, Malformed("malformed MIME header line: " + strconv.Quote(string(line)))
		}
		key, valid := Key(line[:colon])
		if !valid || key == "" || !validValue(line[colon+1:]) {
			return h, Malformed("malformed MIME header line: " + strconv.Quote(string(line)))
		}
		if count--; count < 0 {
			return h, ErrTooLarge
		}
		value := line[colon+1:]
		for len(value) > 0 && isBlank(value[0]) {
			value = value[1:]
		}
		if h[key] == nil {
			memory -= int64(len(key)) + entrySize
		}
		if memory -= int64(len(value)); memory < 0 {
			return h, ErrTooLarge
		}
		h[key] = append(h[key], string(value))
		if err != nil {
			return h, err
		}
	}
}
