package purlin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A case of tests/bindings: see the README there.
type sharedCase struct {
	Name, Source, Tier, Input, Folder string
	Fails                             string `json:"error"`
	Limits                            map[string]uint64
	Args                              []string
	Env                               map[string]string
	Steps                             []step
}

type step struct {
	Do, Function, Text, Kind, Traceback, Name string
	Args                                      []any
	Result                                    any
	Async                                     bool
	CancelAfter                               int `json:"cancel_after_ms"`
	Exit, Threads, Calls, Times               int
	Last                                      int64
	Units, Gas                                uint64
}

// What a case runs with.
type runner struct {
	*testing.T
	sharedCase
	module  *Module
	isolate *Isolate
	called  string
	gas     uint64
}

func TestCases(t *testing.T) {
	text, err := os.ReadFile("../../tests/bindings/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []sharedCase
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&cases); err != nil || len(cases) < 60 {
		t.Fatal(err, len(cases))
	}
	for _, each := range cases {
		t.Run(each.Name, func(t *testing.T) { (&runner{T: t, sharedCase: each}).run() })
	}
	t.Logf("Go: %d cases", len(cases))
}

func (r *runner) run() {
	tiers := map[string]Tier{"": Auto, "auto": Auto, "interp": Interp, "native": Native}
	engine, err := NewEngine(Config{Tier: tiers[r.Tier]})
	if err != nil {
		r.Fatal(err)
	}
	r.addHost(engine)
	r.module, err = engine.Compile("main.go", r.Source)
	if r.Fails != "" {
		if !errors.Is(err, Compile) || !strings.Contains(err.Error(), r.Fails) {
			r.Errorf("expected %q, found %v", r.Fails, err)
		}
		return
	}
	if err != nil {
		r.Fatal(err)
	}
	r.fresh()
	defer func() { r.isolate.Close() }()
	for _, step := range r.Steps {
		r.step(step)
	}
}

func (r *runner) check(err error) {
	if err != nil {
		r.Helper()
		r.Error(err)
	}
}

func (r *runner) fresh() {
	if r.isolate != nil {
		r.isolate.Close()
	}
	l := r.Limits
	isolate, err := r.module.NewIsolate(Limits{
		Gas: l["gas"], AllocBytes: l["alloc_bytes"], HeapBytes: l["heap_bytes"], StackBytes: l["stack_bytes"],
		CallDepth: l["call_depth"], OutputBytes: l["output_bytes"], Time: time.Duration(l["time_ms"]) * time.Millisecond,
	})
	if err != nil {
		r.Fatal(err)
	}
	r.isolate = isolate
	r.check(isolate.SetInput([]byte(r.Input)))
	if r.sharedCase.Args != nil {
		r.check(isolate.SetArgs(r.sharedCase.Args...))
	}
	r.check(isolate.SetEnv(r.Env))
	if r.Folder != "" {
		folder, err := filepath.Abs("../../" + r.Folder)
		r.check(err)
		r.check(isolate.AllowFolder(folder, false))
		r.check(isolate.SetEnv(map[string]string{"FOLDER": folder}))
	}
}

func (r *runner) step(s step) {
	ctx := context.Background()
	switch s.Do {
	case "call":
		value, err := r.call(s)
		r.outcome(s, value, err)
	case "run":
		r.outcome(s, nil, r.isolate.Run(ctx))
	case "resume":
		value, err := r.isolate.Resume(ctx)
		r.outcome(s, value, err)
	case "refuel":
		r.check(r.isolate.Refuel(s.Units))
	case "set_limits":
		r.check(r.isolate.SetLimits(Limits{Gas: s.Gas}))
	case "reset":
		r.check(r.isolate.Reset())
	case "fresh":
		r.fresh()
	case "cancel":
		r.isolate.Cancel()
	case "clear":
		r.check(r.isolate.ClearCancellation())
	case "output", "errors":
		written := r.isolate.TakeOutput
		if s.Do == "errors" {
			written = r.isolate.TakeErrors
		}
		if found := string(written()); found != s.Text {
			r.Errorf("expected %q, found %q", s.Text, found)
		}
	case "gas":
		stats, err := r.isolate.Stats()
		r.check(err)
		if stats.Gas == 0 || r.gas != 0 && r.gas != stats.Gas {
			r.Errorf("gas: %d and %d", r.gas, stats.Gas)
		}
		r.gas = stats.Gas
	case "repeat":
		r.repeat(s)
	case "threads":
		r.threads(s)
	default:
		r.Fatalf("there is no step %s", s.Do)
	}
}

func (r *runner) repeat(s step) {
	function, err := r.isolate.Function(s.Function)
	if err != nil {
		r.Fatal(err)
	}
	var last any
	for range s.Times {
		if last, err = function.Call(context.Background()); err != nil {
			r.Fatal(err)
		}
	}
	if last != s.Last {
		r.Errorf("expected %d, found %v", s.Last, last)
	}
}

func (r *runner) call(s step) (any, error) {
	if s.CancelAfter > 0 {
		timer := time.AfterFunc(time.Duration(s.CancelAfter)*time.Millisecond, r.isolate.Cancel)
		defer timer.Stop()
	}
	r.called = s.Function
	args := make([]any, len(s.Args))
	for n, arg := range s.Args {
		args[n] = valueOf(arg)
	}
	if !s.Async {
		return r.isolate.Call(context.Background(), s.Function, args...)
	}
	running, err := r.isolate.Start(s.Function, args...)
	if err != nil {
		return nil, err
	}
	return running.Wait(context.Background())
}

func (r *runner) outcome(s step, value any, err error) {
	var failed *Error
	switch {
	case s.Kind == "" && err != nil:
		r.Errorf("%s %s: %v", s.Do, s.Function, err)
	case s.Kind == "" && !same(value, valueOf(s.Result)):
		r.Errorf("%s %s: expected %v, found %v", s.Do, s.Function, valueOf(s.Result), value)
	case s.Kind == "":
	case !errors.As(err, &failed) || !errors.Is(err, Kind(s.Kind)):
		r.Errorf("%s %s: expected %s, found %v, %v", s.Do, s.Function, s.Kind, value, err)
	case !strings.Contains(failed.Message, s.Text) || !strings.Contains(failed.Traceback, s.Traceback):
		r.Errorf("%s %s: expected %q, %q, found %q, %q", s.Do, s.Function, s.Text, s.Traceback, failed.Message, failed.Traceback)
	case failed.ExitCode != s.Exit:
		r.Errorf("%s: exit code %d", s.Do, failed.ExitCode)
	}
}

func (r *runner) threads(s step) {
	var group sync.WaitGroup
	for range s.Threads {
		group.Go(func() {
			isolate, err := r.module.NewIsolate(Limits{})
			if err != nil {
				r.Error(err)
				return
			}
			defer isolate.Close()
			for range s.Calls {
				value, err := isolate.Call(context.Background(), s.Function, valueOf(s.Args[0]))
				if err != nil || !same(value, valueOf(s.Result)) {
					r.Errorf("found %v, %v", value, err)
				}
			}
		})
	}
	group.Wait()
}

// A value as the list of cases writes it.
func valueOf(data any) any {
	switch data := data.(type) {
	case json.Number:
		n, _ := strconv.ParseInt(string(data), 10, 64)
		return n
	case []any:
		list := make([]any, len(data))
		for n, part := range data {
			list[n] = valueOf(part)
		}
		return list
	case map[string]any:
		return special(data)
	}
	return data
}

func special(data map[string]any) any {
	for tag, content := range data {
		switch tag {
		case "uint":
			n, _ := strconv.ParseUint(content.(string), 10, 64)
			return n
		case "float":
			f, _ := strconv.ParseFloat(content.(string), 64)
			return f
		case "bytes":
			bytes, _ := hex.DecodeString(content.(string))
			return bytes
		case "zeros":
			return make([]byte, valueOf(content).(int64))
		case "map":
			all := Map{}
			for _, entry := range content.([]any) {
				all = append(all, Entry{valueOf(entry.([]any)[0]), valueOf(entry.([]any)[1])})
			}
			return all
		case "struct":
			fields := Struct{}
			for _, field := range content.([]any) {
				fields = append(fields, Field{field.([]any)[0].(string), valueOf(field.([]any)[1])})
			}
			return fields
		}
	}
	panic("there is no such value")
}

func same(a, b any) bool {
	if f, ok := a.(float64); ok && math.IsNaN(f) {
		g, ok := b.(float64)
		return ok && math.IsNaN(g)
	}
	return reflect.DeepEqual(a, b)
}

type line struct {
	Item string
	N    int64
}

// Line is the type of host/test.
type Line line

// The package host/test.
func (r *runner) addHost(e *Engine) {
	const path = "host/test"
	r.check(e.Function(path, "Add", func(call *HostCall, a, b int64) int64 { call.Charge(1); return a + b }))
	r.check(e.Function(path, "Fail", func(text string) (int64, error) { return 0, errors.New(text) }))
	r.check(e.Function(path, "End", func(text string) { panic(text) }))
	r.check(e.Function(path, "Echo", func(text string) string { return text }))
	r.check(e.Function(path, "Same", func(bytes []byte) []byte { return bytes }))
	r.check(e.Function(path, "Sum", func(list []float64) (sum float64) {
		for _, f := range list {
			sum += f
		}
		return
	}))
	r.check(e.Function(path, "Total", func(counts map[string]int64) (sum int64) {
		for _, n := range counts {
			sum += n
		}
		return
	}))
	r.check(e.Function(path, "Maybe", func(n *int64) *int64 {
		if n != nil {
			*n++
		}
		return n
	}))
	r.check(e.Function(path, "Pair", func(n int64) (int64, string) { return n, strconv.FormatInt(n, 10) }))
	r.check(e.Function(path, "Bump", func(line Line) Line { line.N++; return line }))
	r.check(e.Function(path, "Cancel", func(call *HostCall) {
		r.isolate.Cancel()
		if !call.CalledOff() {
			panic("the run goes on")
		}
	}))
	r.check(e.Function(path, "Reenter", func() string {
		_, err := r.isolate.Call(context.Background(), r.called)
		var failed *Error
		errors.As(err, &failed)
		return string(failed.Kind)
	}))
	r.check(e.RawFunction(path, "Wrong", "() -> i64", func(*HostCall, []any) (any, error) { return "no integer", nil }))
	r.check(e.AsyncFunction(path, "Later", func(n int64) int64 { time.Sleep(time.Millisecond); return 2 * n }))
	over := make(chan bool)
	r.Cleanup(func() { close(over) })
	r.check(e.AsyncFunction(path, "Never", func() int64 { <-over; return 0 }))
}
