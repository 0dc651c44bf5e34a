package main

import (
	"fmt"
	"time"
)

type big struct {
	a [20]int
	s string
}

func trace(s string) int { fmt.Println("eval", s); return len(s) }

func chanOf(name string, c chan int) chan int { fmt.Println("chan", name); return c }

func main() {
	// default
	c := make(chan int)
	select {
	case v := <-c:
		fmt.Println("got", v)
	default:
		fmt.Println("default")
	}
	// only default
	select {
	default:
		fmt.Println("only default")
	}
	// buffered send and receive
	b := make(chan int, 1)
	for i := range 4 {
		select {
		case b <- i:
			fmt.Println("sent", i)
		case v, ok := <-b:
			fmt.Println("received", v, ok)
		}
	}
	// assignment forms
	var v int
	var ok bool
	b <- 7
	for len(b) > 0 {
		select {
		case v = <-b:
			fmt.Println("v", v)
		case <-c:
		}
	}
	close(b)
	select {
	case v, ok = <-b:
		fmt.Println(v, ok)
	case <-c:
	}
	m := map[string]int{}
	arr := []bool{true, true}
	select {
	case m["x"], arr[1] = <-b:
		fmt.Println(m, arr)
	case <-c:
	}
	select {
	case _, arr[0] = <-b:
		fmt.Println(arr)
	case <-c:
	}
	// interface target
	var a any
	d := make(chan string, 1)
	d <- "hello"
	select {
	case a = <-d:
		fmt.Println(a)
	case <-c:
	}
	// order of evaluation
	e := make(chan int, 2)
	var nilc chan int
	select {
	case chanOf("e", e) <- trace("value"):
		fmt.Println("sent to e")
	case chanOf("nil", nilc) <- trace("nil value"):
	case v := <-chanOf("c", c):
		fmt.Println(v)
	}
	idx := []int{0, 0}
	f := func(i int) int { fmt.Println("index", i); return i }
	select {
	case idx[f(0)] = <-c:
	case idx[f(1)] = <-e:
	}
	fmt.Println(idx)
	// operands are read in order
	x := 1
	g := func() chan int { x = 100; return e }
	e2 := make(chan int, 1)
	select {
	case e2 <- x:
	case nilc <- x:
	case <-g():
	}
	select {
	case y := <-e2:
		fmt.Println("y", y, x)
	default:
		fmt.Println("none")
	}
	// big values
	bc := make(chan big, 1)
	bv := big{s: "big"}
	bv.a[3] = 5
	select {
	case bc <- bv:
		bv.s = "changed"
	case <-c:
	}
	select {
	case r := <-bc:
		r.a[4] = 6
		fmt.Println(r.s, r.a)
	case <-c:
	}
	// closed, panics
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		z := make(chan int)
		close(z)
		select {
		case z <- 1:
		case <-c:
		}
	}()
	// blocked sender closed under
	func() {
		z := make(chan int)
		done := make(chan any)
		go func() {
			defer func() { done <- recover() }()
			select {
			case z <- 1:
			case c <- 2:
			}
		}()
		time.Sleep(time.Millisecond)
		close(z)
		fmt.Println("other:", <-done)
	}()
	// labels
	n := 0
loop:
	for {
		select {
		case <-c:
		default:
			n++
			if n == 3 {
				break loop
			}
			if n == 2 {
				continue loop
			}
			break
		}
		fmt.Println("n", n)
	}
sel:
	select {
	case <-c:
	default:
		for {
			break sel
		}
	}
	// goto
	// zero-size
	zs := make(chan struct{}, 1)
	select {
	case zs <- struct{}{}:
	case <-c:
	}
	select {
	case _, ok := <-zs:
		fmt.Println("zs", ok)
	case <-c:
	}
	// same channel both ways, blocked, woken by another
	s := make(chan int)
	res := make(chan string)
	go func() {
		select {
		case s <- 1:
			res <- "sent"
		case v := <-s:
			res <- fmt.Sprint("received ", v)
		}
	}()
	time.Sleep(time.Millisecond)
	s <- 9
	fmt.Println(<-res)
	// closures capture the received variable
	fs := []func() int{}
	q := make(chan int, 3)
	for i := range 3 {
		q <- i
	}
	for range 3 {
		select {
		case v := <-q:
			fs = append(fs, func() int { v++; return v })
		case <-c:
		}
	}
	for _, f := range fs {
		fmt.Println(f(), f())
	}
}

// Output:
// default
// only default
// sent 0
// received 0 true
// sent 2
// received 2 true
// v 7
// 0 false
// map[x:0] [true false]
// [false false]
// hello
// chan e
// eval value
// chan nil
// eval nil value
// chan c
// sent to e
// index 1
// [0 5]
// y 1 100
// big [0 0 0 5 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// recovered: send on closed channel
// other: send on closed channel
// n 1
// zs true
// received 9
// 1 2
// 2 3
// 3 4
