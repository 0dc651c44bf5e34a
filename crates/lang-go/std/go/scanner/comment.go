package scanner

import (
	"path/filepath"
	"strconv"
	"strings"
)

// comment scans a comment. The offset is that of the first newline in it, or -1 if there is none.
func (s *Scanner) comment() (text string, newline int) {
	start := s.at
	newline = -1
	returns := 0
	s.advance()
	if s.ch == '/' {
		s.advance()
		for s.ch != '\n' && s.ch != eof {
			if s.ch == '\r' {
				returns++
			}
			s.advance()
		}
		end := s.at
		next := -1
		if s.ch == '\n' {
			next = end + 1
		}
		lit := s.src[start:end]
		if lit[len(lit)-1] == '\r' {
			lit = lit[:len(lit)-1]
			returns--
		}
		return s.finish(start, lit, returns, next), newline
	}
	s.advance()
	for s.ch != eof {
		ch := s.ch
		if ch == '\r' {
			returns++
		} else if ch == '\n' && newline < 0 {
			newline = s.at
		}
		s.advance()
		if ch == '*' && s.ch == '/' {
			s.advance()
			return s.finish(start, s.src[start:s.at], returns, s.at), newline
		}
	}
	s.error(start, "comment not terminated")
	return s.finish(start, s.src[start:s.at], returns, -1), newline
}

// finish takes note of a directive and removes carriage returns. The directive is for the text from next on.
func (s *Scanner) finish(start int, lit []byte, returns, next int) string {
	if next >= 0 && (lit[1] == '*' || start == s.line) && strings.HasPrefix(string(lit[2:min(7, len(lit))]), "line ") {
		s.directive(next, start, lit)
	}
	if returns > 0 {
		lit = withoutReturns(lit, lit[1] == '*')
	}
	return string(lit)
}

// withoutReturns removes carriage returns, but those that keep "*" and "/" apart in a general comment.
func withoutReturns(lit []byte, general bool) []byte {
	kept := make([]byte, 0, len(lit))
	for i, b := range lit {
		if b == '\r' && !(general && len(kept) > 2 && kept[len(kept)-1] == '*' && i+1 < len(lit) && lit[i+1] == '/') {
			continue
		}
		kept = append(kept, b)
	}
	return kept
}

// directive reads "line file:line" or "line file:line:column" in a comment.
func (s *Scanner) directive(next, start int, lit []byte) {
	if lit[1] == '*' {
		lit = lit[:len(lit)-2]
	}
	text := string(lit[7:])
	offset := start + 7
	at, number, ok := trailingNumber(text)
	if at == 0 {
		return // There is no colon.
	}
	if !ok {
		s.error(offset+at, "invalid line number: "+text[at:])
		return
	}
	const limit = 1 << 30
	line, column := number, 0
	before, number, two := trailingNumber(text[:at-1])
	if two {
		line, column = number, line
		if column == 0 || column > limit {
			s.error(offset+at, "invalid column number: "+text[at:])
			return
		}
		text = text[:at-1]
		at = before
	}
	if line == 0 || line > limit {
		s.error(offset+at, "invalid line number: "+text[at:])
		return
	}
	name := text[:at-1]
	if name == "" && two {
		name = s.file.Position(s.file.Pos(start)).Filename
	} else if name != "" {
		name = filepath.Clean(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(s.dir, name)
		}
	}
	s.file.AddLineColumnInfo(next, name, line, column)
}

// trailingNumber is the number after the last colon, and where it begins, or 0 if there is no colon.
func trailingNumber(text string) (at, number int, ok bool) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(text[colon+1:], 10, 0)
	return colon + 1, int(n), err == nil
}
