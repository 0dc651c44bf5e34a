// Names that nothing declares.
package main

import "fmt"

type T struct{ a int }

func (t T) m() {}

func main() {
	fmt.Println(x)         // ERROR "undefined: x"
	y = 3                  // ERROR "undefined: y"
	fmt.Printline("a")     // ERROR "undefined: fmt.Printline"
	var t T
	t.b = 1                // ERROR "t.b undefined"
	t.n()                  // ERROR "t.n undefined"
	t.m()
	var z Missing          // ERROR "undefined: Missing"
	_ = z
	os.Exit(1)             // ERROR "undefined: os"
	undefinedFunc(1, 2)    // ERROR "undefined: undefinedFunc"
	_ = T{c: 1}            // ERROR "unknown field c"
}
