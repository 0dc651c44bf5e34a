// The functions that initialise a package, and what calls them, as a program sees them among its callers.
package main

import (
	"fmt"
	"runtime"
)

var x = frames("x")

var y = func() int { return frames("y") }()

//go:noinline
func frames(name string) int {
	pc := make([]uintptr, 20)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	fmt.Print(name)
	for {
		f, more := frames.Next()
		fmt.Print(" ", f.Function)
		if !more {
			break
		}
	}
	fmt.Println()
	return 1
}

func init() {
	frames("init")
	func() { frames("closure") }()
	defer func() {
		recover()
		frames("deferred")
	}()
	panic(1)
}

func init() {
	frames("second")
}

func main() {
	frames("main")
	done := make(chan bool)
	go func() { frames("go"); close(done) }()
	<-done
}

// Output:
