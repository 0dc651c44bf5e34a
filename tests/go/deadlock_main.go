// The main goroutine waits for ever.
package main

import "fmt"

func main() {
	c := make(chan int)
	fmt.Println("waiting")
	<-c
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [chan receive]:

// Output:
// waiting
