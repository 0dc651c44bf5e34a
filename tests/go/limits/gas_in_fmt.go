// Formatting with a huge width is charged, and does not take memory that was not granted.
package main

import "fmt"

func main() {
	n := 0
	for {
		n += len(fmt.Sprintf("%100000d", n))
	}
}

// Flags: --gas=100000000 --memory=64M
// Trap: OutOfGas
