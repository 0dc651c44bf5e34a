package json

import (
	"unicode/utf16"
	"unicode/utf8"
)

// unquote gives the text of a string with its quotes. What is not UTF-8, and halves of surrogate pairs, become U+FFFD.
// It reports false for what is no string. The bytes may be those of s.
func unquote(s []byte) ([]byte, bool) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return nil, false
	}
	s = s[1 : len(s)-1]
	i := 0
	for i < len(s) && s[i] != '\\' && s[i] != '"' && s[i] >= ' ' {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	if i == len(s) {
		return s, true
	}
	b := append(make([]byte, 0, len(s)+2*utf8.UTFMax), s[:i]...)
	for i < len(s) {
		switch c := s[i]; {
		case c == '\\':
			var n int
			if b, n = unescape(b, s[i:]); n == 0 {
				return nil, false
			}
			i += n
		case c == '"', c < ' ':
			return nil, false
		case c < utf8.RuneSelf:
			b = append(b, c)
			i++
		default:
			r, n := utf8.DecodeRune(s[i:])
			b = utf8.AppendRune(b, r)
			i += n
		}
	}
	return b, true
}

// unescape appends what an escape at the start of s stands for and gives its length, 0 if it is none.
func unescape(b, s []byte) ([]byte, int) {
	if len(s) < 2 {
		return b, 0
	}
	switch c := s[1]; c {
	case '"', '\\', '/', '\'':
		return append(b, c), 2
	case 'b':
		return append(b, '\b'), 2
	case 'f':
		return append(b, '\f'), 2
	case 'n':
		return append(b, '\n'), 2
	case 'r':
		return append(b, '\r'), 2
	case 't':
		return append(b, '\t'), 2
	case 'u':
		r := unit(s)
		if r < 0 {
			return b, 0
		}
		if !utf16.IsSurrogate(r) {
			return utf8.AppendRune(b, r), 6
		}
		if pair := utf16.DecodeRune(r, unit(s[6:])); pair != utf8.RuneError {
			return utf8.AppendRune(b, pair), 12
		}
		return utf8.AppendRune(b, utf8.RuneError), 6
	}
	return b, 0
}

// unit is the number of an escape \uXXXX at the start of s, or -1.
func unit(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case isHex(c):
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
