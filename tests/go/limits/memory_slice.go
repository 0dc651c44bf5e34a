// One slice larger than the memory that was granted.
package main

import "fmt"

func main() {
	fmt.Println("asking")
	s := make([]int, 1<<30)
	fmt.Println(len(s))
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// asking
