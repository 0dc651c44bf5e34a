// A program of several files: they share one scope, and their variables are initialised together.
package main

import "fmt"

var first = log("main.first", second+1)

func init() { fmt.Println("init main") }

func main() {
	s := newStack()
	for i := 0; i < 5; i++ {
		s.push(i * i)
	}
	fmt.Println(s.pop(), s.pop(), s.size(), s)
	fmt.Println(first, second, third, version)
	var sh shape = rect{2, 3}
	fmt.Println(sh.area(), describe(sh), describe(circle(2)))
}

// Output:
// more.third 10
// stack.second 20
// main.first 21
// init stack
// init main
// init more
// 16 9 3 ###[0 1 4]
// 21 20 10 v1
// 6 rect 2x3 circle 2
