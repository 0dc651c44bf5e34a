// Backward gotos are loops.
package main

func main() {
	i := 0
again:
	i++
	if i >= 0 {
		goto again
	}
	i = 0
	goto again
}

// Flags: --gas=1000000
// Trap: OutOfGas
