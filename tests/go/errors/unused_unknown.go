// A use inside an expression whose type is unknown is a use; what Go does not look at is none.
package main

import "fmt"

type S struct{ f int }

func main() {
	a := 1
	_ = []undef{{a}} // ERROR "undefined: undef"

	b := 1
	_ = undef{{b}} // ERROR "undefined: undef|missing type in composite literal"

	c := 1
	_ = undef{x: {c}} // ERROR "undefined: undef|missing type in composite literal"

	d := 1
	_ = map[string]undef{"x": {d}, "y": {{e: d}}} // ERROR "undefined: undef|missing type in composite literal"

	f := 1
	_ = [3]undef{{{f}}} // ERROR "undefined: undef|missing type in composite literal"

	g := 1
	_ = int{{g}} // ERROR "invalid composite literal type int|missing type in composite literal"

	h := 1             // ERROR "declared and not used: h"
	_ = make(undef, h) // ERROR "undefined: undef"

	i := 1 // ERROR "declared and not used: i"
	var s S
	s.f(i) // ERROR "cannot call s.f .*int is not a function"

	j := 1
	undef(j) // ERROR "undefined: undef"

	k := 1
	fmt.NoSuch(k) // ERROR "undefined: fmt.NoSuch"

	l := 1
	_ = s.nope(l) // ERROR "s.nope undefined"

	m := 1
	_ = undef[m] + undef(m, func() undef { return m }).x // ERROR "undefined: undef"

	n := undef(1).y   // ERROR "undefined: undef|declared and not used: n"
	for range undef { // ERROR "undefined: undef"
		n.x = a
	}
}
