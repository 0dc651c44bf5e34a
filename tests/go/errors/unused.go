// Variables and imports that nothing uses.
package main

import (
	"fmt"
	"os" // ERROR "imported and not used"
)

func f(param int) (result int) {
	return 1
}

func main() {
	a := 1         // ERROR "declared and not used: a"
	var b int      // ERROR "declared and not used: b"
	c := 2
	c = 3
	d, e := 1, 2   // ERROR "declared and not used: d"
	_ = e
	for i := range 3 { // ERROR "declared and not used: i"
	}
	if x := f(1); true { // ERROR "declared and not used: x"
	}
	switch y := interface{}(1).(type) { // ERROR "declared and not used: y|y declared and not used"
	case int:
	}
	func() {
		z := 1 // ERROR "declared and not used: z"
	}()
	fmt.Println(c)
	_ = 5
}
