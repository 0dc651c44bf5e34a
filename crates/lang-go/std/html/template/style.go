package template

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// endsInWord tells whether a text ends in a keyword of CSS.
func endsInWord(s, word string) bool {
	if len(s) < len(word) || !strings.EqualFold(s[len(s)-len(word):], word) {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[:len(s)-len(word)])
	return len(s) == len(word) || !isStyleName(r)
}

// isStyleName tells whether a character can be part of a name in CSS.
func isStyleName(r rune) bool {
	return r < utf8.RuneSelf && isAlnum(byte(r)) || r == '-' || r == '_' || 0x80 <= r && r <= 0xd7ff ||
		0xe000 <= r && r <= 0xfffd || 0x10000 <= r && r <= 0x10ffff
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// unescapeStyle decodes escapes of CSS: a backslash and a character, or up to six hexadecimal digits and a blank.
func unescapeStyle(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if s == "" {
			return b.String()
		}
		if !isHex(s[0]) {
			_, n := utf8.DecodeRuneInString(s)
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		n, r := 0, rune(0)
		for ; n < len(s) && n < 6 && isHex(s[n]); n++ {
			d := rune(s[n]|0x20) - '0'
			if d > 9 {
				d -= 'a' - '0' - 10
			}
			r = r<<4 | d
		}
		if r > 0x10ffff {
			// The last digit does not belong to it.
			r >>= 4
			n--
		}
		b.WriteRune(r)
		s = s[n:]
		switch {
		case strings.HasPrefix(s, "\r\n"):
			s = s[2:]
		case s != "" && strings.IndexByte(space, s[0]) >= 0:
			s = s[1:]
		}
	}
}

var styleChars = func() *charset {
	set := &charset{0: `\0`, '\\': `\\`}
	for _, c := range []byte("\t\n\f\r\"&'()+/:;<>{}") {
		set[c] = fmt.Sprintf(`\%x`, c)
	}
	return set
}()

// styleString writes a string for CSS. After a code stands a blank, if what follows could be part of it.
func styleString(args ...any) string {
	s, _ := textOf(args)
	var b strings.Builder
	done := 0
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || styleChars[c] == "" {
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString(styleChars[c])
		done = i + 1
		if c != '\\' && (done == len(s) || isHex(s[done]) || strings.IndexByte(space, s[done]) >= 0) {
			b.WriteByte(' ')
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// unsafe is written for values that are not safe where they stand.
const unsafe = "ZgotmplZ"

// styleValue lets through what is harmless as a value in CSS: words, numbers, colours.
func styleValue(args ...any) string {
	s, c := textOf(args)
	if c == isCSS {
		return s
	}
	s = unescapeStyle(s)
	if strings.ContainsAny(s, "\x00\"'()/;@[\\]`{}<>") || strings.Contains(s, "--") {
		return unsafe
	}
	var name strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf && isStyleName(rune(s[i])) {
			name.WriteByte(s[i])
		}
	}
	id := strings.ToLower(name.String())
	if strings.Contains(id, "expression") || strings.Contains(id, "mozbinding") {
		return unsafe
	}
	return s
}
