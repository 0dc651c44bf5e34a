package reflect

import "fmt"

// Format lets package fmt print the value that v holds, as it does with a Value.
func (v Value) Format(s fmt.State, verb rune) {
	if v.flag == 0 {
		s.Write([]byte("<invalid reflect.Value>"))
		return
	}
	x := v.held()
	if v.kind() == Interface && verb == 'v' && !s.Flag('#') && Indirect(v.Elem()).kind() != v.Elem().kind() {
		// A pointer in an interface is not followed, unless it prints itself.
		switch x.(type) {
		case fmt.Formatter, fmt.Stringer, error:
		default:
			verb = 'p'
		}
	}
	if b, ok := x.([]byte); ok && s.Flag('#') && verb == 'v' {
		// Below a pointer the type is named as reflection does, and not []byte.
		s.Write(fmt.Appendf(nil, fmt.FormatString(s, verb), &b)[1:])
		return
	}
	if v.flag&flagRO != 0 && !s.Flag('#') && hasText(x) {
		s.Write(withoutMethods(fmt.FormatString(s, verb), x, s.Flag('+')))
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), x)
}

func hasText(x any) bool {
	switch x.(type) {
	case fmt.Formatter, fmt.Stringer, error:
		return true
	}
	return false
}

// withoutMethods prints what was got through a field that is not exported: its methods are not called. It is
// printed inside such a field, of which the frame is then cut off.
func withoutMethods(format string, x any, named bool) []byte {
	text := fmt.Appendf(nil, format, struct{ v any }{x})
	from := 1
	if named {
		from = len("{v:")
	}
	return text[from : len(text)-1]
}
