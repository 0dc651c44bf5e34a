// Package strings searches, splits, joins and rewrites strings.
package strings

import (
	"internal/rt"
	"internal/text"
	"unicode"
	"unicode/utf8"
)

func Contains(s, substr string) bool                { return Index(s, substr) >= 0 }
func ContainsAny(s, chars string) bool              { return IndexAny(s, chars) >= 0 }
func ContainsRune(s string, r rune) bool            { return IndexRune(s, r) >= 0 }
func ContainsFunc(s string, f func(rune) bool) bool { return IndexFunc(s, f) >= 0 }
func HasPrefix(s, prefix string) bool               { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }
func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}
func Clone(s string) string                         { return string([]byte(s)) }
func IndexByte(s string, c byte) int                { return text.IndexByte(s, c) }
func LastIndexByte(s string, c byte) int            { return text.LastIndexByte(s, c) }
func IndexFunc(s string, f func(rune) bool) int     { return indexFunc(s, f, true) }
func LastIndexFunc(s string, f func(rune) bool) int { return lastIndexFunc(s, f, true) }

func Compare(a, b string) int {
	switch {
	case a == b:
		return 0
	case a < b:
		return -1
	}
	return 1
}

func Index(s, substr string) int {
	if substr == "" {
		return 0
	}
	return text.Index(s, substr)
}

func LastIndex(s, substr string) int {
	if substr == "" {
		return len(s)
	}
	return text.LastIndex(s, substr)
}

func Count(s, substr string) int {
	if substr == "" {
		return utf8.RuneCountInString(s) + 1
	}
	return text.Count(s, substr)
}

func IndexRune(s string, r rune) int {
	switch {
	case 0 <= r && r < utf8.RuneSelf:
		return text.IndexByte(s, byte(r))
	case r == utf8.RuneError:
		for i, c := range s {
			if c == utf8.RuneError {
				return i
			}
		}
		return -1
	case !utf8.ValidRune(r):
		return -1
	}
	return text.Index(s, string(r))
}

func IndexAny(s, chars string) int {
	if chars == "" {
		return -1
	}
	if len(s) > 8 {
		if set, ok := asciiSetOf(chars); ok {
			for i := 0; i < len(s); i++ {
				if set.has(s[i]) {
					return i
				}
			}
			return -1
		}
	}
	for i, c := range s {
		if IndexRune(chars, c) >= 0 {
			return i
		}
	}
	return -1
}

func LastIndexAny(s, chars string) int {
	if chars == "" {
		return -1
	}
	for end := len(s); end > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
		if IndexRune(chars, r) >= 0 {
			return end
		}
	}
	return -1
}

// asciiSet has a bit for each ASCII character.
type asciiSet struct{ low, high uint64 }

func asciiSetOf(chars string) (set asciiSet, ok bool) {
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		switch {
		case c < 64:
			set.low |= 1 << c
		case c < utf8.RuneSelf:
			set.high |= 1 << (c - 64)
		default:
			return set, false
		}
	}
	return set, true
}

func (set asciiSet) has(c byte) bool {
	if c < 64 {
		return set.low>>c&1 != 0
	}
	return c < utf8.RuneSelf && set.high>>(c-64)&1 != 0
}

func indexFunc(s string, f func(rune) bool, truth bool) int {
	for i, r := range s {
		if f(r) == truth {
			return i
		}
	}
	return -1
}

func lastIndexFunc(s string, f func(rune) bool, truth bool) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[0:i])
		i -= size
		if f(r) == truth {
			return i
		}
	}
	return -1
}

// explode splits into runes, up to n parts.
func explode(s string, n int) []string {
	count := utf8.RuneCountInString(s)
	if n < 0 || n > count {
		n = count
	}
	parts := make([]string, n)
	for i := 0; i < n-1; i++ {
		_, size := utf8.DecodeRuneInString(s)
		parts[i] = s[:size]
		s = s[size:]
	}
	if n > 0 {
		parts[n-1] = s
	}
	return parts
}

// split keeps so many bytes of each separator.
func split(s, sep string, keep, n int) []string {
	if n == 0 {
		return nil
	}
	if sep == "" {
		return explode(s, n)
	}
	if n < 0 {
		n = text.Count(s, sep) + 1
	}
	if n > len(s)+1 {
		n = len(s) + 1
	}
	parts := make([]string, n)
	i := 0
	for i < n-1 {
		at := text.Index(s, sep)
		if at < 0 {
			break
		}
		parts[i] = s[:at+keep]
		s = s[at+len(sep):]
		i++
	}
	parts[i] = s
	return parts[:i+1]
}

func Split(s, sep string) []string              { return split(s, sep, 0, -1) }
func SplitN(s, sep string, n int) []string      { return split(s, sep, 0, n) }
func SplitAfter(s, sep string) []string         { return split(s, sep, len(sep), -1) }
func SplitAfterN(s, sep string, n int) []string { return split(s, sep, len(sep), n) }

func isSpaceByte(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func Fields(s string) []string {
	n := 0
	space := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return FieldsFunc(s, unicode.IsSpace)
		}
		now := isSpaceByte(s[i])
		if space && !now {
			n++
		}
		space = now
	}
	fields := make([]string, 0, n)
	for i := 0; i < len(s); {
		for i < len(s) && isSpaceByte(s[i]) {
			i++
		}
		start := i
		for i < len(s) && !isSpaceByte(s[i]) {
			i++
		}
		if i > start {
			fields = append(fields, s[start:i])
		}
	}
	return fields
}

func FieldsFunc(s string, f func(rune) bool) []string {
	fields := []string{}
	start := -1
	for i, r := range s {
		if f(r) {
			if start >= 0 {
				fields = append(fields, s[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		fields = append(fields, s[start:])
	}
	return fields
}

func Join(elems []string, sep string) string {
	switch len(elems) {
	case 0:
		return ""
	case 1:
		return elems[0]
	}
	n := len(sep) * (len(elems) - 1)
	for _, e := range elems {
		n += len(e)
	}
	b := append(make([]byte, 0, n), elems[0]...)
	for _, e := range elems[1:] {
		b = append(b, sep...)
		b = append(b, e...)
	}
	return rt.ViewString(b)
}

func Repeat(s string, count int) string {
	if count < 0 {
		panic("strings: negative Repeat count")
	}
	if len(s) > 0 && count > (1<<63-1)/len(s) {
		panic("strings: Repeat output length overflow")
	}
	n := len(s) * count
	if n == 0 {
		return ""
	}
	b := make([]byte, n)
	done := copy(b, s)
	for done < n {
		done += copy(b[done:], b[:done])
	}
	return rt.ViewString(b)
}

func Map(mapping func(rune) rune, s string) string {
	// Nothing is copied until something changes.
	for i, c := range s {
		r := mapping(c)
		if r == c && c != utf8.RuneError {
			continue
		}
		size := 1
		if c == utf8.RuneError {
			c, size = utf8.DecodeRuneInString(s[i:])
			if size != 1 && r == c {
				continue
			}
		} else {
			size = utf8.RuneLen(c)
		}
		b := append(make([]byte, 0, len(s)+utf8.UTFMax), s[:i]...)
		if r >= 0 {
			b = utf8.AppendRune(b, r)
		}
		for _, c := range s[i+size:] {
			if r := mapping(c); r >= 0 {
				b = utf8.AppendRune(b, r)
			}
		}
		return rt.ViewString(b)
	}
	return s
}

func ToUpper(s string) string {
	change := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return Map(unicode.ToUpper, s)
		}
		change = change || 'a' <= c && c <= 'z'
	}
	if !change {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - ('a' - 'A')
		}
	}
	return rt.ViewString(b)
}

func ToLower(s string) string {
	change := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return Map(unicode.ToLower, s)
		}
		change = change || 'A' <= c && c <= 'Z'
	}
	if !change {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + ('a' - 'A')
		}
	}
	return rt.ViewString(b)
}

func ToTitle(s string) string { return Map(unicode.ToTitle, s) }

func ToUpperSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToUpper, s) }
func ToLowerSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToLower, s) }
func ToTitleSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToTitle, s) }

func ToValidUTF8(s, replacement string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b []byte
	invalid := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			if !invalid {
				b = append(b, replacement...)
			}
			invalid = true
		} else {
			b = append(b, s[i:i+size]...)
			invalid = false
		}
		i += size
	}
	return rt.ViewString(b)
}

func isSeparator(r rune) bool {
	if r <= 0x7f {
		return !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_')
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && unicode.IsSpace(r)
}

func Title(s string) string {
	prev := ' '
	return Map(func(r rune) rune {
		first := isSeparator(prev)
		prev = r
		if first {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

func TrimLeftFunc(s string, f func(rune) bool) string {
	i := indexFunc(s, f, false)
	if i < 0 {
		return ""
	}
	return s[i:]
}

func TrimRightFunc(s string, f func(rune) bool) string {
	i := lastIndexFunc(s, f, false)
	if i < 0 {
		return s[:0]
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[:i+size]
}

func TrimFunc(s string, f func(rune) bool) string {
	return TrimRightFunc(TrimLeftFunc(s, f), f)
}

func Trim(s, cutset string) string { return TrimRight(TrimLeft(s, cutset), cutset) }

func TrimLeft(s, cutset string) string {
	if set, ok := asciiSetOf(cutset); ok {
		for len(s) > 0 && set.has(s[0]) {
			s = s[1:]
		}
		return s
	}
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if !ContainsRune(cutset, r) {
			break
		}
		s = s[size:]
	}
	return s
}

func TrimRight(s, cutset string) string {
	if set, ok := asciiSetOf(cutset); ok {
		for len(s) > 0 && set.has(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
		return s
	}
	for len(s) > 0 {
		r, size := utf8.DecodeLastRuneInString(s)
		if !ContainsRune(cutset, r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

func TrimSpace(s string) string {
	for len(s) > 0 {
		if s[0] >= utf8.RuneSelf {
			s = TrimLeftFunc(s, unicode.IsSpace)
			break
		}
		if !isSpaceByte(s[0]) {
			break
		}
		s = s[1:]
	}
	for len(s) > 0 {
		c := s[len(s)-1]
		if c >= utf8.RuneSelf {
			return TrimRightFunc(s, unicode.IsSpace)
		}
		if !isSpaceByte(c) {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

func TrimPrefix(s, prefix string) string {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

func TrimSuffix(s, suffix string) string {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

func Replace(s, old, new string, n int) string {
	if old == new || n == 0 {
		return s
	}
	if m := Count(s, old); m == 0 {
		return s
	} else if n < 0 || m < n {
		n = m
	}
	b := make([]byte, 0, len(s)+n*(len(new)-len(old)))
	if old == "" {
		// Before each rune, and at the end.
		for i := 0; i < n; i++ {
			b = append(b, new...)
			if len(s) > 0 && i+1 < n {
				_, size := utf8.DecodeRuneInString(s)
				b = append(b, s[:size]...)
				s = s[size:]
			}
		}
		b = append(b, s...)
		return rt.ViewString(b)
	}
	for i := 0; i < n; i++ {
		at := text.Index(s, old)
		b = append(b, s[:at]...)
		b = append(b, new...)
		s = s[at+len(old):]
	}
	b = append(b, s...)
	return rt.ViewString(b)
}

func ReplaceAll(s, old, new string) string { return Replace(s, old, new, -1) }

func EqualFold(s, t string) bool {
	for len(s) > 0 && len(t) > 0 {
		a, n := rune(s[0]), 1
		if a >= utf8.RuneSelf {
			a, n = utf8.DecodeRuneInString(s)
		}
		b, m := rune(t[0]), 1
		if b >= utf8.RuneSelf {
			b, m = utf8.DecodeRuneInString(t)
		}
		if a != b && unicode.FoldKey(a) != unicode.FoldKey(b) {
			return false
		}
		s, t = s[n:], t[m:]
	}
	return len(s) == len(t)
}

func Cut(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func CutPrefix(s, prefix string) (after string, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func CutSuffix(s, suffix string) (before string, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}
