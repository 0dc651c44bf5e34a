// Package html escapes text for HTML and understands it again.
package html

import (
	"internal/rt"
	"internal/text"
	"strings"
	"unicode/utf8"
)

// escaper is EscapeString's; five characters are enough.
var escaper = strings.NewReplacer(`&`, "&amp;", `'`, "&#39;", `<`, "&lt;", `>`, "&gt;", `"`, "&#34;")

func EscapeString(s string) string { return escaper.Replace(s) }

// entity is what a named character reference stands for, without its ampersand; empty if there is none of that name.
func entity(name string) string

// No reference that may lack its semicolon has a longer name.
const longestOpen = 6

// windows1252 is what numbers from 0x80 on are taken for.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

func UnescapeString(s string) string {
	i := text.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i >= 0 {
		b = append(b, s[:i]...)
		s = s[i:]
		meaning, size := reference(s)
		b = append(b, meaning...)
		s = s[size:]
		i = text.IndexByte(s, '&')
	}
	return rt.ViewString(append(b, s...))
}

// reference is what the reference at the start of s, which is an ampersand, stands for, and its length.
func reference(s string) (meaning string, size int) {
	if len(s) > 3 && s[1] == '#' {
		if r, n := numeric(s); n > 0 {
			return string(r), n
		}
	}
	if len(s) == 1 || s[1] == '#' {
		return "&", 1
	}
	i := 1
	for i < len(s) && isAlphanumeric(s[i]) {
		i++
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	name := s[1:i]
	if name == "" {
		return s[:i], i
	}
	if m := entity(name); m != "" {
		return m, i
	}
	for n := min(len(name)-1, longestOpen); n > 1; n-- {
		if m := entity(name[:n]); m != "" {
			return m, n + 1
		}
	}
	return s[:i], i
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// numeric is the character of a reference by number, and the length of that; 0 if it has no digits.
func numeric(s string) (r rune, size int) {
	i, base := 2, rune(10)
	if s[2]|0x20 == 'x' {
		i, base = 3, 16
	}
	for ; i < len(s); i++ {
		c := s[i]
		d := rune(16)
		switch {
		case '0' <= c && c <= '9':
			d = rune(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			d = rune(c | 0x20 - 'a' + 10)
		}
		if d >= base {
			break
		}
		// Wraps around as Go's does.
		r = r*base + d
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	if i <= 3 {
		return 0, 0
	}
	switch {
	case 0x80 <= r && r < 0xa0:
		return []rune(windows1252)[r-0x80], i
	case r == 0 || !utf8.ValidRune(r) && r >= 0:
		return utf8.RuneError, i
	}
	return r, i
}
