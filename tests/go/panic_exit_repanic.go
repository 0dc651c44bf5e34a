// A recovered value that is panicked with again.
package main

import "fmt"

func main() {
	defer func() {
		r := recover()
		fmt.Println("recovered", r)
		panic(r)
	}()
	panic("again and again")
}

// Exit: 2
// Stderr:
// panic: again and again [recovered, repanicked]
// goroutine 1 [running]:

// Output:
// recovered again and again
