// A width of a gigabyte.
package main

import "fmt"

func main() {
	fmt.Println("padding")
	fmt.Println(len(fmt.Sprintf("%*d", 1<<30, 5)))
	s := ""
	for i := 0; i < 1000; i++ {
		s += fmt.Sprintf("%*d", 1000000, i)
	}
	fmt.Println(len(s))
}

// Flags: --memory=32M
// Trap: OutOfMemory
