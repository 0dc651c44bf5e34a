// The order in which goroutines run is the same each time: they start in the order of their go statements.
package main

import "fmt"

func main() {
	done := make(chan int, 5)
	for i := 0; i < 5; i++ {
		go func() {
			fmt.Println("goroutine", i)
			done <- i
		}()
	}
	for i := 0; i < 5; i++ {
		fmt.Println("done", <-done)
	}
}

// Output:
// goroutine 0
// goroutine 1
// goroutine 2
// goroutine 3
// goroutine 4
// done 0
// done 1
// done 2
// done 3
// done 4
