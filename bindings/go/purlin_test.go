package purlin

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

const shop = `package main

type Line struct {
	Item      string
	UnitPrice int64
}
type Point struct{ X, Y int8 }

func First(lines []Line) *Line {
	if len(lines) == 0 {
		return nil
	}
	return &lines[0]
}
func Grid() map[Point]string { return map[Point]string{{1, 2}: "a"} }
func Both(n int64) (int64, string) { return n, "n" }
func Bytes(b [3]byte) []byte { return b[:] }
func Spin() {
	for {
	}
}
func main() {}
`

type Order struct {
	Item      string
	UnitPrice int
}

func TestResultsHaveTypes(t *testing.T) {
	ctx, isolate := context.Background(), isolateOf(t, shop, Limits{})
	first, err := Call[*Order](ctx, isolate, "First", []Order{{"pen", 120}})
	if err != nil || *first != (Order{"pen", 120}) {
		t.Error(first, err)
	}
	if first, err = Call[*Order](ctx, isolate, "First", []Order{}); first != nil || err != nil {
		t.Error(first, err)
	}
	both, err := Call[struct {
		N uint16
		S string
	}](ctx, isolate, "Both", 7)
	if err != nil || both.N != 7 || both.S != "n" {
		t.Error(both, err)
	}
	type point struct{ X, Y int }
	grid, err := Call[map[point]string](ctx, isolate, "Grid")
	if err != nil || !reflect.DeepEqual(grid, map[point]string{{1, 2}: "a"}) {
		t.Error(grid, err)
	}
	bytes, err := Call[[3]byte](ctx, isolate, "Bytes", [3]byte{1, 2, 3})
	if err != nil || bytes != [3]byte{1, 2, 3} {
		t.Error(bytes, err)
	}
	if _, err := Call[struct{ N, M int8 }](ctx, isolate, "Both", 1000); !errors.Is(err, Host) {
		t.Error(err)
	}
	if _, err := isolate.Call(ctx, "Both", make(chan int)); !errors.Is(err, Host) {
		t.Error(err)
	}
}

func TestBoundFunctions(t *testing.T) {
	isolate := isolateOf(t, numbers, Limits{})
	narrow, err := Bind3[int8, bool, float32, float32](isolate, "Narrow")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := narrow(-3, true, 0.5); f != -1.5 || err != nil {
		t.Error(f, err)
	}
	boom, err := Bind1[int64, int64](isolate, "Boom")
	if err != nil {
		t.Fatal(err)
	}
	var failed *Error
	if _, err := boom(1); !errors.Is(err, Uncaught) || !errors.As(err, &failed) || !strings.Contains(failed.Traceback, "main.Boom") {
		t.Error(err)
	}
	if _, err := Bind2[int64, int32, int64](isolate, "Add"); !errors.Is(err, Host) {
		t.Error(err)
	}
	isolate.Close()
	if _, err := boom(1); !errors.Is(err, Usage) {
		t.Error(err)
	}
}

func TestBoundFunctionsResumeWhereTheirGasEnded(t *testing.T) {
	isolate := isolateOf(t, numbers, Limits{Gas: 1000})
	count, err := Bind1[int64, int64](isolate, "Count")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := count(10_000); !errors.Is(err, OutOfGas) {
		t.Error(err)
	}
	if err := isolate.Refuel(1_000_000); err != nil {
		t.Error(err)
	}
	if n, err := isolate.Resume(context.Background()); n != int64(10_000) || err != nil {
		t.Error(n, err)
	}
}

func TestContexts(t *testing.T) {
	isolate := isolateOf(t, shop, Limits{})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	_, err := isolate.Call(ctx, "Spin")
	if !errors.Is(err, Cancelled) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	// The isolate is good for other calls.
	if _, err := isolate.Call(context.Background(), "Both", 1); err != nil {
		t.Error(err)
	}
	running, err := isolate.Start("Spin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := isolate.Call(context.Background(), "Both", 1); !errors.Is(err, Busy) {
		t.Error(err)
	}
	if _, err := running.Wait(ctx); !errors.Is(err, Cancelled) {
		t.Error(err)
	}
	if _, err := isolate.Call(context.Background(), "Both", 1); err != nil {
		t.Error(err)
	}
}

func TestClosingWhileItRuns(t *testing.T) {
	isolate := isolateOf(t, shop, Limits{})
	time.AfterFunc(20*time.Millisecond, func() {
		isolate.Close()
		isolate.Cancel()
	})
	if _, err := isolate.Call(context.Background(), "Spin"); !errors.Is(err, Cancelled) {
		t.Error(err)
	}
	if _, err := isolate.Call(context.Background(), "Spin"); !errors.Is(err, Usage) {
		t.Error(err)
	}
	isolate.Cancel()
	isolate.Close()
}

func TestManyFunctionsNeedFewCallbacks(t *testing.T) {
	for range 50 {
		engine, err := NewEngine(Config{Tier: Interp})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 100 {
			if err := engine.Function("host/x", fmt.Sprintf("F%d", n), func(k int) int { return n * k }); err != nil {
				t.Fatal(err)
			}
		}
	}
	runtime.GC()
}

func TestStacksMayMoveInHostFunctions(t *testing.T) {
	engine, err := NewEngine(Config{})
	if err != nil {
		t.Fatal(err)
	}
	var deep func(n int) int
	deep = func(n int) int {
		var room [512]byte
		room[n%512] = 1
		if n == 0 {
			runtime.GC()
			return 0
		}
		return deep(n-1) + int(room[n%512])
	}
	if err := engine.Function("host/x", "Deep", deep); err != nil {
		t.Fatal(err)
	}
	module, err := engine.Compile("main.go", "package main\nimport \"host/x\"\nfunc F(n int64) int64 { return x.Deep(n) }\nfunc main() {}")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			isolate, err := module.NewIsolate(Limits{})
			if err != nil {
				t.Error(err)
				return
			}
			f, err := Bind1[int64, int64](isolate, "F")
			if err != nil {
				t.Error(err)
				return
			}
			for n := range int64(40) {
				if got, err := f(n * 50); got != n*50 || err != nil {
					t.Error(got, err)
				}
			}
		})
	}
	group.Wait()
}

func TestEndsOfHostFunctions(t *testing.T) {
	engine, err := NewEngine(Config{})
	if err != nil {
		t.Fatal(err)
	}
	mine := errors.New("mine")
	if err := engine.Function("host/x", "End", func() (int64, error) { return 0, End(mine) }); err != nil {
		t.Fatal(err)
	}
	if err := engine.Function("host/x", "Bad", func(chan int) {}); !errors.Is(err, Usage) {
		t.Error(err)
	}
	module, err := engine.Compile("main.go", "package main\nimport \"host/x\"\nfunc F() (int64, error) { return x.End() }\nfunc main() {}")
	if err != nil {
		t.Fatal(err)
	}
	isolate, err := module.NewIsolate(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := isolate.Call(context.Background(), "F"); !errors.Is(err, Host) || !strings.Contains(err.Error(), "mine") {
		t.Error(err)
	}
	if module.Exports()["F"] != "func() (int64, error)" {
		t.Error(module.Exports())
	}
}
