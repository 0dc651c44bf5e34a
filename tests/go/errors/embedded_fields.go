// Embedded fields stand where their names do, behind an asterisk and a package, and interfaces that become constraints
// only at the end of their declaration are refused too.
package main

import "io"

type a struct{}

type pointerFirst struct {
	*a
	a // ERROR "a redeclared"
}

type qualified struct {
	io.Reader
	Reader int // ERROR "Reader redeclared"
}

type method struct{ *a }

func (method) a() {} // ERROR "field and method with the same name a"

type slices interface{ ~[]slices } // ERROR "cannot use type slices outside a type constraint: interface contains type constraints"

type nested interface { // nothing here
	interface {
		~map[string]nested // ERROR "cannot use type nested outside a type constraint"
	}
}

type first interface {
	comparable
	second
}

type second interface{ *first } // ERROR "cannot use type first outside a type constraint"

type fine interface{ m(fine) []fine }

func main() {}
