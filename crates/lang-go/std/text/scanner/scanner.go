// Package scanner divides UTF-8 text into the tokens of Go, or into some of them.
package scanner

import (
	"fmt"
	"io"
	"os"
	"unicode"
	"unicode/utf8"
)

// Position is a place in the source; valid if it has a line.
type Position struct {
	Filename string
	Offset   int // in bytes, from 0
	Line     int // from 1
	Column   int // in characters, from 1
}

func (pos *Position) IsValid() bool { return pos.Line > 0 }

func (pos Position) String() string {
	s := pos.Filename
	if s == "" {
		s = "<input>"
	}
	if pos.IsValid() {
		s += fmt.Sprintf(":%d:%d", pos.Line, pos.Column)
	}
	return s
}

// Tokens; any other character is one of its own.
const (
	EOF = -(iota + 1)
	Ident
	Int
	Float
	Char
	String
	RawString
	Comment

	skipComment
)

// Bits of Scanner.Mode: which tokens are told apart.
const (
	ScanIdents     = 1 << -Ident
	ScanInts       = 1 << -Int
	ScanFloats     = 1 << -Float
	ScanChars      = 1 << -Char
	ScanStrings    = 1 << -String
	ScanRawStrings = 1 << -RawString
	ScanComments   = 1 << -Comment
	SkipComments   = 1 << -skipComment
	GoTokens       = ScanIdents | ScanFloats | ScanChars | ScanStrings | ScanRawStrings | ScanComments | SkipComments
)

// GoWhitespace are the characters that Scanner.Whitespace has for Go.
const GoWhitespace = 1<<'\t' | 1<<'\n' | 1<<'\r' | 1<<' '

var tokenNames = [...]string{"EOF", "Ident", "Int", "Float", "Char", "String", "RawString", "Comment"}

func TokenString(tok rune) string {
	if tok < 0 && int(-tok) <= len(tokenNames) {
		return tokenNames[-tok-1]
	}
	return fmt.Sprintf("%q", string(tok))
}

// unread is the next character of a Scanner that has read nothing.
const unread = -2

// Scanner reads tokens. Its Position is where the last one begins.
type Scanner struct {
	src  io.Reader
	buf  []byte // what was read, from the current token on
	base int    // the offset of buf in the source
	at   int    // the next byte in buf

	line, column, lastLine int // lastLine is how long the line before was
	size                   int // bytes of the last character
	next                   rune
	start, end             int // the token in buf; start is negative if there is none

	Error       func(s *Scanner, msg string)
	ErrorCount  int
	Mode        uint
	Whitespace  uint64
	IsIdentRune func(ch rune, i int) bool
	Position
}

func (s *Scanner) Init(src io.Reader) *Scanner {
	*s = Scanner{
		src: src, buf: s.buf[:0], line: 1, next: unread, start: -1, Mode: GoTokens, Whitespace: GoWhitespace,
		IsIdentRune: s.IsIdentRune, Position: s.Position,
	}
	s.Line = 0
	return s
}

func (s *Scanner) error(msg string) {
	s.end = s.at - s.size
	s.ErrorCount++
	if s.Error != nil {
		s.Error(s, msg)
		return
	}
	pos := s.Position
	if !pos.IsValid() {
		pos = s.Pos()
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", pos, msg)
}

const readSize = 1024

// fill reads more; false at the end.
func (s *Scanner) fill() bool {
	drop := s.at
	if s.start >= 0 {
		drop = s.start
	}
	s.buf = s.buf[:copy(s.buf, s.buf[drop:])]
	s.base += drop
	s.at -= drop
	s.end -= drop
	if s.start >= 0 {
		s.start = 0
	}
	n := len(s.buf)
	if cap(s.buf)-n < readSize {
		s.buf = append(make([]byte, 0, 2*cap(s.buf)+readSize), s.buf...)
	}
	k, err := s.src.Read(s.buf[n : n+readSize])
	s.buf = s.buf[:n+k]
	if err != nil && err != io.EOF {
		s.error(err.Error())
	}
	return err == nil
}

// read takes the next character of the source.
func (s *Scanner) read() rune {
	for !utf8.FullRune(s.buf[s.at:]) && s.fill() {
	}
	if s.at == len(s.buf) {
		if s.size > 0 {
			s.column++
		}
		s.size = 0
		return EOF
	}
	ch, size := rune(s.buf[s.at]), 1
	if ch >= utf8.RuneSelf {
		ch, size = utf8.DecodeRune(s.buf[s.at:])
	}
	s.at += size
	s.size = size
	s.column++
	switch {
	case ch == utf8.RuneError && size == 1:
		s.error("invalid UTF-8 encoding")
	case ch == 0:
		s.error("invalid character NUL")
	case ch == '\n':
		s.line++
		s.lastLine = s.column
		s.column = 0
	}
	return ch
}

// Next takes a character, without a token.
func (s *Scanner) Next() rune {
	s.start = -1
	s.Line = 0
	ch := s.Peek()
	if ch != EOF {
		s.next = s.read()
	}
	return ch
}

func (s *Scanner) Peek() rune {
	if s.next == unread {
		s.next = s.read()
		if s.next == '\uFEFF' {
			s.next = s.read()
		}
	}
	return s.next
}

// Pos is where the character after the last token or character begins.
func (s *Scanner) Pos() (pos Position) {
	pos.Filename = s.Filename
	pos.Offset = s.base + s.at - s.size
	switch {
	case s.column > 0:
		pos.Line, pos.Column = s.line, s.column
	case s.lastLine > 0:
		pos.Line, pos.Column = s.line-1, s.lastLine
	default:
		pos.Line, pos.Column = 1, 1
	}
	return pos
}

// TokenText is the text of the last token.
func (s *Scanner) TokenText() string {
	if s.start < 0 || s.end <= s.start {
		return ""
	}
	return string(s.buf[s.start:s.end])
}

func (s *Scanner) isIdent(ch rune, i int) bool {
	if s.IsIdentRune != nil {
		return ch != EOF && s.IsIdentRune(ch, i)
	}
	return ch == '_' || unicode.IsLetter(ch) || i > 0 && unicode.IsDigit(ch)
}

func (s *Scanner) has(mode uint) bool { return s.Mode&mode != 0 }

// Scan takes the next token.
func (s *Scanner) Scan() rune {
	ch := s.Peek()
	for {
		s.start = -1
		s.Line = 0
		for 0 <= ch && ch < 64 && s.Whitespace>>uint(ch)&1 != 0 {
			ch = s.read()
		}
		s.start = s.at - s.size
		s.Offset = s.base + s.start
		s.Line, s.Column = s.line, s.column
		if s.column == 0 {
			s.Line, s.Column = s.line-1, s.lastLine
		}
		tok, next := s.token(ch)
		ch = next
		if tok != skipComment {
			s.end = s.at - s.size
			s.next = ch
			return tok
		}
	}
}

// token takes the token that begins with ch, and tells the character after it.
func (s *Scanner) token(ch rune) (tok, next rune) {
	switch {
	case s.isIdent(ch, 0):
		if !s.has(ScanIdents) {
			return ch, s.read()
		}
		ch = s.read()
		for i := 1; s.isIdent(ch, i); i++ {
			ch = s.read()
		}
		return Ident, ch
	case isDecimal(ch):
		if s.has(ScanInts | ScanFloats) {
			return s.number(ch, false)
		}
	case ch == EOF:
		return EOF, EOF
	case ch == '"' && s.has(ScanStrings):
		s.quoted('"')
		return String, s.read()
	case ch == '\'' && s.has(ScanChars):
		if s.quoted('\'') != 1 {
			s.error("invalid char literal")
		}
		return Char, s.read()
	case ch == '`' && s.has(ScanRawStrings):
		for ch = s.read(); ch != '`' && ch >= 0; ch = s.read() {
		}
		if ch < 0 {
			s.error("literal not terminated")
		}
		return RawString, s.read()
	case ch == '.':
		next = s.read()
		if isDecimal(next) && s.has(ScanFloats) {
			return s.number(next, true)
		}
		return ch, next
	case ch == '/':
		next = s.read()
		if next != '/' && next != '*' || !s.has(ScanComments) {
			return ch, next
		}
		if s.has(SkipComments) {
			s.start = -1
			return skipComment, s.comment(next)
		}
		return Comment, s.comment(next)
	}
	return ch, s.read()
}

// comment passes over one, whose second character is ch.
func (s *Scanner) comment(ch rune) rune {
	if ch == '/' {
		for ch = s.read(); ch != '\n' && ch >= 0; ch = s.read() {
		}
		return ch
	}
	before := rune(0)
	for ch = s.read(); before != '*' || ch != '/'; ch = s.read() {
		if ch < 0 {
			s.error("comment not terminated")
			return ch
		}
		before = ch
	}
	return s.read()
}

// quoted passes over text up to the quote, and counts its characters.
func (s *Scanner) quoted(quote rune) (n int) {
	for ch := s.read(); ch != quote; n++ {
		if ch == '\n' || ch < 0 {
			s.error("literal not terminated")
			return n
		}
		if ch == '\\' {
			ch = s.escape(quote)
		} else {
			ch = s.read()
		}
	}
	return n
}

// escape passes over what stands behind a backslash.
func (s *Scanner) escape(quote rune) rune {
	ch := s.read()
	switch ch {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '\\', quote:
		return s.read()
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return s.escapeDigits(ch, 8, 3)
	case 'x':
		return s.escapeDigits(s.read(), 16, 2)
	case 'u':
		return s.escapeDigits(s.read(), 16, 4)
	case 'U':
		return s.escapeDigits(s.read(), 16, 8)
	}
	s.error("invalid char escape")
	return ch
}

func (s *Scanner) escapeDigits(ch rune, base, n int) rune {
	for ; n > 0 && digit(ch) < base; n-- {
		ch = s.read()
	}
	if n > 0 {
		s.error("invalid char escape")
	}
	return ch
}
