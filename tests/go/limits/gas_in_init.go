// Package initialisation is metered as well.
package main

var x = spin()

func spin() int {
	n := 1
	for n != 0 {
		n |= n << 1
	}
	return n
}

func main() { println(x) }

// Flags: --gas=1000000
// Trap: OutOfGas
