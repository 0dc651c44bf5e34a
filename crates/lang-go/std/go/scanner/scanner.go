// Package scanner splits source text of Go into tokens.
package scanner

import (
	"fmt"
	"go/token"
	"path/filepath"
	"unicode"
	"unicode/utf8"
)

// ErrorHandler is called for each error, with its place.
type ErrorHandler func(pos token.Position, msg string)

// Mode is a set of flags.
type Mode uint

const (
	ScanComments    Mode = 1 << iota // Comments are tokens.
	dontInsertSemis                  // There are no semicolons but those of the text.
)

const (
	bom = 0xFEFF
	eof = -1
)

// Scanner holds the state of a scan. It has to be initialized by Init.
type Scanner struct {
	file *token.File
	dir  string
	src  []byte
	err  ErrorHandler
	mode Mode

	ch      rune // the current character, or eof
	at      int  // its offset
	next    int  // the offset after it
	line    int  // where its line begins
	semi    bool // a newline here is a semicolon
	newline int  // the offset of a newline in the comment just scanned, which is a semicolon, or -1

	ErrorCount int
}

// Init prepares the scan of a text. It panics if its size is not the file's.
func (s *Scanner) Init(file *token.File, src []byte, err ErrorHandler, mode Mode) {
	if file.Size() != len(src) {
		panic(fmt.Sprintf("file size (%d) does not match src len (%d)", file.Size(), len(src)))
	}
	dir, _ := filepath.Split(file.Name())
	*s = Scanner{file: file, dir: dir, src: src, err: err, mode: mode, ch: ' ', newline: -1}
	s.advance()
	if s.ch == bom {
		s.advance()
	}
}

func (s *Scanner) error(offset int, msg string) {
	if s.err != nil {
		s.err(s.file.Position(s.file.Pos(offset)), msg)
	}
	s.ErrorCount++
}

func (s *Scanner) errorf(offset int, format string, args ...any) {
	s.error(offset, fmt.Sprintf(format, args...))
}

// advance reads the next character.
func (s *Scanner) advance() {
	if s.ch == '\n' {
		s.line = s.next
		s.file.AddLine(s.next)
	}
	s.at = s.next
	if s.at >= len(s.src) {
		s.at = len(s.src)
		s.ch = eof
		return
	}
	if b := s.src[s.at]; 0 < b && b < utf8.RuneSelf {
		s.next++
		s.ch = rune(b)
		return
	}
	s.advanceRare()
}

// advanceRare reads a character that is not of ASCII, or a zero byte.
func (s *Scanner) advanceRare() {
	rest := s.src[s.at:]
	if rest[0] == 0 {
		s.error(s.at, "illegal character NUL")
		s.ch = 0
		s.next++
		return
	}
	c, size := utf8.DecodeRune(rest)
	if c == utf8.RuneError && size == 1 {
		if s.at == 0 && len(rest) >= 2 && (rest[0] == 0xFF && rest[1] == 0xFE || rest[0] == 0xFE && rest[1] == 0xFF) {
			s.error(s.at, "illegal UTF-8 encoding (got UTF-16)")
			size = len(rest)
		} else {
			s.error(s.at, "illegal UTF-8 encoding")
		}
	} else if c == bom && s.at > 0 {
		s.error(s.at, "illegal byte order mark")
	}
	s.ch = c
	s.next += size
}

// peek is the byte after the current character, or 0.
func (s *Scanner) peek() byte {
	if s.next < len(s.src) {
		return s.src[s.next]
	}
	return 0
}

const (
	letterBit = 1 << iota
	digitBit
	hexBit
	nameBits = letterBit | digitBit
)

// classes has what an ASCII character can be part of.
var classes [128]uint8

func init() {
	for c := range classes {
		switch {
		case '0' <= c && c <= '9':
			classes[c] = digitBit | hexBit
		case 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
			classes[c] = letterBit | hexBit
		case 'g' <= c && c <= 'z', 'G' <= c && c <= 'Z', c == '_':
			classes[c] = letterBit
		}
	}
}

func has(ch rune, bits uint8) bool { return uint32(ch) < 128 && classes[ch]&bits != 0 }

func isLetter(ch rune) bool {
	return has(ch, letterBit) || ch >= utf8.RuneSelf && unicode.IsLetter(ch)
}

func isDigit(ch rune) bool {
	return has(ch, digitBit) || ch >= utf8.RuneSelf && unicode.IsDigit(ch)
}

// name scans the rest of an identifier.
func (s *Scanner) name() string {
	start := s.at
	for {
		at := s.next
		for at < len(s.src) && s.src[at] < utf8.RuneSelf && classes[s.src[at]]&nameBits != 0 {
			at++
		}
		s.next = at
		s.advance()
		if !isLetter(s.ch) && !isDigit(s.ch) {
			return string(s.src[start:s.at])
		}
	}
}

func (s *Scanner) skipSpace() {
	for s.ch == ' ' || s.ch == '\t' || s.ch == '\n' && !s.semi || s.ch == '\r' {
		s.advance()
	}
}

// if1 is the token of two characters if the next one is ch, and else the one of one.
func (s *Scanner) if1(one token.Token, ch rune, two token.Token) token.Token {
	if s.ch == ch {
		s.advance()
		return two
	}
	return one
}

// assign is a token, or that of its assignment.
func (s *Scanner) assign(one, assign token.Token) token.Token { return s.if1(one, '=', assign) }

// Scan is the next token: its position, its kind, and its text, which is empty for operators. A semicolon that a
// newline or the end of the text stands for has the text "\n". At the end of the text the token is EOF.
func (s *Scanner) Scan() (pos token.Pos, tok token.Token, lit string) {
	for {
		if s.newline >= 0 {
			pos = s.file.Pos(s.newline)
			s.newline, s.semi = -1, false
			return pos, token.SEMICOLON, "\n"
		}
		s.skipSpace()
		start := s.at
		pos = s.file.Pos(start)
		switch ch := s.ch; {
		case isLetter(ch):
			lit = s.name()
			tok = token.Lookup(lit)
			switch tok {
			case token.IDENT, token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN:
				s.setSemi(true)
			default:
				s.setSemi(false)
			}
			return
		case has(ch, digitBit) || ch == '.' && has(rune(s.peek()), digitBit):
			tok, lit = s.number()
			s.setSemi(true)
			return
		case ch == '/' && (s.peek() == '/' || s.peek() == '*'):
			text, newline := s.comment()
			if s.semi && newline >= 0 {
				s.newline = newline
				if s.mode&dontInsertSemis != 0 {
					s.newline = -1
				}
			}
			if s.mode&ScanComments == 0 {
				continue
			}
			return pos, token.COMMENT, text
		}
		semi := false
		tok, lit, semi = s.other(start)
		s.setSemi(semi)
		return
	}
}

func (s *Scanner) setSemi(semi bool) { s.semi = semi && s.mode&dontInsertSemis == 0 }

// other scans what is no name, number or comment, and reports whether a newline after it is a semicolon.
func (s *Scanner) other(start int) (tok token.Token, lit string, semi bool) {
	ch := s.ch
	s.advance()
	switch ch {
	case eof:
		if s.semi {
			return token.SEMICOLON, "\n", false
		}
		return token.EOF, "", false
	case '\n':
		return token.SEMICOLON, "\n", false
	case '"':
		return token.STRING, s.text(start), true
	case '\'':
		return token.CHAR, s.char(start), true
	case '`':
		return token.STRING, s.raw(start), true
	case ';':
		return token.SEMICOLON, ";", false
	case ')':
		return token.RPAREN, "", true
	case ']':
		return token.RBRACK, "", true
	case '}':
		return token.RBRACE, "", true
	case '+':
		if s.ch == '+' {
			s.advance()
			return token.INC, "", true
		}
		return s.assign(token.ADD, token.ADD_ASSIGN), "", false
	case '-':
		if s.ch == '-' {
			s.advance()
			return token.DEC, "", true
		}
		return s.assign(token.SUB, token.SUB_ASSIGN), "", false
	}
	if tok = s.operator(ch); tok != token.ILLEGAL {
		return tok, "", false
	}
	if ch == '“' || ch == '”' {
		s.errorf(start, "curly quotation mark %q (use neutral %q)", ch, '"')
	} else if ch != bom {
		s.errorf(start, "illegal character %#U", ch)
	}
	return token.ILLEGAL, string(ch), s.semi
}

// operator scans an operator after which a newline is no semicolon.
func (s *Scanner) operator(ch rune) token.Token {
	switch ch {
	case ':':
		return s.assign(token.COLON, token.DEFINE)
	case '.':
		if s.ch == '.' && s.peek() == '.' {
			s.advance()
			s.advance()
			return token.ELLIPSIS
		}
		return token.PERIOD
	case ',':
		return token.COMMA
	case '(':
		return token.LPAREN
	case '[':
		return token.LBRACK
	case '{':
		return token.LBRACE
	case '*':
		return s.assign(token.MUL, token.MUL_ASSIGN)
	case '/':
		return s.assign(token.QUO, token.QUO_ASSIGN)
	case '%':
		return s.assign(token.REM, token.REM_ASSIGN)
	case '^':
		return s.assign(token.XOR, token.XOR_ASSIGN)
	case '<':
		switch s.ch {
		case '-':
			s.advance()
			return token.ARROW
		case '<':
			s.advance()
			return s.assign(token.SHL, token.SHL_ASSIGN)
		}
		return s.assign(token.LSS, token.LEQ)
	case '>':
		if s.ch == '>' {
			s.advance()
			return s.assign(token.SHR, token.SHR_ASSIGN)
		}
		return s.assign(token.GTR, token.GEQ)
	case '=':
		return s.assign(token.ASSIGN, token.EQL)
	case '!':
		return s.assign(token.NOT, token.NEQ)
	case '&':
		switch s.ch {
		case '^':
			s.advance()
			return s.assign(token.AND_NOT, token.AND_NOT_ASSIGN)
		case '&':
			s.advance()
			return token.LAND
		}
		return s.assign(token.AND, token.AND_ASSIGN)
	case '|':
		if s.ch == '|' {
			s.advance()
			return token.LOR
		}
		return s.assign(token.OR, token.OR_ASSIGN)
	case '~':
		return token.TILDE
	}
	return token.ILLEGAL
}
