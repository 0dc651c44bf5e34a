// Operators, conversions, calls, selectors.

package main

type S struct {
	f int
	E
}
type E struct{ g string }

func (e *E) ptr()  {}
func (e E) val()   {}

type I interface{ m(int) string }
type J interface{ ptr() }
type W1 struct{}

func (W1) m(string) string { return "" }

type W2 struct{}

func (*W2) m(int) string { return "" }

type W3 struct{}

func (W3) M(int) string { return "" }

func two() (int, string) { return 1, "" }
func none()              {}
func args(a int, b string, c ...float64) {}

func main() {
	var i int
	var s string
	var f float64
	var b byte
	var u uint
	var st S
	var e error
	var m map[string]S
	var fn func()
	var sl []int
	var ch <-chan int
	var iface I
	_ = i + s // ERROR "invalid operation: i \+ s \(mismatched types int and string\)"
	_ = i + f // ERROR "invalid operation: i \+ f \(mismatched types int and float64\)"
	_ = i + "a" // ERROR "mismatched types int and untyped string|cannot convert .a. \(untyped string constant\) to type int"
	_ = i + 1.5 // ERROR "1.5 \(untyped float constant\) truncated to int"
	_ = b + 256 // ERROR "256 \(untyped int constant\) overflows byte"
	_ = s - s // ERROR "invalid operation: operator - not defined on s \(variable of type string\)"
	_ = f % f // ERROR "invalid operation: operator % not defined on f \(variable of type float64\)"
	_ = !i // ERROR "invalid operation: operator ! not defined on i \(variable of type int\)"
	_ = -s // ERROR "invalid operation: operator - not defined on s"
	_ = i / 0 // ERROR "invalid operation: division by zero"
	_ = i << -1 // ERROR "invalid operation: negative shift count -1 \(untyped int constant\)"
	_ = f << 1 // ERROR "invalid operation: shifted operand f \(variable of type float64\) must be integer"
	_ = 1 << f // ERROR "invalid operation: shift count f \(variable of type float64\) must be integer"
	_ = 1.0 << u + f // ERROR "shifted operand 1.0 \(type float64\) must be integer"
	_ = uint16(70000) // ERROR "constant 70000 overflows uint16"
	_ = int(f) + int(2.5) // ERROR "cannot convert 2.5 \(untyped float constant\) to type int"
	_ = string(f) // ERROR "cannot convert f \(variable of type float64\) to type string"
	_ = []int(s) // ERROR "cannot convert s \(variable of type string\) to type \[\]int"
	_ = sl == sl // ERROR "invalid operation: sl == sl \(slice can only be compared to nil\)"
	_ = fn == fn // ERROR "invalid operation: fn == fn \(func can only be compared to nil\)"
	_ = st < st // ERROR "invalid operation: st < st \(operator < not defined on struct\)"
	_ = i == nil // ERROR "invalid operation: i == nil \(mismatched types int and untyped nil\)"
	_ = nil == nil // ERROR "invalid operation: nil == nil \(operator == not defined on untyped nil\)"
	_ = &1 // ERROR "invalid operation: cannot take address of 1 \(untyped int constant\)"
	_ = *i // ERROR "invalid operation: cannot indirect i \(variable of type int\)"
	_ = <-i // ERROR "invalid operation: cannot receive from non-channel int i \(variable of type int\)"
	ch <- 1 // ERROR "invalid operation: cannot send to receive-only channel <-chan int ch"
	_ = st.nope // ERROR "st.nope undefined \(type S has no field or method nope\)"
	_ = st.F // ERROR "st.F undefined \(type S has no field or method F, but does have field f\)"
	_ = i.x // ERROR "i.x undefined \(type int has no field or method x\)"
	_ = m["a"].ptr // ERROR "cannot call pointer method ptr on S"
	m["a"].f = 1 // ERROR "cannot assign to struct field m\[.a.\].f in map"
	_ = S.ptr // ERROR "invalid method expression S.ptr \(needs pointer receiver \(\*S\).ptr\)"
	s[0] = 'x' // ERROR "cannot assign to s\[0\] \(neither addressable nor a map index expression\)"
	_ = sl["x"] // ERROR "invalid argument: index .x. \(untyped string constant\) must be integer|cannot convert"
	_ = sl[-1] // ERROR "invalid argument: index -1 \(constant of type int\) must not be negative"
	_ = [2]int{}[2] // ERROR "invalid argument: index 2 out of bounds \[0:2\]"
	_ = "abc"[5] // ERROR "invalid argument: index 5 out of bounds \[0:3\]"
	_ = sl[2:1] // ERROR "invalid slice indices: 1 < 2"
	_ = i[0] // ERROR "cannot index i \(variable of type int\)"
	i() // ERROR "invalid operation: cannot call i \(variable of type int\): int is not a function"
	args(1) // ERROR "not enough arguments in call to args\n\thave \(number\)\n\twant \(int, string, ...float64\)"
	none(1) // ERROR "too many arguments in call to none\n\thave \(number\)\n\twant \(\)"
	args("a", "b") // ERROR "cannot use .a. \(untyped string constant\) as int value in argument to args"
	args(two(), 1) // ERROR "multiple-value two\(\) \(value of type \(int, string\)\) in single-value context"
	_ = none() // ERROR "none\(\) \(no value\) used as value"
	_ = len(i) // ERROR "invalid argument: i \(variable of type int\) for built-in len"
	_ = append(i, 1) // ERROR "invalid append: argument must be a slice; have i \(variable of type int\)"
	_ = make(int) // ERROR "invalid argument: cannot make int: type must be slice, map, or channel"
	_ = make([]int) // ERROR "invalid operation: make\(\[\]int\) expects 2 or 3 arguments; found 1"
	_ = make([]int, 2, 1) // ERROR "invalid argument: length and capacity swapped"
	copy(sl, s) // ERROR "invalid copy: arguments sl \(variable of type \[\]int\) and s \(variable of type string\) have different element types int and byte"
	delete(sl, 1) // ERROR "invalid argument: sl \(variable of type \[\]int\) is not a map"
	close(ch) // ERROR "invalid operation: cannot close receive-only channel ch"
	iface = W1{} // ERROR "cannot use W1{} \(value of struct type W1\) as I value in assignment: W1 does not implement I \(wrong type for method m\)\n\t\thave m\(string\) string\n\t\twant m\(int\) string"
	iface = W2{} // ERROR "W2 does not implement I \(method m has pointer receiver\)"
	iface = W3{} // ERROR "W3 does not implement I \(missing method m\)\n\t\thave M\(int\) string\n\t\twant m\(int\) string"
	e = st // ERROR "cannot use st \(variable of struct type S\) as error value in assignment: S does not implement error \(missing method Error\)"
	_ = iface.(W1) // ERROR "impossible type assertion: iface.\(W1\)\n\tW1 does not implement I \(wrong type for method m\)"
	_ = i.(int) // ERROR "invalid operation: i \(variable of type int\) is not an interface"
	_ = S{1} // ERROR "too few values in struct literal of type S"
	_ = S{1, E{}, 3} // ERROR "too many values in struct literal of type S"
	_ = S{x: 1} // ERROR "unknown field x in struct literal of type S"
	_ = S{f: 1, f: 2} // ERROR "duplicate field name f in struct literal"
	_ = []int{0: 1, 0: 2} // ERROR "duplicate index 0 in array or slice literal"
	_ = map[string]int{"a": 1, "a": 2} // ERROR "duplicate key .a. in map literal"
	_ = [1]int{1, 2} // ERROR "index 1 is out of bounds \(>= 1\)"
	_ = i{} // ERROR "i \(local variable\) is not a type"
	_ = min(1, "a") // ERROR "mismatched types|cannot convert"
	1 + 2 // ERROR "1 \+ 2 \(untyped int constant 3\) is not used|1 \+ 2 \(constant 3 of type int\) is not used"
	len(s) // ERROR "len\(s\) \(value of type int\) is not used"
	i++
	s++ // ERROR "invalid operation: s\+\+ \(non-numeric type string\)"
	i += "a" // ERROR "mismatched types int and untyped string|cannot convert"
	_, _, _ = e, iface, J(&st)
}

func range1(f func(func(int) bool), g func(func()), h func(func(a, b, c int) bool), i func(func() bool) int) {
	for range f {
	}
	for a, b := range f { // ERROR "range over f \(variable of type func\(func\(int\) bool\)\) permits only one iteration variable"
		_, _ = a, b
	}
	for range g { // ERROR "cannot range over g \(variable of type func\(func\(\)\)\): func must be func\(yield func\(...\) bool\): yield func does not return bool"
	}
	for range h { // ERROR "yield func has too many parameters"
	}
	for range i { // ERROR "unexpected results"
	}
	for range range1 { // ERROR "wrong argument count"
	}
}

