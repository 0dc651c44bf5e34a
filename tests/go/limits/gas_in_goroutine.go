// A goroutine that spins cannot keep main from ending the program by gas either.
package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		for {
		}
	}()
	fmt.Println("waiting")
	<-c
}

// Flags: --gas=2000000
// Trap: OutOfGas
// Output:
// waiting
