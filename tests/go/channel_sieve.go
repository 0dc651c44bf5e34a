// The prime sieve: a growing chain of goroutines.
package main

import "fmt"

func generate(out chan<- int) {
	for i := 2; ; i++ {
		out <- i
	}
}

func filter(in <-chan int, out chan<- int, prime int) {
	for {
		if i := <-in; i%prime != 0 {
			out <- i
		}
	}
}

func main() {
	c := make(chan int)
	go generate(c)
	for i := 0; i < 60; i++ {
		prime := <-c
		if i%10 == 9 {
			fmt.Println(prime)
		}
		next := make(chan int)
		go filter(c, next, prime)
		c = next
	}
}

// Output:
// 29
// 71
// 113
// 173
// 229
// 281
