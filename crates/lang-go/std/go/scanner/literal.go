package scanner

import (
	"bytes"
	"go/token"
	"unicode/utf8"
)

// base names what a literal with this prefix is.
func literalName(prefix rune) string {
	switch prefix {
	case 'x':
		return "hexadecimal literal"
	case 'o', '0':
		return "octal literal"
	case 'b':
		return "binary literal"
	}
	return "decimal literal"
}

// digits scans digits and underscores, and reports which there were. The first digit that the base does not have is
// noted, unless one was before.
func (s *Scanner) digits(base rune, invalid *int) (digit, separator bool) {
	bits := uint8(digitBit)
	if base == 16 {
		bits = hexBit
	}
	for {
		switch {
		case s.ch == '_':
			separator = true
		case has(s.ch, bits):
			if base < 10 && s.ch >= '0'+base && *invalid < 0 {
				*invalid = s.at
			}
			digit = true
		default:
			return
		}
		s.advance()
	}
}

// number scans a number. Its current character is a digit, or a period before one.
func (s *Scanner) number() (token.Token, string) {
	start := s.at
	tok := token.INT
	base, prefix := rune(10), rune(0)
	invalid := -1
	digit, separator := false, false
	if s.ch == '0' {
		s.advance()
		switch s.ch | 0x20 {
		case 'x':
			base, prefix = 16, 'x'
		case 'o':
			base, prefix = 8, 'o'
		case 'b':
			base, prefix = 2, 'b'
		default:
			base, prefix = 8, '0'
			digit = true
		}
		if prefix != '0' {
			s.advance()
		}
	}
	if s.ch != '.' {
		d, p := s.digits(base, &invalid)
		digit, separator = digit || d, separator || p
	}
	if s.ch == '.' {
		tok = token.FLOAT
		if prefix == 'o' || prefix == 'b' {
			s.error(s.at, "invalid radix point in "+literalName(prefix))
		}
		s.advance()
		d, p := s.digits(base, &invalid)
		digit, separator = digit || d, separator || p
	}
	if !digit {
		s.error(s.at, literalName(prefix)+" has no digits")
	}
	if e := s.ch | 0x20; e == 'e' || e == 'p' {
		if e == 'e' && prefix != 0 && prefix != '0' {
			s.errorf(s.at, "%q exponent requires decimal mantissa", s.ch)
		} else if e == 'p' && prefix != 'x' {
			s.errorf(s.at, "%q exponent requires hexadecimal mantissa", s.ch)
		}
		tok = token.FLOAT
		s.advance()
		if s.ch == '+' || s.ch == '-' {
			s.advance()
		}
		d, p := s.digits(10, nil)
		separator = separator || p
		if !d {
			s.error(s.at, "exponent has no digits")
		}
	} else if prefix == 'x' && tok == token.FLOAT {
		s.error(s.at, "hexadecimal mantissa requires a 'p' exponent")
	}
	if s.ch == 'i' {
		tok = token.IMAG
		s.advance()
	}
	lit := string(s.src[start:s.at])
	if tok == token.INT && invalid >= 0 {
		s.errorf(invalid, "invalid digit %q in %s", lit[invalid-start], literalName(prefix))
	}
	if separator {
		if i := strayUnderscore(lit); i >= 0 {
			s.error(start+i, "'_' must separate successive digits")
		}
	}
	return tok, lit
}

// strayUnderscore is the index of an underscore that is not between digits, of which a base's prefix is one, or -1.
func strayUnderscore(lit string) int {
	hex := len(lit) >= 2 && lit[0] == '0' && lit[1]|0x20 == 'x'
	prefixed := hex || len(lit) >= 2 && lit[0] == '0' && (lit[1]|0x20 == 'o' || lit[1]|0x20 == 'b')
	i, last := 0, byte('.')
	if prefixed {
		i, last = 2, '0'
	}
	for ; i < len(lit); i++ {
		kind := byte('.')
		switch c := lit[i]; {
		case c == '_':
			if last != '0' {
				return i
			}
			kind = '_'
		case '0' <= c && c <= '9' || hex && has(rune(c), hexBit):
			kind = '0'
		default:
			if last == '_' {
				return i - 1
			}
		}
		last = kind
	}
	if last == '_' {
		return len(lit) - 1
	}
	return -1
}

// escape scans what follows a backslash, and reports whether it is all right.
func (s *Scanner) escape(quote rune) bool {
	start := s.at
	var count int
	var base, limit uint32
	switch s.ch {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '\\', quote:
		s.advance()
		return true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		count, base, limit = 3, 8, 255
	case 'x':
		s.advance()
		count, base, limit = 2, 16, 255
	case 'u':
		s.advance()
		count, base, limit = 4, 16, utf8.MaxRune
	case 'U':
		s.advance()
		count, base, limit = 8, 16, utf8.MaxRune
	default:
		msg := "unknown escape sequence"
		if s.ch == eof {
			msg = "escape sequence not terminated"
		}
		s.error(start, msg)
		return false
	}
	value := uint32(0)
	for ; count > 0; count-- {
		d := digitValue(s.ch)
		if d >= base {
			if s.ch == eof {
				s.error(s.at, "escape sequence not terminated")
			} else {
				s.errorf(s.at, "illegal character %#U in escape sequence", s.ch)
			}
			return false
		}
		value = value*base + d
		s.advance()
	}
	if value > limit || 0xD800 <= value && value < 0xE000 {
		s.error(start, "escape sequence is invalid Unicode code point")
		return false
	}
	return true
}

func digitValue(ch rune) uint32 {
	switch {
	case has(ch, digitBit):
		return uint32(ch - '0')
	case has(ch, hexBit):
		return uint32(ch|0x20-'a') + 10
	}
	return 16
}

// char scans the rest of a rune literal.
func (s *Scanner) char(start int) string {
	valid := true
	for n := 0; ; {
		ch := s.ch
		if ch == '\n' || ch == eof {
			if valid {
				s.error(start, "rune literal not terminated")
			}
			break
		}
		s.advance()
		if ch == '\'' {
			if valid && n != 1 {
				s.error(start, "illegal rune literal")
			}
			break
		}
		n++
		if ch == '\\' && !s.escape('\'') {
			valid = false
		}
	}
	return string(s.src[start:s.at])
}

// text scans the rest of an interpreted string.
func (s *Scanner) text(start int) string {
	for {
		ch := s.ch
		if ch == '\n' || ch == eof {
			s.error(start, "string literal not terminated")
			break
		}
		s.advance()
		if ch == '"' {
			break
		}
		if ch == '\\' {
			s.escape('"')
		}
	}
	return string(s.src[start:s.at])
}

// raw scans the rest of a raw string. Carriage returns are no part of it.
func (s *Scanner) raw(start int) string {
	returns := false
	for {
		ch := s.ch
		if ch == eof {
			s.error(start, "raw string literal not terminated")
			break
		}
		s.advance()
		if ch == '`' {
			break
		}
		if ch == '\r' {
			returns = true
		}
	}
	lit := s.src[start:s.at]
	if returns {
		lit = bytes.ReplaceAll(lit, []byte{'\r'}, nil)
	}
	return string(lit)
}
