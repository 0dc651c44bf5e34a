package fuzz

// Depth is how deep brackets are nested.
func Depth(s string) (most int) {
	depth := 0
	for _, c := range s {
		switch c {
		case '(':
			depth++
			most = max(most, depth)
		case ')':
			depth--
		}
	}
	return most
}
