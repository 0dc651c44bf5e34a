// Futures, pipelines with results in order, generators, semaphores, barriers and broadcast by close.
package main

import "fmt"

func future(f func() int) func() int {
	c := make(chan int, 1)
	go func() { c <- f() }()
	return func() int {
		v := <-c
		c <- v
		return v
	}
}

func generate(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	return c
}

func mapAll(in <-chan int, f func(int) int) <-chan int {
	out := make(chan int, 2)
	go func() {
		for v := range in {
			out <- f(v)
		}
		close(out)
	}()
	return out
}

func merge(cs ...<-chan int) <-chan int {
	out := make(chan int)
	done := make(chan bool)
	for _, c := range cs {
		go func() {
			for v := range c {
				out <- v
			}
			done <- true
		}()
	}
	go func() {
		for range cs {
			<-done
		}
		close(out)
	}()
	return out
}

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) walk(c chan<- int) {
	if t == nil {
		return
	}
	t.l.walk(c)
	c <- t.v
	t.r.walk(c)
}

func walker(t *tree) <-chan int {
	c := make(chan int)
	go func() { t.walk(c); close(c) }()
	return c
}

func same(a, b *tree) bool {
	x, y := walker(a), walker(b)
	for {
		v, ok := <-x
		w, ok2 := <-y
		if ok != ok2 || v != w {
			return false
		}
		if !ok {
			return true
		}
	}
}

func build(vs ...int) (t *tree) {
	for _, v := range vs {
		p := &t
		for *p != nil {
			if v < (*p).v {
				p = &(*p).l
			} else {
				p = &(*p).r
			}
		}
		*p = &tree{v: v}
	}
	return
}

type barrier struct {
	n       int
	arrive  chan int
	release chan bool
}

func (b *barrier) wait() {
	b.arrive <- 1
	<-b.release
}

func (b *barrier) run(rounds int) {
	for ; rounds > 0; rounds-- {
		for i := 0; i < b.n; i++ {
			<-b.arrive
		}
		for i := 0; i < b.n; i++ {
			b.release <- true
		}
	}
}

func main() {
	f := future(func() int { return 6 * 7 })
	fmt.Println(f(), f())
	for v := range mapAll(mapAll(generate(5), func(x int) int { return x * x }), func(x int) int { return x + 1 }) {
		fmt.Print(v, " ")
	}
	fmt.Println(".")
	sum, n := 0, 0
	for v := range merge(generate(10), generate(20), mapAll(generate(5), func(x int) int { return -x })) {
		sum += v
		n++
	}
	fmt.Println(sum, n)
	fmt.Println(same(build(5, 3, 8, 1), build(1, 3, 5, 8)), same(build(1, 2), build(1, 3)), same(nil, nil))
	b := &barrier{4, make(chan int), make(chan bool)}
	phase := make([]int, 4)
	done := make(chan bool)
	for i := 0; i < 4; i++ {
		go func() {
			for r := 0; r < 3; r++ {
				phase[i]++
				b.wait()
			}
			done <- true
		}()
	}
	b.run(3)
	for i := 0; i < 4; i++ {
		<-done
	}
	fmt.Println(phase)
	start := make(chan struct{})
	res := make([]chan int, 5)
	for i := range res {
		res[i] = make(chan int)
		go func() {
			<-start
			res[i] <- i * i
		}()
	}
	close(start)
	for _, c := range res {
		fmt.Print(<-c, " ")
	}
	fmt.Println(".")
	ring := make([]chan int, 100)
	for i := range ring {
		ring[i] = make(chan int)
	}
	for i := range ring {
		go func() {
			for v := range ring[i] {
				if i == len(ring)-1 && v > 10000 {
					done <- true
					return
				}
				ring[(i+1)%len(ring)] <- v + 1
			}
		}()
	}
	ring[0] <- 0
	<-done
	fmt.Println("token passed")
	var c chan int
	fmt.Println(len(c), cap(c), c == nil)
	unused := make(chan int)
	go func() { unused <- 1 }()
	go func() { <-make(chan int) }()
	fmt.Println("main ends while others wait")
}

// Output:
// 42 42
// 1 2 5 10 17 .
// 225 35
// true false true
// [3 3 3 3]
// 0 1 4 9 16 .
// token passed
// 0 0 true
// main ends while others wait
