package main

// Deferred functions that run because of a panic see where it began: log records and error trackers ask.

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// chain prints the functions that call it, innermost first, with the lines of this program's.
func chain(title string) {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	fmt.Print(title, ":")
	for {
		frame, more := frames.Next()
		if name, is := strings.CutPrefix(frame.Function, "main."); is {
			fmt.Print(" ", name, ":", frame.Line)
		} else if !strings.HasPrefix(frame.Function, "runtime.panic") {
			fmt.Print(" ", frame.Function)
		}
		if !more {
			break
		}
	}
	fmt.Println()
}

func index(list []int, at int) int {
	return list[at]
}

func throws() {
	defer chain("not recovered yet")
	index(nil, 3)
}

func caught() {
	defer func() {
		fmt.Println("recovered", recover())
		chain("after recover")
		stack := string(debug.Stack())
		fmt.Println(strings.Count(stack, "\npanic("), strings.Contains(stack, "main.index("), strings.Contains(stack, "runtime.main"))
	}()
	throws()
}

func nested() {
	defer func() { recover() }()
	defer func() {
		defer chain("panic in a deferred function")
		panic("second")
	}()
	panic("first")
}

func leaves(done chan bool) {
	defer close(done)
	defer chain("Goexit")
	runtime.Goexit()
}

func main() {
	caught()
	chain("afterwards")
	nested()
	chain("afterwards")
	done := make(chan bool)
	go leaves(done)
	<-done
	for i := 0; ; i++ {
		pc, _, _, ok := runtime.Caller(i)
		if !ok {
			break
		}
		fmt.Println(i, runtime.FuncForPC(pc).Name())
	}
}

// Output:
// not recovered yet: runtime.gopanic index:32 throws:37 caught:47 main:66 runtime.main runtime.goexit
// recovered runtime error: index out of range [3] with length 0
// after recover: caught.func1:43 runtime.gopanic index:32 throws:37 caught:47 main:66 runtime.main runtime.goexit
// 1 true false
// afterwards: main:67 runtime.main runtime.goexit
// panic in a deferred function: runtime.gopanic nested.func2:54 runtime.gopanic nested:56 main:68 runtime.main runtime.goexit
// afterwards: main:69 runtime.main runtime.goexit
// Goexit: runtime.Goexit leaves:62 runtime.goexit
// 0 main.main
// 1 runtime.main
// 2 runtime.goexit
