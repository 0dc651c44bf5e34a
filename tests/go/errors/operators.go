// Operators on operands that do not have them.
package main

type S struct{ f []int }

func main() {
	var i int
	var u uint
	var f float64
	var s string
	var b bool
	var p *int
	var sl []int
	var m map[string]int
	var fn func()
	_ = i + u      // ERROR "mismatched types int and uint"
	_ = i + f      // ERROR "mismatched types int and float64"
	_ = s + i      // ERROR "mismatched types string and int"
	_ = s - s      // ERROR "operator - not defined on s"
	_ = b + b      // ERROR "operator \+ not defined on b"
	_ = !i         // ERROR "operator ! not defined on i"
	_ = -s         // ERROR "operator - not defined on s"
	_ = f % 2      // ERROR "operator % not defined on f"
	_ = f << 1     // ERROR "shifted operand f .* must be integer"
	_ = i << 1.5   // ERROR "truncated"
	_ = ^f         // ERROR "operator \^ not defined on f"
	_ = p + 1      // ERROR "mismatched types|cannot convert"
	_ = sl == sl   // ERROR "slice can only be compared to nil"
	_ = m == m     // ERROR "map can only be compared to nil"
	_ = fn == fn   // ERROR "func can only be compared to nil"
	_ = S{} == S{} // ERROR "cannot compare|cannot be compared|struct containing"
	_ = b < b      // ERROR "operator < not defined on bool|cannot compare"
	_ = p < p      // ERROR "operator < not defined on pointer|cannot compare"
	_ = i && b     // ERROR "mismatched types|operator && not defined"
	_ = i == s     // ERROR "mismatched types int and string"
	_ = i == nil   // ERROR "mismatched types int and untyped nil|cannot convert"
	_ = 1 / 0      // ERROR "division by zero"
	_ = i / 0      // ERROR "division by zero"
	_ = i % 0      // ERROR "division by zero"
	_ = *i         // ERROR "cannot indirect"
	_ = &5         // ERROR "cannot take address of 5"
	_ = &m["a"]    // ERROR "cannot take address of m"
	_ = i.x        // ERROR "i.x undefined"
	i++
	s++            // ERROR "non-numeric (type string|s)"
	_ = 'a' + "b"  // ERROR "mismatched types"
	_ = <-i        // ERROR "cannot receive from non-channel"
}
