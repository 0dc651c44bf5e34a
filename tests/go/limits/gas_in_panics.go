// Panicking and recovering for ever.
package main

func thrower(depth int) {
	if depth == 0 {
		panic("bottom")
	}
	thrower(depth - 1)
}

func main() {
	for {
		func() {
			defer func() { recover() }()
			thrower(50)
		}()
	}
}

// Flags: --gas=5000000
// Trap: OutOfGas
