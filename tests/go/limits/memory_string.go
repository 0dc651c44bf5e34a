// A string that doubles.
package main

func main() {
	s := "x"
	for {
		s += s
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
