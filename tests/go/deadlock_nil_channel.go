// A nil channel blocks for ever.
package main

import "fmt"

func main() {
	var c chan int
	fmt.Println(c == nil, len(c), cap(c))
	go func() { c <- 1 }()
	fmt.Println(<-c)
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [chan receive (nil chan)]:

// Output:
// true 0 0
