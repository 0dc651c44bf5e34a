package main

import "fmt"

func main() {
	fmt.Println("before")
	var c chan int
	select {
	case <-c:
	case c <- 1:
	}
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [select]:

// Output:
// before
