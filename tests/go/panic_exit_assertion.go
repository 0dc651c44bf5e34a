// An uncaught failed type assertion.
package main

import "fmt"

func main() {
	var x interface{} = "text"
	fmt.Println(x.(string))
	fmt.Println(x.(int))
}

// Exit: 2
// Stderr:
// panic: interface conversion: interface {} is string, not int
// goroutine 1 [running]:

// Output:
// text
