package reflect

import "fmt"

// Format lets package fmt print the value that v holds, as it does with a Value.
func (v Value) Format(s fmt.State, verb rune) {
	if v.flag == 0 {
		s.Write([]byte("<invalid reflect.Value>"))
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), v.held())
}
