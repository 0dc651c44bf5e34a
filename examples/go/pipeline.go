// Primes from a chain of goroutines: channels, closures, a deterministic scheduler.
//
//	purlin run examples/go/pipeline.go
package main

import "fmt"

func numbers(to int) <-chan int {
	out := make(chan int)
	go func() {
		for n := 2; n <= to; n++ {
			out <- n
		}
		close(out)
	}()
	return out
}

func without(prime int, in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for n := range in {
			if n%prime != 0 {
				out <- n
			}
		}
		close(out)
	}()
	return out
}

func main() {
	chain := numbers(60)
	for {
		prime, ok := <-chain
		if !ok {
			break
		}
		fmt.Print(prime, " ")
		chain = without(prime, chain)
	}
	fmt.Println("and no more")
}

// Output:
// 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 and no more
