// The goroutine of an iterator that is pulled from is there from the beginning, leaves with the iterator, and what
// ends it ends who asks.
package main

import (
	"fmt"
	"iter"
	"runtime"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("left", n)
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// exits reports whether f leaves by runtime.Goexit.
func exits(f func()) bool {
	done := make(chan bool)
	go func() {
		exited := true
		defer func() { done <- exited }()
		f()
		exited = false
	}()
	return <-done
}

func main() {
	before := runtime.NumGoroutine()
	extra := func() int { return runtime.NumGoroutine() - before }
	for end := range 5 {
		next, stop := iter.Pull(count(3))
		fmt.Print(extra(), " ")
		for range end {
			v, ok := next()
			fmt.Print(v, ok, extra(), " ")
		}
		stop()
		fmt.Println(extra())
		stop()
		v, ok := next()
		fmt.Println(v, ok, extra())
	}
	next, stop := iter.Pull(func(yield func(int) bool) { runtime.Goexit() })
	fmt.Println(exits(func() { next() }))
	fmt.Println(next())
	stop()
	next2, stop2 := iter.Pull2(func(yield func(int, string) bool) {
		for yield(1, "a") {
		}
		runtime.Goexit()
	})
	fmt.Println(next2())
	fmt.Println(exits(stop2))
	fmt.Println(next2())
	next, _ = iter.Pull(func(yield func(int) bool) { panic("no") })
	func() {
		defer func() { fmt.Println(recover()) }()
		next()
	}()
	fmt.Println(next())
	fmt.Println(extra())
}

// Output:
// 1 0
// 0 false 0
// 1 0 true 1 left 3
// 0
// 0 false 0
// 1 0 true 1 1 true 1 left 3
// 0
// 0 false 0
// 1 0 true 1 1 true 1 2 true 1 left 3
// 0
// 0 false 0
// 1 0 true 1 1 true 1 2 true 1 left 3
// 0 false 0 0
// 0 false 0
// true
// 0 false
// 1 a true
// true
// 0  false
// no
// 0 false
// 0
