// An uncaught division by zero.
package main

import "fmt"

func main() {
	for d := 2; d >= 0; d-- {
		fmt.Println(10 / d)
	}
}

// Exit: 2
// Stderr:
// panic: runtime error: integer divide by zero
// goroutine 1 [running]:

// Output:
// 5
// 10
