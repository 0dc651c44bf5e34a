// Ten thousand goroutines in a chain and ten thousand that wait at once.
package main

import "fmt"

func main() {
	const n = 10000
	first := make(chan int)
	in := first
	for i := 0; i < n; i++ {
		out := make(chan int)
		go func(in, out chan int) { out <- 1 + <-in }(in, out)
		in = out
	}
	first <- 0
	fmt.Println(<-in)
	start := make(chan struct{})
	results := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			<-start
			results <- i
		}()
	}
	close(start)
	sum := 0
	for i := 0; i < n; i++ {
		sum += <-results
	}
	fmt.Println(sum)
}

// Output:
// 10000
// 49995000
