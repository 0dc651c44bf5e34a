// Work inside natives is charged by its size: doubling a string costs its bytes.
package main

import "fmt"

func main() {
	s := "ab"
	fmt.Println("doubling")
	for {
		s += s
		if len(s) > 1<<20 {
			s = s[:2]
		}
	}
}

// Flags: --gas=20000000
// Trap: OutOfGas
// Output:
// doubling
