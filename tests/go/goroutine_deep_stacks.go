// Many goroutines, each with a deep stack that grows and shrinks, with pointers into the stack in use.
package main

import "fmt"

func down(n int, p *int, buf *[8]int) int {
	var local [8]int
	local[n%8] = n
	*p++
	if n == 0 {
		return buf[0]
	}
	if n%1000 == 0 {
		garbage := make([]int, 500)
		local[1] += len(garbage)
	}
	r := down(n-1, p, &local)
	return r + local[n%8] - n + buf[(n+1)%8]*0
}

func ping(c chan int, depth int) {
	if depth > 0 {
		ping(c, depth-1)
		return
	}
	for v := range c {
		c <- v + 1
	}
}

func main() {
	done := make(chan int)
	for i := 0; i < 50; i++ {
		go func() {
			count := 0
			var buf [8]int
			down(2000+i*10, &count, &buf)
			done <- count
		}()
	}
	sum := 0
	for i := 0; i < 50; i++ {
		sum += <-done
	}
	fmt.Println(sum)
	var cs []chan int
	for i := 0; i < 200; i++ {
		c := make(chan int)
		go ping(c, i*20)
		cs = append(cs, c)
	}
	total := 0
	for round := 0; round < 5; round++ {
		for i, c := range cs {
			c <- i
			total += <-c
		}
	}
	fmt.Println(total)
	for _, c := range cs {
		close(c)
	}
	for i := 0; i < 5; i++ {
		go func() {
			count := 0
			var buf [8]int
			defer func() {
				recover()
				done <- count
			}()
			down(30000, &count, &buf)
			panic("after a deep call")
		}()
		fmt.Print(<-done, " ")
	}
	fmt.Println(".")
}

// Output:
// 112300
// 100500
// 30001 30001 30001 30001 30001 .
