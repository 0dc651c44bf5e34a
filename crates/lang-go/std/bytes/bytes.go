// Package bytes is what package strings is, for slices of bytes. What only looks, looks at the bytes as a string.
package bytes

import (
	"internal/rt"
	"internal/text"
	"strings"
	"unicode"
	"unicode/utf8"
)

func view(b []byte) string { return rt.ViewString(b) }

func Equal(a, b []byte) bool                        { return text.EqualBytes(a, b) }
func Compare(a, b []byte) int                       { return strings.Compare(view(a), view(b)) }
func EqualFold(s, t []byte) bool                    { return strings.EqualFold(view(s), view(t)) }
func Contains(b, subslice []byte) bool              { return Index(b, subslice) >= 0 }
func ContainsAny(b []byte, chars string) bool       { return IndexAny(b, chars) >= 0 }
func ContainsRune(b []byte, r rune) bool            { return IndexRune(b, r) >= 0 }
func ContainsFunc(b []byte, f func(rune) bool) bool { return IndexFunc(b, f) >= 0 }
func Count(s, sep []byte) int                       { return strings.Count(view(s), view(sep)) }
func Index(s, sep []byte) int                       { return strings.Index(view(s), view(sep)) }
func IndexByte(b []byte, c byte) int                { return text.IndexByte(view(b), c) }
func IndexRune(s []byte, r rune) int                { return strings.IndexRune(view(s), r) }
func IndexAny(s []byte, chars string) int           { return strings.IndexAny(view(s), chars) }
func IndexFunc(s []byte, f func(rune) bool) int     { return strings.IndexFunc(view(s), f) }
func LastIndex(s, sep []byte) int                   { return strings.LastIndex(view(s), view(sep)) }
func LastIndexByte(s []byte, c byte) int            { return text.LastIndexByte(view(s), c) }
func LastIndexAny(s []byte, chars string) int       { return strings.LastIndexAny(view(s), chars) }
func LastIndexFunc(s []byte, f func(rune) bool) int { return strings.LastIndexFunc(view(s), f) }

func HasPrefix(s, prefix []byte) bool {
	return len(s) >= len(prefix) && Equal(s[:len(prefix)], prefix)
}

func HasSuffix(s, suffix []byte) bool {
	return len(s) >= len(suffix) && Equal(s[len(s)-len(suffix):], suffix)
}

func Clone(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}

func explode(s []byte, n int) [][]byte {
	if n <= 0 || n > len(s) {
		n = len(s)
	}
	parts := make([][]byte, 0, n)
	for len(s) > 0 {
		if len(parts) == n-1 {
			return append(parts, s[:len(s):len(s)])
		}
		_, size := utf8.DecodeRune(s)
		parts = append(parts, s[:size:size])
		s = s[size:]
	}
	return parts
}

func split(s, sep []byte, keep, n int) [][]byte {
	if n == 0 {
		return nil
	}
	if len(sep) == 0 {
		return explode(s, n)
	}
	if n < 0 {
		n = Count(s, sep) + 1
	}
	if n > len(s)+1 {
		n = len(s) + 1
	}
	parts := make([][]byte, 0, n)
	for len(parts) < n-1 {
		at := Index(s, sep)
		if at < 0 {
			break
		}
		parts = append(parts, s[:at+keep:at+keep])
		s = s[at+len(sep):]
	}
	return append(parts, s[:len(s):len(s)])
}

func Split(s, sep []byte) [][]byte              { return split(s, sep, 0, -1) }
func SplitN(s, sep []byte, n int) [][]byte      { return split(s, sep, 0, n) }
func SplitAfter(s, sep []byte) [][]byte         { return split(s, sep, len(sep), -1) }
func SplitAfterN(s, sep []byte, n int) [][]byte { return split(s, sep, len(sep), n) }

func Fields(s []byte) [][]byte { return FieldsFunc(s, unicode.IsSpace) }

func FieldsFunc(s []byte, f func(rune) bool) [][]byte {
	fields := [][]byte{}
	start := -1
	for i, r := range view(s) {
		if f(r) {
			if start >= 0 {
				fields = append(fields, s[start:i:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		fields = append(fields, s[start:len(s):len(s)])
	}
	return fields
}

func Join(s [][]byte, sep []byte) []byte {
	if len(s) == 0 {
		return []byte{}
	}
	if len(s) == 1 {
		return append([]byte(nil), s[0]...)
	}
	n := len(sep) * (len(s) - 1)
	for _, part := range s {
		n += len(part)
	}
	b := append(make([]byte, 0, n), s[0]...)
	for _, part := range s[1:] {
		b = append(b, sep...)
		b = append(b, part...)
	}
	return b
}

func Repeat(b []byte, count int) []byte {
	if count < 0 {
		panic("bytes: negative Repeat count")
	}
	if len(b) > 0 && count > (1<<63-1)/len(b) {
		panic("bytes: Repeat output length overflow")
	}
	out := make([]byte, len(b)*count)
	for done := copy(out, b); done > 0 && done < len(out); {
		done += copy(out[done:], out[:done])
	}
	return out
}

func Map(mapping func(r rune) rune, s []byte) []byte {
	b := make([]byte, 0, len(s))
	for _, c := range view(s) {
		if r := mapping(c); r >= 0 {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

func ToUpper(s []byte) []byte { return []byte(strings.ToUpper(view(s))) }
func ToLower(s []byte) []byte { return []byte(strings.ToLower(view(s))) }
func ToTitle(s []byte) []byte { return []byte(strings.ToTitle(view(s))) }
func Title(s []byte) []byte   { return []byte(strings.Title(view(s))) }

func ToUpperSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToUpper, s) }
func ToLowerSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToLower, s) }
func ToTitleSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToTitle, s) }

func ToValidUTF8(s, replacement []byte) []byte {
	return []byte(strings.ToValidUTF8(view(s), view(replacement)))
}

// last is so much of the end of s, nil if that is nothing.
func last(s []byte, n int) []byte {
	if n == 0 {
		return nil
	}
	return s[len(s)-n:]
}

func TrimLeft(s []byte, cutset string) []byte {
	if len(s) == 0 {
		return nil
	}
	return last(s, len(strings.TrimLeft(view(s), cutset)))
}

func TrimRight(s []byte, cutset string) []byte {
	if len(s) == 0 || cutset == "" {
		return s
	}
	return s[:len(strings.TrimRight(view(s), cutset))]
}

func Trim(s []byte, cutset string) []byte {
	if len(s) == 0 {
		return nil
	}
	if cutset == "" {
		return s
	}
	if s = TrimLeft(s, cutset); s == nil {
		return nil
	}
	return TrimRight(s, cutset)
}

func TrimLeftFunc(s []byte, f func(r rune) bool) []byte {
	return last(s, len(strings.TrimLeftFunc(view(s), f)))
}

func TrimRightFunc(s []byte, f func(r rune) bool) []byte {
	return s[:len(strings.TrimRightFunc(view(s), f))]
}

func TrimFunc(s []byte, f func(r rune) bool) []byte { return TrimRightFunc(TrimLeftFunc(s, f), f) }

func TrimSpace(s []byte) []byte {
	return TrimFunc(s, unicode.IsSpace)
}

func TrimPrefix(s, prefix []byte) []byte {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

func TrimSuffix(s, suffix []byte) []byte {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

func Runes(s []byte) []rune { return []rune(view(s)) }

func Replace(s, old, new []byte, n int) []byte {
	if n == 0 || Count(s, old) == 0 {
		return append([]byte(nil), s...)
	}
	return []byte(strings.Replace(view(s), view(old), view(new), n))
}

func ReplaceAll(s, old, new []byte) []byte { return Replace(s, old, new, -1) }

func Cut(s, sep []byte) (before, after []byte, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, nil, false
}

func CutPrefix(s, prefix []byte) (after []byte, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func CutSuffix(s, suffix []byte) (before []byte, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}
