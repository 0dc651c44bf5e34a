package main

import (
	"fmt"
	"runtime"
	"sync"
)

func leave(done chan<- string) {
	defer func() { done <- fmt.Sprint("outer ", recover()) }()
	func() {
		defer fmt.Println("inner deferred")
		runtime.Goexit()
		fmt.Println("not reached")
	}()
	fmt.Println("not reached")
}

func main() {
	done := make(chan string)
	go leave(done)
	fmt.Println(<-done)

	var wg sync.WaitGroup
	// A panic in deferred work that is recovered: the goroutine still ends.
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer fmt.Println("last")
		func() {
			defer func() { fmt.Println("recovered", recover()) }()
			defer func() { panic("in deferred") }()
			runtime.Goexit()
		}()
		fmt.Println("not reached after recovery")
	}()
	wg.Wait()
	// The same with the panic recovered by the caller.
	wg.Add(1)
	go func() {
		defer wg.Done()
		func() {
			defer func() { fmt.Println("recovered", recover()) }()
			func() {
				defer func() { panic("deeper") }()
				runtime.Goexit()
			}()
		}()
		fmt.Println("not reached after recovery")
	}()
	wg.Wait()
	// Goexit during a panic ends the goroutine, and the panic with it.
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { fmt.Println("value", recover()) }()
		defer runtime.Goexit()
		panic("dropped")
	}()
	wg.Wait()
	// A panic inside deferred work that is recovered there.
	wg.Go(func() {
		defer func() {
			func() {
				defer func() { fmt.Println("own", recover()) }()
				panic("own")
			}()
			fmt.Println("goes on")
		}()
		runtime.Goexit()
	})
	wg.Wait()
	// Results do not matter.
	wg.Add(1)
	go func() {
		f := func() (n int) {
			defer func() { n = 5; wg.Done() }()
			runtime.Goexit()
			return 1
		}
		fmt.Println(f())
	}()
	wg.Wait()
	fmt.Println(runtime.NumGoroutine())
}

// Output:
// inner deferred
// outer <nil>
// recovered in deferred
// last
// recovered deeper
// value <nil>
// own own
// goes on
// 1
