// The first panic is marked as recovered in the report of the second.
package main

import "fmt"

func main() {
	defer func() {
		fmt.Println(recover())
		var s []string
		fmt.Println(s[0])
	}()
	panic("first")
}

// Exit: 2
// Stderr:
// panic: first [recovered]
// 	panic: runtime error: index out of range [0] with length 0
// goroutine 1 [running]:

// Output:
// first
