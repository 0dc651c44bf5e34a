// Comments to the compiler that stand before declarations that they cannot speak of.

//go:noinline // ERROR "misplaced compiler directive"

package main

//go:noinline // ERROR "misplaced compiler directive"
var x int

type (
	//go:noinline // ERROR "misplaced compiler directive"
	T int
)

//go:noescape
func f() {} // ERROR "can only use //go:noescape with external func implementations"

func main() {
	//go:noinline // ERROR "misplaced compiler directive"
	var y int
	_ = y
}
