// The entry of a function is below the program counters in it, and stands for the function too.
package main

import (
	"fmt"
	"reflect"
	"runtime"
)

//go:noinline
func called() {
	pc := make([]uintptr, 10)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for {
		frame, more := frames.Next()
		f := runtime.FuncForPC(frame.Entry)
		fmt.Println(frame.Function, f.Name() == frame.Function, frame.Entry < frame.PC, frame.Entry == frame.Func.Entry())
		if !more || frame.Function == "main.main" {
			break
		}
	}
}

//go:noinline
func between() { called() }

func main() {
	between()
	called()
	entry := runtime.FuncForPC(reflect.ValueOf(called).Pointer()).Entry()
	fmt.Println(entry == reflect.ValueOf(called).Pointer())
}

// Output:
// main.called true true true
// main.between true true true
// main.main true true true
// main.called true true true
// main.main true true true
// true
