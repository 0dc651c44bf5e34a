// A slice that only grows.
package main

func main() {
	var s []string
	for {
		s = append(s, "x")
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
