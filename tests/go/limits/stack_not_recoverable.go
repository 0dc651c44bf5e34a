// Overflow is fatal in Go: recover does not see it and deferred calls do not run.
package main

import "fmt"

func down(n int) int {
	defer func() { recover() }()
	return down(n+1) + 1
}

func main() {
	defer fmt.Println("deferred calls are skipped")
	fmt.Println("down")
	down(0)
}

// Flags: --stack=1M
// Trap: StackOverflow
// Output:
// down
