// Ambiguous selectors, and fields through pointers to pointers.
package main

type A struct{ x int }
type B struct{ x int }
type C struct {
	A
	B
}

func (A) m() {}
func (B) m() {}

type D struct{ *C }

func main() {
	var c C
	_ = c.x // ERROR "ambiguous selector c.x"
	c.m()   // ERROR "ambiguous selector c.m"
	_ = c.A.x
	var d D
	_ = d.x // ERROR "ambiguous selector d.x"
	p := &c
	q := &p
	_ = q.A // ERROR "q.A undefined"
	_ = C.m // ERROR "ambiguous selector C.m"
	_ = A.n // ERROR "A.n undefined"
	_ = C{A: A{1}, x: 2} // ERROR "unknown field x|cannot use promoted field"
	_ = A.x // ERROR "A.x undefined"
}
