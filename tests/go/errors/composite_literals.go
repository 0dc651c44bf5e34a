// Literals that mix forms or leave fields out.
package main

type P struct{ X, Y int }

func main() {
	_ = P{1}           // ERROR "too few values in struct literal"
	_ = P{1, 2, 3}     // ERROR "too many values in struct literal"
	_ = P{X: 1, 2}     // ERROR "mixture of field:value and value elements"
	_ = P{X: 1, X: 2}  // ERROR "duplicate field name X"
	_ = P{Z: 1}        // ERROR "unknown field Z"
	_ = P{"a", 1}      // ERROR "cannot use .a."
	_ = []int{"a"}     // ERROR "cannot use .a."
	_ = map[string]int{1: 2} // ERROR "cannot use 1 .*as string"
	_ = map[string]int{"a"}  // ERROR "missing key in map literal"
	_ = []int{"k": 1}  // ERROR "index .k. must be integer constant|cannot convert|must be integer"
	_ = int{1}         // ERROR "invalid composite literal type int"
	_ = [...]int{1, 2}[5] // ERROR "out of range|out of bounds"
	var a [...]int     // ERROR "invalid use of \[...\] array"
	_ = &[]P{{1, 2}, {3}} // ERROR "too few values in struct literal"
	_ = map[[]int]int{}   // ERROR "invalid map key type \[\]int"
	_ = a
}
