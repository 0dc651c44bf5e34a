package strings

import (
	"internal/text"
	"unicode"
	"unicode/utf8"
)

// Lines are the lines of s with their newlines.
func Lines(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for s := s; s != ""; {
			n := text.IndexByte(s, '\n') + 1
			if n == 0 {
				n = len(s)
			}
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}

// splitSeq keeps so many bytes of each separator.
func splitSeq(s, sep string, keep int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		rest := s
		for sep == "" && rest != "" {
			_, size := utf8.DecodeRuneInString(rest)
			if !yield(rest[:size]) {
				return
			}
			rest = rest[size:]
		}
		if sep == "" {
			return
		}
		for {
			at := text.Index(rest, sep)
			if at < 0 {
				yield(rest)
				return
			}
			if !yield(rest[:at+keep]) {
				return
			}
			rest = rest[at+len(sep):]
		}
	}
}

func SplitSeq(s, sep string) func(yield func(string) bool)      { return splitSeq(s, sep, 0) }
func SplitAfterSeq(s, sep string) func(yield func(string) bool) { return splitSeq(s, sep, len(sep)) }
func FieldsSeq(s string) func(yield func(string) bool)          { return FieldsFuncSeq(s, unicode.IsSpace) }

func FieldsFuncSeq(s string, f func(rune) bool) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range s {
			if !f(r) {
				if start < 0 {
					start = i
				}
			} else if start >= 0 {
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}
