// A panic in a deferred function: both are printed.
package main

import (
	"errors"
	"fmt"
)

func main() {
	defer func() {
		fmt.Println("deferred")
		panic(errors.New("second"))
	}()
	panic("first")
}

// Exit: 2
// Stderr:
// panic: first
// 	panic: second
// goroutine 1 [running]:

// Output:
// deferred
