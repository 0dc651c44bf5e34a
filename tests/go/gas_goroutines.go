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

	done := make(chan struct{})
	busy := func(rounds int) {
		for i := range rounds {
			sum += i & 1
		}
		done <- struct{}{}
	}
	go busy(100_000)
	go busy(10)
	<-done
	<-done
	println(sum)
}

// Gas: 712292
// Stderr:
// 735
// 50740
