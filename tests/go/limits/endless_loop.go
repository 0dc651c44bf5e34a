// An endless loop ends when its gas does.
package main

func main() {
	for {
	}
}

// Flags: --gas=1000000
// Trap: OutOfGas
