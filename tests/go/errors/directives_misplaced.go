// Comments to the compiler that stand before no declaration.
package main

//go:nosplit // ERROR "misplaced compiler directive"
type (
	T int
	U int //go:norace // ERROR "misplaced compiler directive"
)

//go:noinline
func main() {
	y := 1
	//go:noinline // ERROR "misplaced compiler directive"
	y = 2
	_ = y //go:unknown // ERROR "misplaced compiler directive"
	//go:unknown
	func() {
		//go:noinline // ERROR "misplaced compiler directive"
	}()
} //go:noinline // ERROR "misplaced compiler directive"

// Two of them are as good as one.
//go:noinline

//go:noinline
func f() {}

//go:nocheckptr // ERROR "misplaced compiler directive"
