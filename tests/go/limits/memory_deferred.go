// Deferred calls without end are memory.
package main

func main() {
	n := 0
	for {
		defer func() { n++ }()
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
