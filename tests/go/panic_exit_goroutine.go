// A panic in any goroutine ends the program.
package main

import "fmt"

func main() {
	defer fmt.Println("main's deferred calls do not run")
	done := make(chan bool)
	go func() {
		defer fmt.Println("deferred in the goroutine")
		panic("in a goroutine")
	}()
	<-done
}

// Exit: 2
// Stderr:
// panic: in a goroutine

// Output:
// deferred in the goroutine
