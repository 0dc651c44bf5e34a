// An uncaught panic runs deferred calls, prints its value and ends with exit status 2.
package main

import "fmt"

func inner() {
	defer fmt.Println("inner deferred")
	panic("something broke")
}

func main() {
	defer fmt.Println("main deferred")
	inner()
	fmt.Println("unreachable")
}

// Exit: 2
// Stderr:
// panic: something broke
// goroutine 1 [running]:

// Output:
// inner deferred
// main deferred
