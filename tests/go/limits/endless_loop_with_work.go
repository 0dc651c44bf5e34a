// Output before the limit stays.
package main

import "fmt"

func main() {
	fmt.Println("started")
	x := 0
	for i := 0; ; i++ {
		x ^= i * i
		if x == -1 {
			fmt.Println("never")
		}
	}
}

// Flags: --gas=1000000
// Trap: OutOfGas
// Output:
// started
