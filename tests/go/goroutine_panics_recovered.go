// Each goroutine has its own panics and its own deferred calls.
package main

import "fmt"

func worker(id int, out chan<- string) {
	defer func() {
		if r := recover(); r != nil {
			out <- fmt.Sprint("worker ", id, " recovered: ", r)
			return
		}
		out <- fmt.Sprint("worker ", id, " fine")
	}()
	if id%3 == 0 {
		var s []int
		_ = s[id]
	}
	if id%3 == 1 {
		panic(fmt.Sprint("p", id))
	}
}

func main() {
	for i := 0; i < 6; i++ {
		out := make(chan string)
		go worker(i, out)
		fmt.Println(<-out)
	}
	a, b := make(chan int), make(chan string)
	go func() {
		defer func() { b <- fmt.Sprint("outer ", recover()) }()
		defer func() {
			a <- 1
			<-a
		}()
		panic("waits while it unwinds")
	}()
	<-a
	func() {
		defer func() { fmt.Println("main ", recover()) }()
		panic("main at the same time")
	}()
	a <- 2
	fmt.Println(<-b)
	c := make(chan int, 1)
	close(c)
	func() {
		defer func() { fmt.Println(recover()) }()
		c <- 1
	}()
}

// Output:
// worker 0 recovered: runtime error: index out of range [0] with length 0
// worker 1 recovered: p1
// worker 2 fine
// worker 3 recovered: runtime error: index out of range [3] with length 0
// worker 4 recovered: p4
// worker 5 fine
// main  main at the same time
// outer waits while it unwinds
// send on closed channel
