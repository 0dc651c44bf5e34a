package purlin

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

const numbers = `package main

func Add(a, b int64) int64 { return a + b }
func Greet(name string) string { return "hello, " + name }
func Narrow(n int8, b bool, f float32) float32 {
	if b {
		return f * float32(n)
	}
	return 0
}
func Count(n int64) (c int64) {
	for range n {
		c++
	}
	return
}
func Boom(n int64) int64 { return n / (n - n) }
func main() {}
`

func isolateOf(t testing.TB, text string, limits Limits) *Isolate {
	t.Helper()
	engine, err := NewEngine(Config{Tier: Native})
	if err != nil {
		t.Fatal(err)
	}
	module, err := engine.Compile("main.go", text)
	if err != nil {
		t.Fatal(err)
	}
	isolate, err := module.NewIsolate(limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { isolate.Close() })
	return isolate
}

// A call of a compiled function of two integers, metered.
func BenchmarkTwoIntegers(b *testing.B) {
	add, err := Bind2[int64, int64, int64](isolateOf(b, numbers, Limits{Gas: 1 << 60}), "Add")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if sum, err := add(40, 2); sum != 42 || err != nil {
			b.Fatal(sum, err)
		}
	}
}

// The same with values.
func BenchmarkTwoIntegersAsValues(b *testing.B) {
	add, err := isolateOf(b, numbers, Limits{}).Function("Add")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := add.Call(context.Background(), 40, 2); err != nil {
			b.Fatal(err)
		}
	}
}

// A call with a string, and one back.
func BenchmarkString(b *testing.B) {
	greet, err := isolateOf(b, numbers, Limits{}).Function("Greet")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := greet.Call(context.Background(), "you"); err != nil {
			b.Fatal(err)
		}
	}
}

// The least processor time of a call of two integers in many rounds, in nanoseconds: unlike the benchmarks, it does
// not count what other programs take.
func TestFigures(t *testing.T) {
	if os.Getenv("PURLIN_FIGURES") == "" {
		t.Skip("PURLIN_FIGURES is not set")
	}
	add, err := Bind2[int64, int64, int64](isolateOf(t, numbers, Limits{Gas: 1 << 60}), "Add")
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	const calls = 100_000
	least := time.Duration(1 << 62)
	for range 40 {
		before := processorTime()
		for range calls {
			add(40, 2)
		}
		least = min(least, processorTime()-before)
	}
	fmt.Printf("go: two integers, bound: %.1f ns\n", float64(least.Nanoseconds())/calls)
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	const thread = 1
	if err := syscall.Getrusage(thread, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
