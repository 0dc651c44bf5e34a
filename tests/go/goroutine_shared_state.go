// Shared variables under channel synchronisation: what happened before a send is seen after the receive.
package main

import "fmt"

type board struct {
	cells [10]int
	log   []string
}

type op struct {
	kind string
	key  string
	val  int
	out  chan int
}

func store(ops <-chan op, done chan<- map[string]int) {
	m := map[string]int{}
	for o := range ops {
		switch o.kind {
		case "get":
			o.out <- m[o.key]
		case "add":
			m[o.key] += o.val
			o.out <- m[o.key]
		case "del":
			delete(m, o.key)
			o.out <- len(m)
		}
	}
	done <- m
}

func main() {
	b := &board{}
	turn := make(chan int)
	done := make(chan bool)
	for p := 0; p < 2; p++ {
		go func() {
			for n := range turn {
				b.cells[n%10] += p + 1
				b.log = append(b.log, fmt.Sprint(n))
				if n == 20 {
					close(turn)
					done <- true
					return
				}
				turn <- n + 1
			}
			done <- true
		}()
	}
	turn <- 1
	<-done
	<-done
	sum := 0
	for _, c := range b.cells {
		sum += c
	}
	fmt.Println(sum >= 20, len(b.log), b.log[19])
	ops := make(chan op)
	final := make(chan map[string]int)
	go store(ops, final)
	call := func(kind, key string, val int) int {
		out := make(chan int)
		ops <- op{kind, key, val, out}
		return <-out
	}
	fmt.Println(call("add", "a", 5), call("add", "a", 6), call("get", "b", 0), call("add", "b", 1), call("del", "a", 0), call("get", "a", 0))
	clients := make(chan bool)
	for i := 0; i < 20; i++ {
		go func() {
			for j := 0; j < 10; j++ {
				call("add", fmt.Sprint("k", j), i)
			}
			clients <- true
		}()
	}
	for i := 0; i < 20; i++ {
		<-clients
	}
	close(ops)
	fmt.Println(<-final)
	x := 0
	c := make(chan *int)
	go func() {
		p := <-c
		*p += 10
		c <- p
	}()
	c <- &x
	q := <-c
	fmt.Println(x, q == &x)
	stack := make(chan []int, 1)
	stack <- nil
	for i := 0; i < 5; i++ {
		go func() {
			s := <-stack
			stack <- append(s, i)
			clients <- true
		}()
	}
	for i := 0; i < 5; i++ {
		<-clients
	}
	total := 0
	for _, v := range <-stack {
		total += v
	}
	fmt.Println(total)
}

// Output:
// true 20 20
// 5 11 0 1 1 0
// map[b:1 k0:190 k1:190 k2:190 k3:190 k4:190 k5:190 k6:190 k7:190 k8:190 k9:190]
// 10 true
// 10
