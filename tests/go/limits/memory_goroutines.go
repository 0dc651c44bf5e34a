// Goroutines without end.
package main

func main() {
	c := make(chan int)
	for {
		go func() { <-c }()
	}
}

// Flags: --memory=8M --gas=10000000000
// Trap: OutOfMemory
