package main

// What goroutines and channels cost, in the order that the scheduler takes them.

func stage(in <-chan int, out chan<- int) {
	for v := range in {
		out <- v + 1
	}
	close(out)
}

func main() {
	first := make(chan int)
	last := first
	for range 10 {
		next := make(chan int, 2)
		go stage(last, next)
		last = next
	}
	go func() {
		for i := range 30 {
			first <- i
		}
		close(first)
	}()
	sum := 0
	for v := range last {
		sum += v
	}
	println(sum)

	done := make(chan int)
	busy := func(rounds int) {
		own := 0
		for i := range rounds {
			own += i & 1
		}
		done <- own
	}
	go busy(100_000)
	go busy(10)
	println(sum + <-done + <-done)
}

// Gas: 512202
// Stderr:
// 735
// 50740
