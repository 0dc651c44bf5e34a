// Goroutines: creation, switches by unbuffered and buffered channels, select, and a mutex.
package main

import (
	"os"
	"strconv"
	"sync"
)

func relay(in <-chan int, out chan<- int) {
	for x := range in {
		out <- x + 1
	}
	close(out)
}

func work(n int) int {
	first := make(chan int)
	last := first
	for k := range 3 {
		next := make(chan int, k)
		go relay(last, next)
		last = next
	}
	done := make(chan int)
	go func() {
		sum := 0
		for x := range last {
			sum += x
		}
		done <- sum
	}()
	var lock sync.Mutex
	var group sync.WaitGroup
	count := 0
	for i := range n {
		first <- i
		if i&7 == 0 {
			group.Add(1)
			go func() {
				lock.Lock()
				count++
				lock.Unlock()
				group.Done()
			}()
		}
	}
	close(first)
	group.Wait()
	return <-done + count
}

func expected(n int) int { return n*(n-1)/2 + 3*n + (n+7)/8 }

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if got, want := work(n), expected(n); got != want {
		println("got", got, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
