package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type t struct{}

func (t) method() string      { return where() }
func (*t) pointer() string    { return where() }
func where() string           { return name(2) }
func here() (int, bool)       { _, _, line, ok := runtime.Caller(0); return line, ok }
func above() (string, int)    { _, file, line, _ := runtime.Caller(1); return base(file), line }
func base(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }

func name(skip int) string {
	pc, _, _, ok := runtime.Caller(skip)
	if !ok {
		return "none"
	}
	return runtime.FuncForPC(pc).Name()
}

func deep(n int) int {
	if n > 0 {
		return deep(n-1) + 0
	}
	var pcs [20]uintptr
	return runtime.Callers(0, pcs[:])
}

func main() {
	fmt.Println(name(0), name(1))
	fmt.Println(t{}.method(), new(t).pointer())
	func() { fmt.Println(name(1)) }()
	fmt.Println(here())
	file, line := above()
	fmt.Println(file != "", line)
	fmt.Println(deep(1) < deep(3), deep(100))
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	frame, _ := frames.Next()
	fmt.Println(frame.Function, frame.Line, frame.Func.Name())
	fmt.Println(strings.HasPrefix(string(debug.Stack()), "goroutine 1 [running]:\n"))
	fmt.Println(strings.Contains(string(debug.Stack()), "main.main("))
	fmt.Println(debug.SetGCPercent(50), debug.SetGCPercent(100))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.TotalAlloc
	kept := make([]byte, 100000)
	runtime.GC()
	runtime.ReadMemStats(&m)
	fmt.Println(m.TotalAlloc-before >= 100000, m.NumGC > 0, len(kept))
	runtime.KeepAlive(kept)
	runtime.SetFinalizer(&m, func(*runtime.MemStats) {})
	runtime.SetFinalizer(&m, nil)
	runtime.LockOSThread()
	runtime.Gosched()
	fmt.Println(runtime.GOOS, runtime.GOARCH, runtime.Compiler, runtime.NumGoroutine(), runtime.FuncForPC(0) == nil)
}

// Output:
// main.name main.main
// main.t.method main.(*t).pointer
// main.main.func1
// 15 true
// true 40
// true 20
// main.main 44 main.main
// true
// true
// 100 50
// true true 100000
// linux amd64 gc 1 true
