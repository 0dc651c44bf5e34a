// An uncaught run-time error: index out of range.
package main

import "fmt"

func at(s []int, i int) int { return s[i] }

func main() {
	fmt.Println(at([]int{1, 2, 3}, 1))
	fmt.Println(at([]int{1, 2, 3}, 5))
}

// Exit: 2
// Stderr:
// panic: runtime error: index out of range [5] with length 3
// goroutine 1 [running]:

// Output:
// 2
