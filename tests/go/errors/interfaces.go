// What does not implement an interface, and impossible assertions.
package main

type I interface {
	A()
	B(int) string
}

type none struct{}
type wrong struct{}

func (wrong) A()           {}
func (wrong) B(int) int    { return 1 }

type ptr struct{}

func (*ptr) A()             {}
func (*ptr) B(int) string   { return "" }

type small interface{ A() }

func take(i I) {}

func main() {
	take(none{})       // ERROR "none does not implement I .missing method A."
	take(wrong{})      // ERROR "wrong does not implement I .wrong type for method B."
	take(ptr{})        // ERROR "ptr does not implement I .method A has pointer receiver."
	take(&ptr{})
	var i I = &ptr{}
	var s small = i
	i = s              // ERROR "small does not implement I .missing method B."
	_ = i.(none)       // ERROR "impossible type assertion"
	_ = i.(*ptr)
	_ = none{}.(I)     // ERROR "none.* is not an interface"
	i.C()              // ERROR "i.C undefined"
	var p *I = &i
	p.A()              // ERROR "type \*I is pointer to interface, not interface"
	switch i.(type) {
	case none:         // ERROR "impossible type switch case"
	case *ptr:
	case *ptr:         // ERROR "duplicate case \*ptr in type switch"
	}
	switch x := 5; x.(type) { // ERROR "x .*is not an interface"
	}
	_ = i == none{}    // ERROR "mismatched types|does not implement"
	var e error = "text" // ERROR "string does not implement error"
	_ = e
}
