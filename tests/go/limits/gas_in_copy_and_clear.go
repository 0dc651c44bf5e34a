// Copying, comparing and clearing cost by the byte.
package main

func main() {
	a := make([]byte, 1<<20)
	b := make([]byte, 1<<20)
	equal := 0
	for {
		copy(a, b)
		if string(a) == string(b) {
			equal++
		}
		clear(a)
	}
}

// Flags: --gas=50000000
// Trap: OutOfGas
