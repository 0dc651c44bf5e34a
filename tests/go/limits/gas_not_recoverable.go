// A limit is not a panic: recover does not see it and deferred calls do not run.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred calls are skipped")
	defer func() { fmt.Println("recovered", recover()) }()
	fmt.Println("before")
	for i := 0; ; i++ {
		func() {
			defer func() { recover() }()
			var p *int
			*p = i
		}()
	}
}

// Flags: --gas=1000000
// Trap: OutOfGas
// Output:
// before
