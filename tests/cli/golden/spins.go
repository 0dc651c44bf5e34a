package main

func main() {
	for {
	}
}

// GASLIMIT: 100_000
// Trap: OutOfGas
