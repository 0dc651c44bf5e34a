// Package alias tells whether slices share memory.
package alias

// Any tells whether two slices have a byte in common. Slices of one array are told by its last byte, which both reach
// up to unless their capacity was cut.
func Any(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || &a[:cap(a)][cap(a)-1] != &b[:cap(b)][cap(b)-1] {
		return len(a) > 0 && len(b) > 0 && &a[0] == &b[0]
	}
	return cap(a)-len(a) < cap(b) && cap(b)-len(b) < cap(a)
}

// Inexact tells whether they have one in common at different places.
func Inexact(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && &a[0] != &b[0] && Any(a, b)
}

// Grow is a slice of n more bytes than in, whose start is in; and those bytes.
func Grow(in []byte, n int) (head, tail []byte) {
	total := len(in) + n
	if cap(in) >= total {
		head = in[:total]
	} else {
		head = make([]byte, total)
		copy(head, in)
	}
	return head, head[len(in):]
}
