// os.Exit(0) from a goroutine and deep in calls.
package main

import (
	"fmt"
	"os"
)

func deep(n int) int {
	if n == 0 {
		fmt.Println("bottom")
		os.Exit(0)
	}
	defer fmt.Println("never")
	return deep(n-1) + 1
}

func main() {
	wait := make(chan int)
	go func() { wait <- deep(50) }()
	fmt.Println(<-wait)
}

// Output:
// bottom
