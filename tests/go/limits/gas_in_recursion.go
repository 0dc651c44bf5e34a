// Exponential recursion ends when its gas does.
package main

import "fmt"

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func main() {
	fmt.Println(fib(80))
}

// Flags: --gas=5000000
// Trap: OutOfGas
