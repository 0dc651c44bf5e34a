// A range over a big slice of empty structs costs nothing but gas.
package main

func main() {
	s := make([]struct{}, 1<<60)
	n := 0
	for range s {
		n++
	}
	println(n)
}

// Flags: --gas=1000000
// Trap: OutOfGas
