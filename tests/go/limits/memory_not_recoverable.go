// Running out of memory is no panic.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred calls are skipped")
	defer func() { fmt.Println("recovered", recover()) }()
	fmt.Println("growing")
	var all [][]byte
	for {
		all = append(all, make([]byte, 1<<16))
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// growing
