// panic(nil) is a run-time error of its own.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred")
	panic(nil)
}

// Exit: 2
// Stderr:
// panic: panic called with nil argument
// goroutine 1 [running]:

// Output:
// deferred
