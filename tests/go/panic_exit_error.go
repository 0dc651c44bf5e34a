// An uncaught error prints what its Error method says.
package main

import (
	"errors"
	"fmt"
)

func main() {
	fmt.Println("before")
	panic(errors.New("plain error"))
}

// Exit: 2
// Stderr:
// panic: plain error
// goroutine 1 [running]:

// Output:
// before
