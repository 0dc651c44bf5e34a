// Package strconv converts between text and numbers, and quotes.
package strconv

import (
	"errors"
	"internal/rt"
	"internal/text"
	"unicode/utf8"
)

const IntSize = 64

var (
	ErrRange  = errors.New("value out of range")
	ErrSyntax = errors.New("invalid syntax")
)

// NumError tells which function could not convert what.
type NumError struct {
	Func string
	Num  string
	Err  error
}

func (e *NumError) Error() string {
	return "strconv." + e.Func + ": parsing " + Quote(e.Num) + ": " + e.Err.Error()
}

func (e *NumError) Unwrap() error { return e.Err }

func syntaxError(fn, s string) *NumError { return &NumError{fn, s, ErrSyntax} }
func rangeError(fn, s string) *NumError  { return &NumError{fn, s, ErrRange} }

func formatInt(value int64, base int, signed bool) string
func appendInt(room []byte, value int64, base int, signed bool) int
func appendFloat(room []byte, value float64, form byte, precision, bits int) int

// parseFloat's second result is 0, 1 for wrong syntax, 2 for out of range.
func parseFloat(s string, bits int) (float64, int)
func quote(s string, mark byte, ascii, graphic bool) string
func isPrint(r rune) bool
func isGraphic(r rune) bool

func ParseBool(str string) (bool, error) {
	switch str {
	case "1", "t", "T", "true", "TRUE", "True":
		return true, nil
	case "0", "f", "F", "false", "FALSE", "False":
		return false, nil
	}
	return false, syntaxError("ParseBool", str)
}

func FormatBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func AppendBool(dst []byte, b bool) []byte {
	return append(dst, FormatBool(b)...)
}

// digit is the value of a digit in a base up to 36, or 255.
func digit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return c | 0x20 - 'a' + 10
	}
	return 255
}

func ParseUint(s string, base int, bitSize int) (uint64, error) {
	if n, err := parseUint("ParseUint", s, s, base, bitSize); err != nil {
		return n, err
	} else {
		return n, nil
	}
}

// parseUint parses digits; all is what errors name.
func parseUint(fn, s, all string, base int, bitSize int) (uint64, *NumError) {
	if s == "" {
		return 0, syntaxError(fn, all)
	}
	guess := base == 0
	digits := s
	switch {
	case 2 <= base && base <= 36:
	case base == 0:
		base = 10
		if s[0] == '0' {
			base = 8
			digits = s[1:]
			if len(s) >= 3 {
				switch s[1] | 0x20 {
				case 'b':
					base, digits = 2, s[2:]
				case 'o':
					base, digits = 8, s[2:]
				case 'x':
					base, digits = 16, s[2:]
				}
			}
		}
	default:
		return 0, &NumError{fn, all, errors.New("invalid base " + Itoa(base))}
	}
	if bitSize == 0 {
		bitSize = 64
	} else if bitSize < 0 || bitSize > 64 {
		return 0, &NumError{fn, all, errors.New("invalid bit size " + Itoa(bitSize))}
	}
	most := ^uint64(0) >> (64 - uint(bitSize))
	cutoff := ^uint64(0)/uint64(base) + 1
	var n uint64
	underscores := false
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c == '_' && guess {
			underscores = true
			continue
		}
		d := digit(c)
		if int(d) >= base {
			return 0, syntaxError(fn, all)
		}
		if n >= cutoff {
			return most, rangeError(fn, all)
		}
		n *= uint64(base)
		sum := n + uint64(d)
		if sum < n || sum > most {
			return most, rangeError(fn, all)
		}
		n = sum
	}
	if underscores && !underscoresFit(s) {
		return 0, syntaxError(fn, all)
	}
	return n, nil
}

// underscoresFit tells whether each underscore stands between digits; the prefix of a base counts as one.
func underscoresFit(s string) bool {
	hex := false
	before := false
	if len(s) >= 2 && s[0] == '0' && (s[1]|0x20 == 'b' || s[1]|0x20 == 'o' || s[1]|0x20 == 'x') {
		hex = s[1]|0x20 == 'x'
		s = s[2:]
		before = true
	}
	for i := 0; i < len(s); i++ {
		d := digit(s[i])
		isDigit := d < 10 || hex && d < 16
		if s[i] == '_' {
			if !before || i+1 == len(s) || s[i+1] == '_' {
				return false
			}
		} else if !isDigit && i > 0 && s[i-1] == '_' {
			return false
		}
		before = isDigit
	}
	return true
}

func ParseInt(s string, base int, bitSize int) (i int64, err error) {
	n, e := parseInt("ParseInt", s, base, bitSize)
	if e != nil {
		return n, e
	}
	return n, nil
}

func parseInt(fn, s string, base int, bitSize int) (int64, *NumError) {
	if s == "" {
		return 0, syntaxError(fn, s)
	}
	rest, negative := s, false
	if s[0] == '+' || s[0] == '-' {
		rest, negative = s[1:], s[0] == '-'
	}
	n, err := parseUint(fn, rest, s, base, bitSize)
	if err != nil && err.Err != ErrRange {
		return 0, err
	}
	if bitSize == 0 {
		bitSize = 64
	}
	cutoff := uint64(1) << uint(bitSize-1)
	if !negative && n >= cutoff {
		return int64(cutoff - 1), rangeError(fn, s)
	}
	if negative && n > cutoff {
		return -int64(cutoff), rangeError(fn, s)
	}
	if negative {
		return -int64(n), nil
	}
	return int64(n), nil
}

func Atoi(s string) (int, error) {
	if 0 < len(s) && len(s) < 19 {
		i := 0
		if s[0] == '-' || s[0] == '+' {
			i = 1
		}
		n, ok := 0, i < len(s)
		for ; i < len(s); i++ {
			d := s[i] - '0'
			if d > 9 {
				ok = false
				break
			}
			n = n*10 + int(d)
		}
		if !ok {
			return 0, syntaxError("Atoi", s)
		}
		if s[0] == '-' {
			n = -n
		}
		return n, nil
	}
	n, err := parseInt("Atoi", s, 10, 0)
	if err != nil {
		return int(n), err
	}
	return int(n), nil
}

// pairs are the numbers below 100.
const pairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

func small(i int) string {
	if i < 10 {
		return pairs[2*i+1 : 2*i+2]
	}
	return pairs[2*i : 2*i+2]
}

func checkBase(base int) {
	if base < 2 || base > 36 {
		panic("strconv: illegal AppendInt/FormatInt base")
	}
}

func Itoa(i int) string {
	if uint(i) < 100 {
		return small(i)
	}
	return formatInt(int64(i), 10, true)
}

func FormatInt(i int64, base int) string {
	if base == 10 && uint64(i) < 100 {
		return small(int(i))
	}
	checkBase(base)
	return formatInt(i, base, true)
}

func FormatUint(i uint64, base int) string {
	if base == 10 && i < 100 {
		return small(int(i))
	}
	checkBase(base)
	return formatInt(int64(i), base, false)
}

func AppendInt(dst []byte, i int64, base int) []byte {
	if base == 10 && uint64(i) < 100 {
		return append(dst, small(int(i))...)
	}
	checkBase(base)
	return appendInteger(dst, i, base, true)
}

func AppendUint(dst []byte, i uint64, base int) []byte {
	if base == 10 && i < 100 {
		return append(dst, small(int(i))...)
	}
	checkBase(base)
	return appendInteger(dst, int64(i), base, false)
}

func appendInteger(dst []byte, i int64, base int, signed bool) []byte {
	n := appendInt(dst[len(dst):cap(dst)], i, base, signed)
	if n > cap(dst)-len(dst) {
		dst = text.Grown(dst, n)
		appendInt(dst[len(dst):cap(dst)], i, base, signed)
	}
	return dst[:len(dst)+n]
}

func ParseFloat(s string, bitSize int) (float64, error) {
	f, code := parseFloat(s, bitSize)
	switch code {
	case 0:
		return f, nil
	case 1:
		return 0, syntaxError("ParseFloat", s)
	}
	return f, rangeError("ParseFloat", s)
}

func FormatFloat(f float64, fmt byte, prec, bitSize int) string {
	return rt.ViewString(AppendFloat(make([]byte, 0, 24), f, fmt, prec, bitSize))
}

// A float has no more digits than this after its point.
const mostDigits = 1100

func AppendFloat(dst []byte, f float64, fmt byte, prec, bitSize int) []byte {
	if bitSize != 32 && bitSize != 64 {
		panic("strconv: illegal AppendFloat/FormatFloat bitSize")
	}
	if bitSize == 32 {
		f = float64(float32(f))
	}
	n := appendFloat(dst[len(dst):cap(dst)], f, fmt, prec, bitSize)
	if n > cap(dst)-len(dst) {
		dst = text.Grown(dst, n)
		appendFloat(dst[len(dst):cap(dst)], f, fmt, prec, bitSize)
	}
	start := len(dst)
	dst = dst[:start+n]
	if prec > mostDigits && fmt != 'g' && fmt != 'G' && fmt != 'b' && f-f == 0 {
		dst = moreZeros(dst, start, fmt, prec-mostDigits)
	}
	return dst
}

// moreZeros adds zeros to the digits of a float, before its exponent.
func moreZeros(dst []byte, start int, fmt byte, n int) []byte {
	at := len(dst)
	if fmt != 'f' {
		for at > start && dst[at-1] != '+' && dst[at-1] != '-' {
			at--
		}
		at -= 2
	}
	end := string(dst[at:])
	dst = dst[:at]
	for range n {
		dst = append(dst, '0')
	}
	return append(dst, end...)
}

func Quote(s string) string          { return quote(s, '"', false, false) }
func QuoteToASCII(s string) string   { return quote(s, '"', true, false) }
func QuoteToGraphic(s string) string { return quote(s, '"', false, true) }

func quoteRune(r rune, ascii, graphic bool) string {
	if !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return quote(string(r), '\'', ascii, graphic)
}

func QuoteRune(r rune) string          { return quoteRune(r, false, false) }
func QuoteRuneToASCII(r rune) string   { return quoteRune(r, true, false) }
func QuoteRuneToGraphic(r rune) string { return quoteRune(r, false, true) }

func AppendQuote(dst []byte, s string) []byte          { return append(dst, Quote(s)...) }
func AppendQuoteToASCII(dst []byte, s string) []byte   { return append(dst, QuoteToASCII(s)...) }
func AppendQuoteToGraphic(dst []byte, s string) []byte { return append(dst, QuoteToGraphic(s)...) }
func AppendQuoteRune(dst []byte, r rune) []byte        { return append(dst, QuoteRune(r)...) }
func AppendQuoteRuneToASCII(dst []byte, r rune) []byte {
	return append(dst, QuoteRuneToASCII(r)...)
}
func AppendQuoteRuneToGraphic(dst []byte, r rune) []byte {
	return append(dst, QuoteRuneToGraphic(r)...)
}

func IsPrint(r rune) bool   { return isPrint(r) }
func IsGraphic(r rune) bool { return isGraphic(r) }

func CanBackquote(s string) bool {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		if n > 1 {
			if r == '\ufeff' {
				return false
			}
			continue
		}
		if r == utf8.RuneError || r < ' ' && r != '\t' || r == '`' || r == '\u007F' {
			return false
		}
	}
	return true
}

func UnquoteChar(s string, quote byte) (value rune, multibyte bool, tail string, err error) {
	if len(s) == 0 {
		return 0, false, "", ErrSyntax
	}
	c := s[0]
	switch {
	case c == quote && (quote == '\'' || quote == '"'):
		return 0, false, "", ErrSyntax
	case c >= utf8.RuneSelf:
		r, n := utf8.DecodeRuneInString(s)
		return r, true, s[n:], nil
	case c != '\\':
		return rune(c), false, s[1:], nil
	}
	if len(s) == 1 {
		return 0, false, "", ErrSyntax
	}
	c, s = s[1], s[2:]
	n := 0
	switch c {
	case 'a':
		value = '\a'
	case 'b':
		value = '\b'
	case 'f':
		value = '\f'
	case 'n':
		value = '\n'
	case 'r':
		value = '\r'
	case 't':
		value = '\t'
	case 'v':
		value = '\v'
	case 'x':
		n = 2
	case 'u':
		n = 4
	case 'U':
		n = 8
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if len(s) < 2 {
			return 0, false, "", ErrSyntax
		}
		v := rune(c - '0')
		for i := 0; i < 2; i++ {
			d := s[i] - '0'
			if d > 7 {
				return 0, false, "", ErrSyntax
			}
			v = v<<3 | rune(d)
		}
		if v > 255 {
			return 0, false, "", ErrSyntax
		}
		return v, false, s[2:], nil
	case '\\':
		value = '\\'
	case '\'', '"':
		if c != quote {
			return 0, false, "", ErrSyntax
		}
		value = rune(c)
	default:
		return 0, false, "", ErrSyntax
	}
	if n == 0 {
		return value, false, s, nil
	}
	if len(s) < n {
		return 0, false, "", ErrSyntax
	}
	for i := 0; i < n; i++ {
		d := digit(s[i])
		if d > 15 {
			return 0, false, "", ErrSyntax
		}
		value = value<<4 | rune(d)
	}
	if c == 'x' {
		return value, false, s[n:], nil
	}
	if !utf8.ValidRune(value) {
		return 0, false, "", ErrSyntax
	}
	return value, true, s[n:], nil
}

// QuotedPrefix is the quoted string at the start of s.
func QuotedPrefix(s string) (string, error) {
	n, _, err := unquote(s, false)
	if err != nil {
		return "", err
	}
	return s[:n], nil
}

func Unquote(s string) (string, error) {
	n, text, err := unquote(s, true)
	if err != nil || n != len(s) {
		return "", ErrSyntax
	}
	return text, nil
}

// unquote is the length of the quoted string at the start of s, and what it means.
func unquote(s string, wanted bool) (int, string, error) {
	if len(s) < 2 {
		return 0, "", ErrSyntax
	}
	mark := s[0]
	switch mark {
	case '`':
		end := 1
		returns := false
		for end < len(s) && s[end] != '`' {
			returns = returns || s[end] == '\r'
			end++
		}
		if end == len(s) {
			return 0, "", ErrSyntax
		}
		if !returns || !wanted {
			return end + 1, s[1:end], nil
		}
		var b []byte
		for i := 1; i < end; i++ {
			if s[i] != '\r' {
				b = append(b, s[i])
			}
		}
		return end + 1, string(b), nil
	case '"', '\'':
	default:
		return 0, "", ErrSyntax
	}
	plain := 1
	for plain < len(s) && s[plain] != mark && s[plain] != '\\' && s[plain] != '\n' && s[plain] < utf8.RuneSelf {
		plain++
	}
	if mark == '"' && plain < len(s) && s[plain] == mark {
		return plain + 1, s[1:plain], nil
	}
	var b []byte
	rest := s[1:]
	for len(rest) > 0 && rest[0] != mark {
		if rest[0] == '\n' {
			return 0, "", ErrSyntax
		}
		r, multibyte, tail, err := UnquoteChar(rest, mark)
		if err != nil {
			return 0, "", err
		}
		rest = tail
		if r < utf8.RuneSelf || !multibyte {
			b = append(b, byte(r))
		} else {
			b = utf8.AppendRune(b, r)
		}
		if mark == '\'' {
			break
		}
	}
	// Two single quotes with nothing between are an empty string: so it is in Go.
	if len(rest) == 0 || rest[0] != mark {
		return 0, "", ErrSyntax
	}
	return len(s) - len(rest) + 1, rt.ViewString(b), nil
}
