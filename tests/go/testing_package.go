// Package testing as a program uses it that is no test: names of sub-tests, indentation, helpers, parallel tests,
// examples, and what flags choose.
package main

import (
	"flag"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestA(t *testing.T) {
	t.Log("hello\nworld")
	t.Run("sub one", func(t *testing.T) {
		t.Errorf("bad %d", 3)
		t.Run("deeper", func(t *testing.T) { t.Error("deep") })
	})
	t.Run("sub one", func(t *testing.T) { t.Skip("skipped") })
	t.Run("", func(t *testing.T) { helper(t) })
}

func helper(t *testing.T) {
	t.Helper()
	t.Log("from helper")
	t.Fail()
}

func TestP(t *testing.T) {
	for i := range 1 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			t.Log("in", i)
			t.Cleanup(func() { t.Log("cleanup", i) })
		})
	}
}

func TestFatal(t *testing.T) {
	defer fmt.Println("deferred")
	t.Fatal("fatal")
	fmt.Println("not reached")
}

func TestOutput(t *testing.T) {
	fmt.Fprintf(t.Output(), "a\nb")
	t.Attr("key", "value")
}

func Example_x()   { fmt.Println("x"); fmt.Println(strings.ToUpper("y")) }
func Example_bad() { fmt.Println("z") }

func TestSkipped(t *testing.T) {
	t.Run("now", func(t *testing.T) { t.Skip("not today") })
	t.Cleanup(func() { fmt.Println("cleaned", t.Context().Err()) })
	fmt.Println("running", t.Name(), t.Context().Err())
}

var tests = []testing.InternalTest{
	{Name: "TestA", F: TestA}, {Name: "TestFatal", F: TestFatal}, {Name: "TestOutput", F: TestOutput},
	{Name: "TestSkipped", F: TestSkipped}, {Name: "TestP", F: TestP},
}

type entry = struct {
	Parent, Path string
	Data         []byte
	Values       []any
	Generation   int
	IsSeed       bool
}

// deps is what the program that is made of test files hands to package testing.
type deps struct{}

func (deps) ImportPath() string                                 { return "x/y" }
func (deps) ModulePath() string                                 { return "x" }
func (deps) MatchString(pat, str string) (bool, error)          { return regexp.MatchString(pat, str) }
func (deps) SetPanicOnExit0(bool)                               {}
func (deps) StartCPUProfile(io.Writer) error                    { return nil }
func (deps) StopCPUProfile()                                    {}
func (deps) StartTestLog(io.Writer)                             {}
func (deps) StopTestLog() error                                 { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error        { return nil }
func (deps) RunFuzzWorker(func(entry) error) error              { return nil }
func (deps) CheckCorpus([]any, []reflect.Type) error            { return nil }
func (deps) ResetCoverage()                                     {}
func (deps) SnapshotCoverage()                                  {}
func (deps) ReadCorpus(string, []reflect.Type) ([]entry, error) { return nil, nil }
func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []entry, []reflect.Type, string, string) error {
	return nil
}
func (deps) InitRuntimeCoverage() (mode string, tearDown func(coverprofile string, gocoverdir string) (string, error), snapcov func() float64) {
	return
}

func run(flags ...string) {
	fmt.Println("#", flags)
	for i := 0; i < len(flags); i += 2 {
		flag.Set("test."+flags[i], flags[i+1])
	}
	m := testing.MainStart(deps{}, append([]testing.InternalTest(nil), tests...), nil, nil, examples)
	fmt.Println(m.Run())
}

var examples = []testing.InternalExample{
	{Name: "Example_x", F: Example_x, Output: "x\nY\n"},
	{Name: "Example_bad", F: Example_bad, Output: "y\n"},
	{Name: "Example_unordered", F: func() { fmt.Println("b\na") }, Output: "a\nb", Unordered: true},
}

func main() {
	testing.Init()
	flag.Parse()
	fmt.Println(testing.Short(), testing.Verbose(), testing.CoverMode(), testing.Coverage())
	run()
	run("v", "true")
	run("run", "A/sub_one$|Skipped/n")
	run("run", "P", "parallel", "1")
	run("run", "A", "skip", "A/sub_one$", "v", "false")
	run("run", "Nothing")
	run("run", "", "skip", "A$|Fatal|bad")
	run("list", "S|x")
	r := testing.BenchmarkResult{N: 1000, T: 1234567, Bytes: 64, MemAllocs: 2000, MemBytes: 48000,
		Extra: map[string]float64{"widgets/op": 0.0123, "MB/s": 12.5}}
	fmt.Println(r, r.MemString(), r.NsPerOp(), r.AllocsPerOp(), r.AllocedBytesPerOp())
}

// Output:
// false false  0
// # []
// --- FAIL: TestA (0.00s)
//     testing_package.go:17: hello
//         world
//     --- FAIL: TestA/sub_one (0.00s)
//         testing_package.go:19: bad 3
//         --- FAIL: TestA/sub_one/deeper (0.00s)
//             testing_package.go:20: deep
//     --- FAIL: TestA/#00 (0.00s)
//         testing_package.go:23: from helper
// deferred
// --- FAIL: TestFatal (0.00s)
//     testing_package.go:44: fatal
// running TestSkipped <nil>
// cleaned context canceled
// --- FAIL: Example_bad (0.00s)
// got:
// z
// want:
// y
// FAIL
// 1
// # [v true]
// === RUN   TestA
//     testing_package.go:17: hello
//         world
// === RUN   TestA/sub_one
//     testing_package.go:19: bad 3
// === RUN   TestA/sub_one/deeper
//     testing_package.go:20: deep
// === RUN   TestA/sub_one#01
//     testing_package.go:22: skipped
// === RUN   TestA/#00
//     testing_package.go:23: from helper
// --- FAIL: TestA (0.00s)
//     --- FAIL: TestA/sub_one (0.00s)
//         --- FAIL: TestA/sub_one/deeper (0.00s)
//     --- SKIP: TestA/sub_one#01 (0.00s)
//     --- FAIL: TestA/#00 (0.00s)
// === RUN   TestFatal
//     testing_package.go:44: fatal
// deferred
// --- FAIL: TestFatal (0.00s)
// === RUN   TestOutput
//     a
// === ATTR  TestOutput key value
//     b
// --- PASS: TestOutput (0.00s)
// === RUN   TestSkipped
// === RUN   TestSkipped/now
//     testing_package.go:57: not today
// running TestSkipped <nil>
// cleaned context canceled
// --- PASS: TestSkipped (0.00s)
//     --- SKIP: TestSkipped/now (0.00s)
// === RUN   TestP
// === RUN   TestP/0
// === PAUSE TestP/0
// === CONT  TestP/0
//     testing_package.go:36: in 0
//     testing_package.go:37: cleanup 0
// --- PASS: TestP (0.00s)
//     --- PASS: TestP/0 (0.00s)
// === RUN   Example_x
// --- PASS: Example_x (0.00s)
// === RUN   Example_bad
// --- FAIL: Example_bad (0.00s)
// got:
// z
// want:
// y
// === RUN   Example_unordered
// --- PASS: Example_unordered (0.00s)
// FAIL
// 1
// # [run A/sub_one$|Skipped/n]
// === RUN   TestA
//     testing_package.go:17: hello
//         world
// === RUN   TestA/sub_one
//     testing_package.go:19: bad 3
// === RUN   TestA/sub_one/deeper
//     testing_package.go:20: deep
// --- FAIL: TestA (0.00s)
//     --- FAIL: TestA/sub_one (0.00s)
//         --- FAIL: TestA/sub_one/deeper (0.00s)
// === RUN   TestSkipped
// === RUN   TestSkipped/now
//     testing_package.go:57: not today
// running TestSkipped <nil>
// cleaned context canceled
// --- PASS: TestSkipped (0.00s)
//     --- SKIP: TestSkipped/now (0.00s)
// FAIL
// 1
// # [run P parallel 1]
// === RUN   TestP
// === RUN   TestP/0
// === PAUSE TestP/0
// === CONT  TestP/0
//     testing_package.go:36: in 0
//     testing_package.go:37: cleanup 0
// --- PASS: TestP (0.00s)
//     --- PASS: TestP/0 (0.00s)
// PASS
// 0
// # [run A skip A/sub_one$ v false]
// --- FAIL: TestA (0.00s)
//     testing_package.go:17: hello
//         world
//     --- FAIL: TestA/#00 (0.00s)
//         testing_package.go:23: from helper
// FAIL
// 1
// # [run Nothing]
// PASS
// 0
// # [run  skip A$|Fatal|bad]
// running TestSkipped <nil>
// cleaned context canceled
// PASS
// 0
// # [list S|x]
// TestSkipped
// Example_x
// Example_bad
// Example_unordered
// 0
//     1000	      1235 ns/op	  12.50 MB/s	         0.01230 widgets/op       48 B/op	       2 allocs/op 1234 2 48
