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
	fmt.Fprintf(s, fmt.FormatString(s, verb), x)
}
