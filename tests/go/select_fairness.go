package main

import "fmt"

// Where several cases can go on, each gets its turn.
func main() {
	// Closed channels are always ready.
	x, y, z := make(chan int), make(chan int), make(chan int)
	close(x)
	close(y)
	close(z)
	var counts [3]int
	for range 3000 {
		select {
		case <-x:
			counts[0]++
		case <-y:
			counts[1]++
		case <-z:
			counts[2]++
		}
	}
	for n, count := range counts {
		if count < 700 {
			fmt.Println("unfair:", n, counts)
		}
	}
	// A buffer that can be filled and emptied.
	b := make(chan int, 100)
	for range 50 {
		b <- 0
	}
	in, out := 0, 0
	for range 1000 {
		select {
		case b <- in:
			in++
		case <-b:
			out++
		}
	}
	fmt.Println(in > 300, out > 300, in+out, len(b) == 50+in-out)
	// A case that is not ready is never chosen, one that is ready alone always.
	never := make(chan int)
	for range 100 {
		select {
		case <-never:
			fmt.Println("never")
		case never <- 1:
			fmt.Println("never")
		case <-x:
		}
	}
}

// Output:
// true true 1000 true
