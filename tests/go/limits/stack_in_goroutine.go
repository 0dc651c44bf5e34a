// Each goroutine has the same limit.
package main

func f(n int) int {
	var pad [64]int
	pad[n&63] = n
	return f(n+1) + pad[(n+1)&63]
}

func main() {
	c := make(chan int)
	go func() { c <- f(0) }()
	<-c
}

// Flags: --stack=1M
// Trap: StackOverflow
