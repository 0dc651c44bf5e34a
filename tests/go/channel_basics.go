// Unbuffered and buffered channels, closing, ranging, length and direction.
package main

import "fmt"

func produce(n int, out chan<- int) {
	for i := 0; i < n; i++ {
		out <- i
	}
	close(out)
}

func square(in <-chan int, out chan<- int) {
	for v := range in {
		out <- v * v
	}
	close(out)
}

type msg struct {
	id    int
	text  string
	reply chan string
}

func server(in chan msg) {
	for m := range in {
		m.reply <- fmt.Sprint(m.id, m.text)
	}
}

func main() {
	a, b := make(chan int), make(chan int)
	go produce(5, a)
	go square(a, b)
	for v := range b {
		fmt.Print(v, " ")
	}
	v, ok := <-b
	fmt.Println(v, ok)
	c := make(chan string, 3)
	c <- "x"
	c <- "y"
	fmt.Println(len(c), cap(c))
	fmt.Println(<-c)
	fmt.Println(len(c))
	close(c)
	w, ok := <-c
	fmt.Printf("%q %v\n", w, ok)
	w, ok = <-c
	fmt.Printf("%q %v\n", w, ok)
	requests := make(chan msg)
	go server(requests)
	for i := 0; i < 3; i++ {
		m := msg{i, "!", make(chan string)}
		requests <- m
		fmt.Println(<-m.reply)
	}
	close(requests)
	done := make(chan struct{})
	var shared []int
	go func() {
		defer close(done)
		for i := 0; i < 3; i++ {
			shared = append(shared, i)
		}
	}()
	<-done
	<-done
	fmt.Println(shared)
	cc := make(chan chan int, 1)
	inner := make(chan int, 1)
	cc <- inner
	inner <- 42
	fmt.Println(<-<-cc)
	errs := make(chan error, 2)
	errs <- nil
	errs <- fmt.Errorf("bad")
	fmt.Println(<-errs, <-errs)
	var r <-chan int = inner
	fmt.Println(r == inner, len(r), cap(r))
	fs := make(chan func() int)
	go func() { fs <- func() int { return 9 } }()
	fmt.Println((<-fs)())
	arr := make(chan [3]int, 1)
	t := [3]int{1, 2, 3}
	arr <- t
	t[0] = 9
	fmt.Println(<-arr, t)
}

// Output:
// 0 1 4 9 16 0 false
// 2 3
// x
// 1
// "y" true
// "" false
// 0!
// 1!
// 2!
// [0 1 2]
// 42
// <nil> bad
// true 0 1
// 9
// [1 2 3] [9 2 3]
