package testing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// InternalBenchmark is a benchmark of a file.
type InternalBenchmark struct {
	Name string
	F    func(b *B)
}

// B is handed to benchmarks.
type B struct {
	common
	// N is how often the benchmark is to do what it measures.
	N int

	group      *group
	f          func(*B)
	previous   int // N of the run before, and what it took
	took       time.Duration
	timing     bool
	elapsed    time.Duration // of virtual time, by which N is chosen
	gas        int64         // used while the timer ran
	fromGas    int64         // as it was when the timer started
	cpu        time.Duration // taken while the timer ran, if the host measures it
	fromCPU    int64
	bytes      int64
	allocs     uint64 // counted, of runs that were timed
	allocBytes uint64
	fromAllocs uint64 // as they were when the timer started
	fromBytes  uint64
	showAllocs bool
	factor     int
	extra      map[string]float64
	result     BenchmarkResult
	loop       struct {
		n    int // iterations that Loop has allowed, 0 before its first
		done bool
	}
}

// group is what benchmarks of a run have in common.
type group struct {
	match   *matcher
	longest int // of names, for columns
	extra   int // bytes that -cpu may add to one
	path    string
	headed  bool
	silent  bool // nothing is printed: they are not of a test run
}

// widen makes room for a name, and for longer ones, so that columns do not move often.
func (g *group) widen(name string) {
	if n := len(name) + g.extra + 1; n > g.longest {
		g.longest = n + 8
	}
}

func memory() (objects, bytes uint64) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs, m.TotalAlloc
}

// StartTimer starts to measure. It runs when a benchmark begins.
func (b *B) StartTimer() {
	if !b.timing {
		b.timing = true
		b.mark()
	}
}

// StopTimer stops measuring, for what is not to count.
func (b *B) StopTimer() {
	if b.timing {
		b.elapsed += time.Since(b.start)
		objects, bytes := memory()
		b.allocs += objects - b.fromAllocs
		b.allocBytes += bytes - b.fromBytes
		gas, cpu, _ := resources()
		b.gas += gas - b.fromGas
		b.cpu += time.Duration(cpu - b.fromCPU)
		b.timing = false
	}
}

// mark notes how things stand when the timer starts.
func (b *B) mark() {
	b.fromAllocs, b.fromBytes = memory()
	b.fromGas, b.fromCPU, _ = resources()
	b.start = time.Now()
}

// ResetTimer forgets what was measured, and metrics that were reported.
func (b *B) ResetTimer() {
	clear(b.extra)
	if b.timing {
		b.mark()
	}
	b.elapsed, b.allocs, b.allocBytes, b.gas, b.cpu = 0, 0, 0, 0, 0
}

// SetBytes tells how many bytes an iteration processes.
func (b *B) SetBytes(n int64) { b.bytes = n }

// ReportAllocs lets allocations be shown for this benchmark.
func (b *B) ReportAllocs() { b.showAllocs = true }

// Elapsed is what was measured so far.
func (b *B) Elapsed() time.Duration {
	if b.timing {
		return b.elapsed + time.Since(b.start)
	}
	return b.elapsed
}

// ReportMetric adds a figure of the benchmark's own to the result, or replaces one of ours by its unit.
func (b *B) ReportMetric(n float64, unit string) {
	if unit == "" {
		panic("metric unit must not be empty")
	}
	if strings.ContainsAny(unit, " \t\r\n\v\f") {
		panic("metric unit must not contain whitespace")
	}
	if b.extra == nil {
		b.extra = map[string]float64{}
	}
	b.extra[unit] = n
}

// Loop tells whether the benchmark is to go on. The timer runs from its first call to its last.
func (b *B) Loop() bool {
	if b.loop.done {
		b.Fatal("B.Loop called after it has returned false")
	}
	if b.loop.n == 0 {
		b.ResetTimer()
		b.StartTimer()
		b.N = 0
		b.loop.n = 1
		if benchTime.n > 0 {
			b.loop.n = benchTime.n
		}
	}
	if !b.timing {
		b.Fatal("B.Loop called with timer stopped")
	}
	if b.N < b.loop.n {
		b.N++
		return true
	}
	if benchTime.n == 0 {
		if spent := b.Elapsed(); spent < benchTime.duration {
			b.loop.n = next(b.loop.n, spent, benchTime.duration)
			b.N++
			return true
		}
	}
	b.StopTimer()
	b.loop.done = true
	return false
}

// next predicts how many iterations take so long, from what some took. It grows by at most a hundred times.
func next(n int, took, wanted time.Duration) int {
	ns := max(took.Nanoseconds(), 1)
	predicted := int64(float64(wanted.Nanoseconds()) * float64(n) / float64(ns))
	predicted += predicted / 5
	return int(min(max(min(predicted, 100*int64(n)), int64(n)+1), 1e9))
}

// runN runs the benchmark's function once, for n iterations.
func (b *B) runN(n int) {
	runtime.GC()
	b.N, b.factor = n, 1
	b.loop.n, b.loop.done = 0, false
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.timing, b.elapsed, b.allocs, b.allocBytes, b.gas, b.cpu = false, 0, 0, 0, 0, 0
	b.StartTimer()
	b.f(b)
	b.StopTimer()
	b.previous, b.took = b.N, b.elapsed
	if b.loop.n > 0 && !b.loop.done && !b.failed {
		b.Error("benchmark function returned without B.Loop() == false (break or return in loop?)")
	}
}

// inside runs what may end its goroutine in one of its own, and cleans up.
// The answer is whether f returned: it may leave by runtime.Goexit, which is no failure.
func (b *B) inside(f func()) (returned bool) {
	b.signal = make(chan bool, 1)
	go func() {
		defer func() {
			failure := recover()
			b.StopTimer()
			if r := b.clean(); failure == nil {
				failure = r
			}
			if failure != nil {
				b.Fail()
				b.report()
				panic(failure)
			}
			b.signal <- true
		}()
		f()
		returned = true
	}()
	<-b.signal
	return returned
}

// first runs it for one iteration, and says what became of it unless it goes on. It does so if it is one that is measured.
func (b *B) first() bool {
	b.inside(func() { b.runN(1) })
	tag := "BENCH"
	switch {
	case b.failed:
		b.say("FAIL", b.name)
		return false
	case b.skipped:
		tag = "SKIP"
	}
	ends := b.hasSub || b.over
	if ends && b.chatty != nil && (len(b.out) > 0 || b.over) {
		b.say(tag, b.name)
	}
	return !ends
}

// say prints what became of it, with what it has logged.
func (b *B) say(tag, name string) {
	if b.group.silent {
		return
	}
	mark := ""
	if b.chatty != nil {
		mark = b.chatty.mark()
	}
	fmt.Printf("%s--- %s: %s\n%s", mark, tag, name, b.out)
}

// measure runs the benchmark for longer and longer, until it has taken as long as it should. It has run once by then.
func (b *B) measure() BenchmarkResult {
	switch {
	case b.loop.done:
		// Loop has taken care of it.
	case benchTime.n > 0:
		if benchTime.n > 1 {
			b.inside(func() { b.runN(benchTime.n) })
		}
	default:
		for n := 1; !b.failed && b.elapsed < benchTime.duration && n < 1e9; {
			n = next(n, b.elapsed, benchTime.duration)
			b.inside(func() { b.runN(n) })
		}
	}
	took := b.elapsed
	if _, _, measured := resources(); measured {
		took = b.cpu
		if b.N > 0 {
			b.ReportMetric(float64(b.gas)/float64(b.N), "gas/op")
		}
	}
	b.result = BenchmarkResult{b.N, took, b.bytes, b.allocs, b.allocBytes, b.extra}
	return b.result
}

// Run runs f as a benchmark within this one, which then is not measured itself.
func (b *B) Run(name string, f func(b *B)) bool {
	b.hasSub = true
	full, ok, partial := b.group.match.fullName(&b.common, name)
	if !ok {
		return true
	}
	wasTiming := b.timing
	b.StopTimer()
	sub := &B{f: f, group: b.group}
	sub.begin(&b.common, full)
	sub.isBench = true
	sub.showAllocs = b.showAllocs
	if partial {
		// Only benchmarks within it may match.
		sub.hasSub = true
	}
	sub.runAll()
	if wasTiming {
		b.StartTimer()
	}
	return !sub.failed
}

func (g *group) head() {
	if g.headed {
		return
	}
	g.headed = true
	fmt.Printf("goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH)
	if g.path != "" {
		fmt.Printf("pkg: %s\n", g.path)
	}
}

// runAll runs the benchmark, and measures it as often as -cpu and -count say if it has none within it.
func (b *B) runAll() {
	b.group.widen(b.name)
	if b.chatty != nil {
		b.group.head()
		if b.chatty.json {
			b.chatty.update(b.name, "=== RUN   "+b.name+"\n")
		}
		fmt.Println(b.name)
	}
	if !b.first() {
		return
	}
	if b.group.silent {
		b.measure()
		return
	}
	b.group.head()
	for i, procs := range cpuList() {
		for j := uint(0); j < *count; j++ {
			runtime.GOMAXPROCS(procs)
			name := benchmarkName(b.name, procs)
			if b.chatty == nil {
				fmt.Printf("%-*s\t", b.group.longest, name)
			}
			one := b
			if i > 0 || j > 0 {
				one = &B{f: b.f, group: b.group, showAllocs: b.showAllocs}
				one.begin(b.parent, b.name)
				one.isBench = true
				one.inside(func() { one.runN(1) })
			}
			one.finish(name)
			b.failed = b.failed || one.failed
		}
	}
}

// finish measures one, and prints what came of it.
func (b *B) finish(name string) {
	result := b.measure()
	if b.failed {
		b.say("FAIL", name)
		return
	}
	if b.chatty != nil {
		fmt.Printf("%-*s\t", b.group.longest, name)
	}
	text := result.String()
	if *benchMemory || b.showAllocs {
		text += "\t" + result.MemString()
	}
	fmt.Println(text)
	if len(b.out) > 0 {
		b.say("BENCH", name)
	}
	b.chatty.backTo("")
}

// RunBenchmarks runs benchmarks that match the flags.
func RunBenchmarks(matchString func(pat, str string) (bool, error), benchmarks []InternalBenchmark) {
	runBenchmarks("", matchString, benchmarks)
}

func runBenchmarks(path string, match func(pat, str string) (bool, error), all []InternalBenchmark) bool {
	if *benchmarks == "" {
		return true
	}
	m := newMatcher(match, *benchmarks, "-test.bench", *skipPattern)
	g := &group{match: m, path: path}
	for _, n := range cpuList() {
		if n > 1 {
			g.extra = max(g.extra, len(fmt.Sprintf("-%d", n)))
		}
	}
	var chosen []InternalBenchmark
	for _, one := range all {
		if _, ok, _ := m.fullName(nil, one.Name); ok {
			chosen = append(chosen, one)
			g.longest = max(g.longest, len(one.Name)+2*g.extra+1)
		}
	}
	root := &B{group: g}
	root.name, root.isBench = "Main", true
	root.chatty = newChatty()
	root.f = func(b *B) {
		for _, one := range chosen {
			b.Run(one.Name, one.F)
		}
	}
	root.inside(func() { root.runN(1) })
	return !root.failed
}

// Benchmark measures a function, outside of any test run.
func Benchmark(f func(b *B)) BenchmarkResult {
	b := &B{f: f, group: &group{match: newMatcher(nil, "", "", ""), silent: true}}
	b.isBench = true
	goes := b.first()
	if goes {
		b.measure()
	}
	switch {
	case b.failed:
		return BenchmarkResult{}
	case b.hasSub:
		return BenchmarkResult{N: 1, T: b.elapsed}
	}
	return b.result
}

// BenchmarkResult is what was measured.
type BenchmarkResult struct {
	N         int
	T         time.Duration
	Bytes     int64
	MemAllocs uint64
	MemBytes  uint64
	Extra     map[string]float64
}

// NsPerOp is how many nanoseconds an iteration took.
func (r BenchmarkResult) NsPerOp() int64 {
	if v, ok := r.Extra["ns/op"]; ok {
		return int64(v)
	}
	if r.N <= 0 {
		return 0
	}
	return r.T.Nanoseconds() / int64(r.N)
}

func (r BenchmarkResult) rate() float64 {
	if v, ok := r.Extra["MB/s"]; ok {
		return v
	}
	if r.Bytes <= 0 || r.T <= 0 || r.N <= 0 {
		return 0
	}
	return float64(r.Bytes) * float64(r.N) / 1e6 / r.T.Seconds()
}

// AllocsPerOp is how many objects an iteration allocated.
func (r BenchmarkResult) AllocsPerOp() int64 { return r.perOp("allocs/op", r.MemAllocs) }

// AllocedBytesPerOp is how many bytes an iteration allocated.
func (r BenchmarkResult) AllocedBytesPerOp() int64 { return r.perOp("B/op", r.MemBytes) }

func (r BenchmarkResult) perOp(unit string, all uint64) int64 {
	if v, ok := r.Extra[unit]; ok {
		return int64(v)
	}
	if r.N <= 0 {
		return 0
	}
	return int64(all) / int64(r.N)
}

// String is the result as benchmarks show it, without what was allocated.
func (r BenchmarkResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8d", r.N)
	ns, ok := r.Extra["ns/op"]
	if !ok {
		ns = float64(r.T.Nanoseconds()) / float64(r.N)
	}
	if ns != 0 {
		b.WriteByte('\t')
		figure(&b, ns, "ns/op")
	}
	if rate := r.rate(); rate != 0 {
		fmt.Fprintf(&b, "\t%7.2f MB/s", rate)
	}
	type metric struct {
		unit string
		n    float64
	}
	var others []metric
	for unit, n := range r.Extra {
		switch unit {
		case "ns/op", "MB/s", "B/op", "allocs/op":
		default:
			others = append(others, metric{unit, n})
		}
	}
	slices.SortFunc(others, func(x, y metric) int { return cmp.Compare(x.unit, y.unit) })
	for _, m := range others {
		b.WriteByte('\t')
		figure(&b, m.n, m.unit)
	}
	return b.String()
}

// figure writes a number with four digits that count, in a column whose points stand below each other.
func figure(b *strings.Builder, x float64, unit string) {
	width, digits := 10, 0
	if y := math.Abs(x); y != 0 && y < 999.95 {
		width, digits = 12, 1
		for limit := 99.995; y < limit && digits < 7; limit /= 10 {
			width, digits = width+1, digits+1
		}
	}
	fmt.Fprintf(b, "%*.*f %s", width, digits, x, unit)
}

// MemString is what an iteration allocated, as benchmarks show it.
func (r BenchmarkResult) MemString() string {
	return fmt.Sprintf("%8d B/op\t%8d allocs/op", r.AllocedBytesPerOp(), r.AllocsPerOp())
}

// PB counts iterations of a benchmark that runs in several goroutines.
type PB struct {
	left *atomic.Int64
}

// Next tells whether there is another iteration to do.
func (pb *PB) Next() bool { return pb.left.Add(-1) >= 0 }

// RunParallel lets several goroutines share the iterations.
func (b *B) RunParallel(body func(*PB)) {
	if b.N == 0 {
		return
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	for range b.factor * runtime.GOMAXPROCS(0) {
		all.Add(1)
		go func() {
			defer all.Done()
			body(&PB{&left})
		}()
	}
	all.Wait()
	if left.Load() > 0 && !b.Failed() {
		b.Fatal("RunParallel: body exited without pb.Next() == false")
	}
}

// SetParallelism sets how many goroutines a processor RunParallel uses.
func (b *B) SetParallelism(p int) {
	if p >= 1 {
		b.factor = p
	}
}

// AllocsPerRun is how many objects a function allocates, in the mean over some runs.
func AllocsPerRun(runs int, f func()) (avg float64) {
	f()
	before, _ := memory()
	for range runs {
		f()
	}
	after, _ := memory()
	return float64((after - before) / uint64(runs))
}
