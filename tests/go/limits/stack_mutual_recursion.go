// Two functions that call each other, through an interface and a closure.
package main

type caller interface{ call(n int) int }
type a struct{ next func(int) int }

func (x *a) call(n int) int { return x.next(n+1) + 1 }

func main() {
	var c caller
	x := &a{}
	c = x
	x.next = func(n int) int { return c.call(n) ^ 1 }
	println(c.call(0))
}

// Flags: --stack=1M
// Trap: StackOverflow
