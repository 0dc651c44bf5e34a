// All goroutines wait for each other.
package main

import "fmt"

func main() {
	a, b := make(chan int), make(chan int)
	go func() { a <- <-b }()
	go func() { fmt.Println(<-a) }()
	c := make(chan int, 1)
	c <- 1
	fmt.Println("full")
	defer fmt.Println("not printed")
	c <- 2
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [chan send]:

// Output:
// full
