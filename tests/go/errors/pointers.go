// Addresses of what has none, and wrong dereferences.
package main

type T struct{ f int }

func get() T { return T{} }

const c = 1

func main() {
	_ = &get()     // ERROR "cannot take address of get\(\)"
	_ = &get().f   // ERROR "cannot take address of get\(\).f"
	_ = &c         // ERROR "cannot take address of c"
	_ = &T{}
	_ = &"s"       // ERROR "cannot take address of .s."
	_ = &nil       // ERROR "cannot take address of nil|invalid use of"
	m := map[int]T{}
	m[1].f = 2     // ERROR "cannot assign to struct field m\[1\].f in map"
	get().f = 1    // ERROR "cannot assign to get\(\).f"
	var p *int = &m // ERROR "cannot use &m"
	var q *T
	_ = q + 1      // ERROR "mismatched types|cannot convert"
	_ = **q        // ERROR "cannot indirect"
	_ = p.f        // ERROR "p.f undefined"
	x := nil       // ERROR "use of untyped nil"
	_ = x
	_ = *nil       // ERROR "cannot indirect|invalid use of nil|invalid operation"
	main = nil     // ERROR "cannot assign to main"
}
