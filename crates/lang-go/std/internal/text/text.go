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

// Fill sets all bytes of b.
func Fill(b []byte, c byte)

// AppendFill appends n bytes that are all the same; none if n is negative.
func AppendFill(b []byte, n int, c byte) []byte {
	if n < 8 {
		for ; n > 0; n-- {
			b = append(b, c)
		}
		return b
	}
	at := len(b)
	b = Grown(b, n)[:at+n]
	Fill(b[at:], c)
	return b
}

// Grown has room for n more bytes.
func Grown(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	return append(b, make([]byte, n)...)[:len(b)]
}

// IsSpace is that of package unicode, for those who need nothing else of it.
func IsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xa0:
		return true
	}
	if r < 0x1680 {
		return false
	}
	switch r {
	case 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return 0x2000 <= r && r <= 0x200a
}
