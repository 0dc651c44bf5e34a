package fmt

import (
	"internal/raw"
	"internal/rt"
	"internal/text"
	"strconv"
	"unicode/utf8"
)

func (p *printer) fill(n int, with byte) {
	p.buf = text.AppendFill(p.buf, n, with)
}

// pad writes s, with spaces (or zeros before it) up to the width.
func (p *printer) pad(s string) {
	if !p.hasWidth || p.width == 0 {
		p.buf = append(p.buf, s...)
		return
	}
	n := p.width - utf8.RuneCountInString(s)
	if p.minus {
		p.buf = append(p.buf, s...)
		p.fill(n, ' ')
		return
	}
	if p.zero {
		p.fill(n, '0')
	} else {
		p.fill(n, ' ')
	}
	p.buf = append(p.buf, s...)
}

// padSpaces is pad without zeros.
func (p *printer) padSpaces(s string) {
	zero := p.zero
	p.zero = false
	p.pad(s)
	p.zero = zero
}

// cut is s without what is beyond the precision, in runes.
func (p *printer) cut(s string) string {
	if p.hasPrec {
		n := p.prec
		for i := range s {
			if n == 0 {
				return s[:i]
			}
			n--
		}
	}
	return s
}

func (p *printer) formatString(s string) { p.pad(p.cut(s)) }

func (p *printer) printBool(v bool, verb rune) {
	if verb != 't' && verb != 'v' {
		p.badVerb(verb)
	} else if v {
		p.pad("true")
	} else {
		p.pad("false")
	}
}

func (p *printer) printString(s string, verb rune) {
	switch verb {
	case 's':
		p.formatString(s)
	case 'v':
		if p.sharpV {
			p.formatQuoted(s)
		} else {
			p.formatString(s)
		}
	case 'x':
		p.formatHex(s, lowerDigits)
	case 'X':
		p.formatHex(s, upperDigits)
	case 'q':
		p.formatQuoted(s)
	default:
		p.badVerb(verb)
	}
}

func (p *printer) formatQuoted(s string) {
	s = p.cut(s)
	switch {
	case p.sharp && strconv.CanBackquote(s):
		p.pad("`" + s + "`")
	case p.plus:
		p.pad(strconv.QuoteToASCII(s))
	default:
		p.pad(strconv.Quote(s))
	}
}

const (
	lowerDigits = "0123456789abcdefx"
	upperDigits = "0123456789ABCDEFX"
)

// formatHex writes the bytes of s in hexadecimal. The last of the digits is the x of the prefix.
func (p *printer) formatHex(s, digits string) {
	n := len(s)
	if p.hasPrec && p.prec < n {
		n = p.prec
	}
	if n <= 0 {
		if p.hasWidth {
			p.padHex(p.width)
		}
		return
	}
	width := 2 * n
	if p.space {
		if p.sharp {
			width *= 2
		}
		width += n - 1
	} else if p.sharp {
		width += 2
	}
	if p.hasWidth && p.width > width && !p.minus {
		p.padHex(p.width - width)
	}
	if p.sharp {
		p.buf = append(p.buf, '0', digits[16])
	}
	for i := 0; i < n; i++ {
		if p.space && i > 0 {
			p.buf = append(p.buf, ' ')
			if p.sharp {
				p.buf = append(p.buf, '0', digits[16])
			}
		}
		p.buf = append(p.buf, digits[s[i]>>4], digits[s[i]&15])
	}
	if p.hasWidth && p.width > width && p.minus {
		p.padHex(p.width - width)
	}
}

func (p *printer) padHex(n int) {
	if p.zero && !p.minus {
		p.fill(n, '0')
	} else {
		p.fill(n, ' ')
	}
}

// printBytes prints bytes that are the whole of arg, whose type is to be called so.
func (p *printer) printBytes(b []byte, arg any, name string, verb rune) {
	switch verb {
	case 'v', 'd':
		if p.sharpV {
			p.buf = append(p.buf, name...)
			if b == nil {
				p.buf = append(p.buf, "(nil)"...)
				return
			}
			p.buf = append(p.buf, '{')
			for i, c := range b {
				p.separate(i)
				p.formatAddress(uint64(c), true)
			}
			p.buf = append(p.buf, '}')
			return
		}
		p.buf = append(p.buf, '[')
		for i, c := range b {
			if i > 0 {
				p.buf = append(p.buf, ' ')
			}
			p.formatInteger(uint64(c), 10, false, verb)
		}
		p.buf = append(p.buf, ']')
	case 's':
		p.formatString(rt.ViewString(b))
	case 'x':
		p.formatHex(rt.ViewString(b), lowerDigits)
	case 'X':
		p.formatHex(rt.ViewString(b), upperDigits)
	case 'q':
		p.formatQuoted(rt.ViewString(b))
	default:
		p.printValue(arg, verb, 0, true)
	}
}

func (p *printer) printInteger(v uint64, signed bool, verb rune) {
	switch verb {
	case 'v':
		if p.sharpV && !signed {
			p.formatAddress(v, true)
			return
		}
		p.formatInteger(v, 10, signed, verb)
	case 'd':
		p.formatInteger(v, 10, signed, verb)
	case 'b':
		p.formatInteger(v, 2, signed, verb)
	case 'o', 'O':
		p.formatInteger(v, 8, signed, verb)
	case 'x', 'X':
		p.formatInteger(v, 16, signed, verb)
	case 'c':
		p.pad(string(character(v)))
	case 'q':
		if p.plus {
			p.pad(strconv.QuoteRuneToASCII(character(v)))
		} else {
			p.pad(strconv.QuoteRune(character(v)))
		}
	case 'U':
		p.formatUnicode(v)
	default:
		p.badVerb(verb)
	}
}

func character(v uint64) rune {
	if v > utf8.MaxRune {
		return utf8.RuneError
	}
	return rune(v)
}

// formatAddress is hexadecimal, with or without prefix.
func (p *printer) formatAddress(v uint64, prefix bool) {
	sharp := p.sharp
	p.sharp = prefix
	p.formatInteger(v, 16, false, 'v')
	p.sharp = sharp
}

func (p *printer) formatInteger(v uint64, base int, signed bool, verb rune) {
	if base == 10 && !p.hasWidth && !p.hasPrec && !p.plus && !p.space {
		if signed {
			p.buf = strconv.AppendInt(p.buf, int64(v), 10)
		} else {
			p.buf = strconv.AppendUint(p.buf, v, 10)
		}
		return
	}
	negative := signed && int64(v) < 0
	if negative {
		v = -v
	}
	least := 0
	if p.hasPrec {
		least = p.prec
		if least == 0 && v == 0 {
			p.fill(p.width, ' ')
			return
		}
	} else if p.zero && !p.minus && p.hasWidth {
		least = p.width
		if negative || p.plus || p.space {
			least--
		}
	}
	digits := strconv.AppendUint(p.tmp[:0], v, base)
	p.tmp = digits
	if verb == 'X' {
		for i, c := range digits {
			if 'a' <= c {
				digits[i] = c - 'a' + 'A'
			}
		}
	}
	zeros := max(least-len(digits), 0)
	sign := ""
	switch {
	case negative:
		sign = "-"
	case p.plus:
		sign = "+"
	case p.space:
		sign = " "
	}
	if p.sharp {
		switch {
		case base == 2:
			sign += "0b"
		case base == 8 && zeros == 0 && digits[0] != '0':
			sign += "0"
		case base == 16 && verb == 'X':
			sign += "0X"
		case base == 16:
			sign += "0x"
		}
	}
	if verb == 'O' {
		sign += "0o"
		if p.sharp && zeros == 0 && digits[0] != '0' {
			sign = sign[:len(sign)-3] + "0o0"
		}
	}
	room := p.width - len(sign) - zeros - len(digits)
	if !p.minus {
		p.fill(room, ' ')
	}
	p.buf = append(p.buf, sign...)
	p.fill(zeros, '0')
	p.buf = append(p.buf, digits...)
	if p.minus {
		p.fill(room, ' ')
	}
}

// formatUnicode writes U+0078, with the character itself if asked for.
func (p *printer) formatUnicode(v uint64) {
	least := 4
	if p.hasPrec && p.prec > least {
		least = p.prec
	}
	b := []byte("U+")
	digits := strconv.FormatUint(v, 16)
	for n := len(digits); n < least; n++ {
		b = append(b, '0')
	}
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if 'a' <= c {
			c -= 'a' - 'A'
		}
		b = append(b, c)
	}
	if p.sharp && v <= utf8.MaxRune && strconv.IsPrint(rune(v)) {
		b = append(b, " '"...)
		b = utf8.AppendRune(b, rune(v))
		b = append(b, '\'')
	}
	p.padSpaces(string(b))
}

func (p *printer) printFloat(v float64, size int, verb rune) {
	switch verb {
	case 'v':
		p.formatFloat(v, size, 'g', -1)
	case 'b', 'g', 'G', 'x', 'X':
		p.formatFloat(v, size, verb, -1)
	case 'f', 'e', 'E':
		p.formatFloat(v, size, verb, 6)
	case 'F':
		p.formatFloat(v, size, 'f', 6)
	default:
		p.badVerb(verb)
	}
}

func (p *printer) printComplex(re, im float64, size int, verb rune) {
	switch verb {
	case 'v', 'b', 'g', 'G', 'x', 'X', 'f', 'F', 'e', 'E':
		plus := p.plus
		p.buf = append(p.buf, '(')
		p.printFloat(re, size, verb)
		p.plus = true
		p.printFloat(im, size, verb)
		p.buf = append(p.buf, "i)"...)
		p.plus = plus
	default:
		p.badVerb(verb)
	}
}

func (p *printer) formatFloat(v float64, size int, verb rune, prec int) {
	if p.hasPrec {
		prec = p.prec
	}
	if !p.hasWidth && !p.plus && !p.space && !p.sharp && v-v == 0 {
		p.buf = strconv.AppendFloat(p.buf, v, byte(verb), prec, size)
		return
	}
	num := strconv.AppendFloat(append(p.tmp[:0], '+'), v, byte(verb), prec, size)
	p.tmp = num
	if num[1] == '-' || num[1] == '+' {
		num = num[1:]
	}
	if p.space && num[0] == '+' && !p.plus {
		num[0] = ' '
	}
	if num[1] == 'I' || num[1] == 'N' {
		if num[1] == 'N' && !p.space && !p.plus || num[1] == 'I' && num[0] == '+' && !p.plus {
			num = num[1:]
			if num[0] == 'I' {
				p.padSpaces("+Inf")
				return
			}
		}
		p.padSpaces(string(num))
		return
	}
	if p.sharp && verb != 'b' {
		num = withPoint(num, verb, prec)
	}
	if p.plus || num[0] != '+' {
		if p.zero && !p.minus && p.hasWidth && p.width > len(num) {
			p.buf = append(p.buf, num[0])
			p.fill(p.width-len(num), '0')
			p.buf = append(p.buf, num[1:]...)
			return
		}
		p.pad(string(num))
		return
	}
	p.pad(string(num[1:]))
}

// withPoint gives a number, which begins with its sign, a decimal point, and the zeros that %g leaves out.
func withPoint(num []byte, verb rune, prec int) []byte {
	digits := 0
	switch verb {
	case 'v', 'g', 'G', 'x':
		digits = prec
		if digits == -1 {
			digits = 6
		}
	}
	tail := ""
	point, significant := false, false
	for i := 1; i < len(num); i++ {
		c := num[i]
		if c == '.' {
			point = true
			continue
		}
		if c == 'p' || c == 'P' || (c == 'e' || c == 'E') && verb != 'x' && verb != 'X' {
			tail = string(num[i:])
			num = num[:i]
			break
		}
		if c != '0' {
			significant = true
		}
		if significant {
			digits--
		}
	}
	if !point {
		if len(num) == 2 && num[1] == '0' {
			digits--
		}
		num = append(num, '.')
	}
	for ; digits > 0; digits-- {
		num = append(num, '0')
	}
	return append(num, tail...)
}

func (p *printer) printPointer(v any, verb rune) {
	switch rt.Kind(rt.TypeOf(v)) {
	case rt.Chan, rt.Func, rt.Map, rt.Pointer_, rt.Slice, rt.UnsafePointer:
	default:
		p.badVerb(verb)
		return
	}
	at := uint64(rt.Pointer(v))
	if at != 0 && rt.Kind(rt.TypeOf(v)) == rt.Func {
		// A program counter, as package reflect and package runtime have them.
		at = uint64(raw.FuncOf(raw.WordOf(v))+1) << 32
	}
	switch verb {
	case 'v':
		switch {
		case p.sharpV:
			p.buf = append(p.buf, '(')
			p.buf = append(p.buf, rt.TypeName(rt.TypeOf(v))...)
			p.buf = append(p.buf, ")("...)
			if at == 0 {
				p.buf = append(p.buf, "nil"...)
			} else {
				p.formatAddress(at, true)
			}
			p.buf = append(p.buf, ')')
		case at == 0:
			p.pad("<nil>")
		default:
			p.formatAddress(at, !p.sharp)
		}
	case 'p':
		p.formatAddress(at, !p.sharp)
	case 'b', 'o', 'd', 'x', 'X':
		p.printInteger(at, false, verb)
	default:
		p.badVerb(verb)
	}
}
