package scanner

import "fmt"

func lower(ch rune) rune     { return ch | 0x20 }
func isDecimal(ch rune) bool { return '0' <= ch && ch <= '9' }

// digit is the value of a digit, 16 for what is none.
func digit(ch rune) int {
	switch {
	case isDecimal(ch):
		return int(ch - '0')
	case 'a' <= lower(ch) && lower(ch) <= 'f':
		return int(lower(ch)-'a') + 10
	}
	return 16
}

// number is the state of one literal.
type number struct {
	s                *Scanner
	base             int
	prefix           rune // x, o, b, 0 for a leading zero alone, or none
	digits, underbar bool
	invalid          rune // the first digit that the base does not have
}

// run passes over digits and underscores; decimal digits that a smaller base does not have are noted.
func (n *number) run(ch rune, base int) (next rune, digits bool) {
	for ; ; ch = n.s.read() {
		switch d := digit(ch); {
		case ch == '_':
			n.underbar = true
		case d < base || d < 10:
			digits = true
			if d >= base && n.invalid == 0 {
				n.invalid = ch
			}
		default:
			return ch, digits
		}
	}
}

func (n *number) name() string {
	switch n.prefix {
	case 'x':
		return "hexadecimal literal"
	case 'o', '0':
		return "octal literal"
	case 'b':
		return "binary literal"
	}
	return "decimal literal"
}

// number takes a literal that begins with ch, or with a point before ch.
func (s *Scanner) number(ch rune, point bool) (tok, next rune) {
	n := number{s: s, base: 10}
	tok = Int
	if !point {
		if ch == '0' {
			ch = s.read()
			switch n.base, n.prefix = 8, lower(ch); n.prefix {
			case 'x':
				n.base = 16
				ch = s.read()
			case 'o':
				ch = s.read()
			case 'b':
				n.base = 2
				ch = s.read()
			default:
				n.prefix, n.digits = '0', true
			}
		}
		var digits bool
		ch, digits = n.run(ch, n.base)
		n.digits = n.digits || digits
		if ch == '.' && s.has(ScanFloats) {
			ch = s.read()
			point = true
		}
	}
	if point {
		tok = Float
		if n.prefix == 'o' || n.prefix == 'b' {
			s.error("invalid radix point in " + n.name())
		}
		var digits bool
		ch, digits = n.run(ch, n.base)
		n.digits = n.digits || digits
	}
	if !n.digits {
		s.error(n.name() + " has no digits")
	}
	if e := lower(ch); (e == 'e' || e == 'p') && s.has(ScanFloats) {
		tok = Float
		ch = n.exponent(ch)
	} else if n.prefix == 'x' && tok == Float {
		s.error("hexadecimal mantissa requires a 'p' exponent")
	}
	if tok == Int && n.invalid != 0 {
		s.error(fmt.Sprintf("invalid digit %q in %s", n.invalid, n.name()))
	}
	if n.underbar {
		s.end = s.at - s.size
		if !separated(s.TokenText()) {
			s.error("'_' must separate successive digits")
		}
	}
	return tok, ch
}

// exponent passes over the exponent that ch begins.
func (n *number) exponent(ch rune) rune {
	switch e := lower(ch); {
	case e == 'e' && n.prefix != 0 && n.prefix != '0':
		n.s.error(fmt.Sprintf("%q exponent requires decimal mantissa", ch))
	case e == 'p' && n.prefix != 'x':
		n.s.error(fmt.Sprintf("%q exponent requires hexadecimal mantissa", ch))
	}
	ch = n.s.read()
	if ch == '+' || ch == '-' {
		ch = n.s.read()
	}
	ch, digits := n.run(ch, 10)
	if !digits {
		n.s.error("exponent has no digits")
	}
	return ch
}

// separated tells whether each underscore stands between digits; the prefix of a base counts as one.
func separated(literal string) bool {
	before := false
	hex := false
	i := 0
	if len(literal) >= 2 && literal[0] == '0' {
		if p := lower(rune(literal[1])); p == 'x' || p == 'o' || p == 'b' {
			hex = p == 'x'
			before = true
			i = 2
		}
	}
	for ; i < len(literal); i++ {
		c := rune(literal[i])
		isDigit := isDecimal(c) || hex && digit(c) < 16
		if c == '_' {
			if !before {
				return false
			}
			before = false
			if i+1 == len(literal) {
				return false
			}
			continue
		}
		if !isDigit && literal[max(i-1, 0)] == '_' {
			return false
		}
		before = isDigit
	}
	return true
}
