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
// x main.init runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// y main.init.func1 main.init runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// init main.init.0 runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// closure main.init.0.func1 main.init.0 runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// deferred main.init.0.func2 runtime.gopanic main.init.0 runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// second main.init.1 runtime.doInit1 runtime.doInit runtime.main runtime.goexit
// main main.main runtime.main runtime.goexit
// go main.main.func1 runtime.goexit
