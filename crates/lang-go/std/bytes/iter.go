package bytes

import (
	"internal/rt"
	"strings"
)

// parts are those of the text of some bytes, as bytes that cannot grow into what follows.
func parts(of func(yield func(string) bool)) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for part := range of {
			if !yield(rt.ViewBytes(part)) {
				return
			}
		}
	}
}

func Lines(s []byte) func(yield func([]byte) bool) { return parts(strings.Lines(view(s))) }
func SplitSeq(s, sep []byte) func(yield func([]byte) bool) {
	return parts(strings.SplitSeq(view(s), view(sep)))
}
func SplitAfterSeq(s, sep []byte) func(yield func([]byte) bool) {
	return parts(strings.SplitAfterSeq(view(s), view(sep)))
}
func FieldsSeq(s []byte) func(yield func([]byte) bool) { return parts(strings.FieldsSeq(view(s))) }

func FieldsFuncSeq(s []byte, f func(rune) bool) func(yield func([]byte) bool) {
	return parts(strings.FieldsFuncSeq(view(s), f))
}
