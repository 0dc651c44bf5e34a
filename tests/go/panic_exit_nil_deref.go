// An uncaught nil dereference, with the signal line.
package main

import "fmt"

type node struct {
	value int
	next  *node
}

func main() {
	n := &node{1, nil}
	fmt.Println(n.value)
	fmt.Println(n.next.value)
}

// Exit: 2
// Stderr:
// panic: runtime error: invalid memory address or nil pointer dereference
// [signal SIGSEGV: segmentation violation
// goroutine 1 [running]:

// Output:
// 1
