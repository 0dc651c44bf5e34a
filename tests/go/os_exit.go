// os.Exit ends the program at once, without deferred calls.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("not printed")
	defer func() {
		defer fmt.Println("not printed either")
		fmt.Println("exiting", recover())
		os.Exit(3)
	}()
	panic("dropped")
}

// Exit: 3
// Output:
// exiting dropped
