// Package text searches and compares: the natives that strings, bytes and bufio share.
package text

func Index(s, part string) int
func LastIndex(s, part string) int

// Count tells how often a part that is not empty occurs without overlapping.
func Count(s, part string) int
func IndexByte(s string, c byte) int
func LastIndexByte(s string, c byte) int
func CountByte(s string, c byte) int
func ValidUTF8(s string) bool
func RuneCount(s string) int
func EqualBytes(a, b []byte) bool
