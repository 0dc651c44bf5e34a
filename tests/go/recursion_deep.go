// Recursion a hundred thousand and a million calls deep, direct and mutual, with growing frames.
package main

import "fmt"

type list struct {
	v    int
	next *list
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

func (l *list) sum() int {
	if l == nil {
		return 0
	}
	return l.v + l.next.sum()
}

func wide(n int, a, b, c, d, e, f float64) float64 {
	var buf [16]float64
	buf[n%16] = a
	if n == 0 {
		return a + b + c + d + e + f
	}
	return wide(n-1, b, c, d, e, f, a) + buf[n%16]
}

func deferring(n int, log *int) {
	if n == 0 {
		return
	}
	defer func() { *log += n }()
	deferring(n-1, log)
}

func ackermann(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

func main() {
	fmt.Println(depth(100000), depth(1000000))
	fmt.Println(even(100000), odd(100000))
	var l *list
	for i := 0; i < 100000; i++ {
		l = &list{i, l}
	}
	fmt.Println(l.sum())
	fmt.Println(wide(50000, 1, 2, 3, 4, 5, 6))
	log := 0
	deferring(20000, &log)
	fmt.Println(log)
	fmt.Println(ackermann(2, 300), ackermann(3, 6))
	var f func(int) int
	f = func(n int) int {
		if n == 0 {
			return 0
		}
		return f(n-1) + n
	}
	fmt.Println(f(100000))
	done := make(chan int)
	go func() { done <- depth(200000) }()
	fmt.Println(<-done)
	func() {
		defer func() { fmt.Println(recover()) }()
		var down func(int)
		down = func(n int) {
			if n == 0 {
				panic("at the bottom")
			}
			down(n - 1)
		}
		down(50000)
	}()
}

// Output:
// 100000 1000000
// true false
// 4999950000
// 175017
// 200010000
// 603 509
// 5000050000
// 200000
// at the bottom
