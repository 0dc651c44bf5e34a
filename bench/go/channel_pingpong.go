// channel_pingpong n: two goroutines pass a number n times over a pair of unbuffered channels, then a
// chain of ten goroutines passes n numbers through channels with room for sixteen.
// Check: equal to compiled Go. The default n is 2500000.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func pong(in <-chan int, out chan<- int) {
	for v := range in {
		out <- v + 1
	}
	close(out)
}

func stage(in <-chan int, out chan<- int) {
	for v := range in {
		out <- v ^ 1
	}
	close(out)
}

func main() {
	n := 2500000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	ping, back := make(chan int), make(chan int)
	go pong(ping, back)
	v := 0
	for i := 0; i < n; i++ {
		ping <- v
		v = <-back
	}
	close(ping)
	_, open := <-back

	source := make(chan int, 16)
	var in <-chan int = source
	for i := 0; i < 10; i++ {
		out := make(chan int, 16)
		go stage(in, out)
		in = out
	}
	go func() {
		for i := 0; i < n/10; i++ {
			source <- i
		}
		close(source)
	}()
	sum := 0
	for x := range in {
		sum += x
	}
	fmt.Println(v, open, sum)
}
