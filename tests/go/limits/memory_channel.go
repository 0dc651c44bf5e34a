// A channel with a huge buffer.
package main

import "fmt"

func main() {
	fmt.Println("making")
	c := make(chan [1024]int, 1<<20)
	c <- [1024]int{}
	fmt.Println(len(c))
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// making
