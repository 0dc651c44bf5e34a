// A chain of closures.
package main

func main() {
	f := func() int { return 0 }
	for {
		g := f
		f = func() int { return g() + 1 }
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
