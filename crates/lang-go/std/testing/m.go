package testing

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What the flags say. They have their defaults before Init registers them.
var (
	short        = new(bool)
	failFast     = new(bool)
	fullPath     = new(bool)
	root         = new(string)
	artifacts    = new(bool)
	benchMemory  = new(bool)
	outputDir    = new(string)
	runPattern   = new(string)
	skipPattern  = new(string)
	benchmarks   = new(string)
	fuzzPattern  = new(string)
	list         = new(string)
	cpus         = new(string)
	shuffle      = new(string)
	timeout      = new(time.Duration)
	count        = new(uint)
	parallel     = new(int)
	profile      = new(string)
	verbose      verbosity
	benchTime    = amount{duration: time.Second}
	fuzzTime     amount
	initialised  bool
	testing      bool
	haveExamples bool
)

func init() { *count, *parallel = 1, 1 }

// verbosity is the value of -v: true, or test2json.
type verbosity struct{ on, json bool }

func (v *verbosity) IsBoolFlag() bool { return true }
func (v *verbosity) Get() any         { return v.String() }

func (v *verbosity) Set(text string) error {
	switch text {
	case "true", "test2json":
		v.on, v.json = true, text == "test2json"
	case "false":
		v.on, v.json = false, false
	default:
		return fmt.Errorf("invalid flag -test.v=%s", text)
	}
	return nil
}

func (v *verbosity) String() string {
	if v.json {
		return "test2json"
	}
	return strconv.FormatBool(v.on)
}

// amount is a duration, or a number of runs as in 100x.
type amount struct {
	duration time.Duration
	n        int
	refuses0 bool
}

func (a *amount) String() string {
	if a.n > 0 {
		return fmt.Sprintf("%dx", a.n)
	}
	return a.duration.String()
}

func (a *amount) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "x"); ok {
		n, err := strconv.ParseInt(number, 10, 0)
		if err != nil || n < 0 || !a.refuses0 && n == 0 {
			return errors.New("invalid count")
		}
		*a = amount{n: int(n), refuses0: a.refuses0}
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || !a.refuses0 && d == 0 {
		return errors.New("invalid duration")
	}
	*a = amount{duration: d, refuses0: a.refuses0}
	return nil
}

// Init registers the flags. Tests need not call it.
func Init() {
	if initialised {
		return
	}
	initialised = true
	flag.BoolVar(short, "test.short", false, "run smaller test suite to save time")
	flag.BoolVar(failFast, "test.failfast", false, "do not start new tests after the first test failure")
	flag.BoolVar(fullPath, "test.fullpath", false, "show full file names in error messages")
	flag.BoolVar(artifacts, "test.artifacts", false, "store test artifacts in test.,outputdir")
	flag.BoolVar(benchMemory, "test.benchmem", false, "print memory allocations for benchmarks")
	flag.StringVar(root, "test.root", "", "names of files begin in `dir` where they are shown in full")
	flag.StringVar(outputDir, "test.outputdir", "", "write profiles to `dir`")
	flag.StringVar(runPattern, "test.run", "", "run only tests and examples matching `regexp`")
	flag.StringVar(skipPattern, "test.skip", "", "do not list or run tests matching `regexp`")
	flag.StringVar(benchmarks, "test.bench", "", "run only benchmarks matching `regexp`")
	flag.StringVar(fuzzPattern, "test.fuzz", "", "run the fuzz test matching `regexp`")
	flag.StringVar(list, "test.list", "", "list tests, examples, and benchmarks matching `regexp` then exit")
	flag.StringVar(cpus, "test.cpu", "", "comma-separated `list` of cpu counts to run each test with")
	flag.StringVar(shuffle, "test.shuffle", "off", "randomize the execution order of tests and benchmarks")
	flag.DurationVar(timeout, "test.timeout", 0, "panic test binary after duration `d` (default 0, timeout disabled)")
	flag.UintVar(count, "test.count", 1, "run tests and benchmarks `n` times")
	flag.IntVar(parallel, "test.parallel", runtime.GOMAXPROCS(0), "run at most `n` tests in parallel")
	flag.Var(&verbose, "test.v", "verbose: print additional output")
	flag.Var(&benchTime, "test.benchtime", "run each benchmark for duration `d` or N times if `d` is of the form Nx")
	flag.Var(&fuzzTime, "test.fuzztime", "time to spend fuzzing; default is to run indefinitely")
	// What these would write is written by the runner, or not at all.
	for _, name := range strings.Fields("blockprofile coverprofile cpuprofile fuzzcachedir fuzzminimizetime gocoverdir " +
		"memprofile mutexprofile testlogfile trace") {
		flag.StringVar(profile, "test."+name, "", "for the runner")
	}
	for _, name := range []string{"blockprofilerate", "memprofilerate", "mutexprofilefraction"} {
		flag.Int("test."+name, 1, "for the runner")
	}
	flag.Bool("test.fuzzworker", false, "for the runner")
	flag.Bool("test.paniconexit0", false, "for the runner")
}

// Short tells whether -short is set.
func Short() bool {
	if !flag.Parsed() {
		panic("testing: Short called before Parse")
	}
	return *short
}

// Verbose tells whether -v is set.
func Verbose() bool { return verbose.on }

// Testing tells whether this is a test run.
func Testing() bool { return testing }

// M runs what there is to run; TestMain is handed one.
type M struct {
	deps       testDeps
	tests      []InternalTest
	benchmarks []InternalBenchmark
	fuzz       []InternalFuzzTarget
	examples   []InternalExample
	exitCode   int
}

// testDeps is what the program that is made of the test files brings along.
type testDeps interface {
	ImportPath() string
	MatchString(pat, str string) (bool, error)
}

// MainStart is for the program that is made of the test files.
func MainStart(deps testDeps, tests []InternalTest, benchmarks []InternalBenchmark, fuzzTargets []InternalFuzzTarget, examples []InternalExample) *M {
	testing = true
	Init()
	return &M{deps: deps, tests: tests, benchmarks: benchmarks, fuzz: fuzzTargets, examples: examples}
}

type matchOnly func(pat, str string) (bool, error)

func (f matchOnly) ImportPath() string                        { return "" }
func (f matchOnly) MatchString(pat, str string) (bool, error) { return f(pat, str) }

// Main is how test programs began before MainStart.
func Main(matchString func(pat, str string) (bool, error), tests []InternalTest, benchmarks []InternalBenchmark, examples []InternalExample) {
	os.Exit(MainStart(matchOnly(matchString), tests, benchmarks, nil, examples).Run())
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

// Run runs everything, and says which code the program should exit with.
func (m *M) Run() (code int) {
	defer func() { m.exitCode = code }()
	if !flag.Parsed() {
		flag.Parse()
	}
	if *parallel < 1 {
		fmt.Fprintln(os.Stderr, "testing: -parallel can only be given a positive integer")
		flag.Usage()
		return 2
	}
	if *list != "" {
		return m.list()
	}
	if !m.shuffle() {
		return 2
	}
	deadline, stop := watch()
	defer stop()
	m.plan()
	haveExamples = len(m.examples) > 0
	ran, ok := runTests(m.deps.MatchString, m.tests, deadline)
	fuzzRan, fuzzOk := runFuzzTests(m.deps.MatchString, m.fuzz, deadline)
	examplesRan, examplesOk := runExamples(m.deps.MatchString, m.examples)
	stop()
	if !ran && !fuzzRan && !examplesRan && *benchmarks == "" && *fuzzPattern == "" {
		fmt.Fprintln(os.Stderr, "testing: warning: no tests to run")
	}
	mark := ""
	if verbose.json {
		mark = "\x16"
	}
	ok = ok && fuzzOk && examplesOk && runBenchmarks(m.deps.ImportPath(), m.deps.MatchString, m.benchmarks)
	if !ok || !runFuzzing(m.deps.MatchString, m.fuzz) {
		m.conclude(false, mark+"FAIL\n")
		return 1
	}
	m.conclude(true, mark+"PASS\n")
	return 0
}

// conclude says how everything went, and how much of the code has run, unless the host does.
func (m *M) conclude(ok bool, line string) {
	told := verdict(ok)
	if told {
		fmt.Print(line)
	}
	coverReport(!told)
}

// list prints the names that -list asks for.
func (m *M) list() int {
	show := func(name string) {
		ok, err := m.deps.MatchString(*list, name)
		if err != nil {
			fail(fmt.Sprintf("testing: invalid regexp in -test.list (%q): %s", *list, err))
		}
		if ok {
			fmt.Println(name)
		}
	}
	for _, t := range m.tests {
		show(t.Name)
	}
	for _, b := range m.benchmarks {
		show(b.Name)
	}
	for _, f := range m.fuzz {
		show(f.Name)
	}
	for _, e := range m.examples {
		show(e.Name)
	}
	return 0
}

// shuffle puts tests and benchmarks in another order if -shuffle says so.
func (m *M) shuffle() bool {
	if *shuffle == "off" || *shuffle == "" {
		return true
	}
	seed := time.Now().UnixNano()
	if *shuffle != "on" {
		n, err := strconv.ParseInt(*shuffle, 10, 64)
		if err != nil {
			fmt.Fprintln(os.Stderr, `testing: -shuffle should be "off", "on", or a valid integer:`, err)
			return false
		}
		seed = n
	}
	fmt.Println("-test.shuffle", seed)
	r := rand.New(rand.NewSource(seed))
	r.Shuffle(len(m.tests), func(i, j int) { m.tests[i], m.tests[j] = m.tests[j], m.tests[i] })
	r.Shuffle(len(m.benchmarks), func(i, j int) {
		m.benchmarks[i], m.benchmarks[j] = m.benchmarks[j], m.benchmarks[i]
	})
	return true
}

var running struct {
	mu    sync.Mutex
	tests map[string]time.Time
}

// watch ends the program when -timeout has passed.
func watch() (deadline time.Time, stop func()) {
	if *timeout <= 0 {
		return time.Time{}, func() {}
	}
	timer := time.AfterFunc(*timeout, func() {
		running.mu.Lock()
		var lines []string
		for name, since := range running.tests {
			lines = append(lines, fmt.Sprintf("\t%s (%v)", name, time.Since(since).Round(time.Second)))
		}
		slices.Sort(lines)
		debug.SetTraceback("all")
		text := ""
		if len(lines) > 0 {
			text = "\nrunning tests:\n" + strings.Join(lines, "\n")
		}
		panic(fmt.Sprintf("test timed out after %v%s", *timeout, text))
	})
	return time.Now().Add(*timeout), func() { timer.Stop() }
}

// plan tells the host which tests are to run.
func (m *M) plan() {
	match := newMatcher(m.deps.MatchString, *runPattern, "-test.run", *skipPattern)
	planned := func(name string) {
		if _, ok, _ := match.fullName(nil, name); ok {
			tell(testPlanned, name, "", 0)
		}
	}
	for _, t := range m.tests {
		planned(t.Name)
	}
	for _, f := range m.fuzz {
		planned(f.Name)
	}
	for _, e := range m.examples {
		planned(e.Name)
	}
}

// track notes that a test runs, or no longer does.
func track(name string, runs bool) {
	running.mu.Lock()
	defer running.mu.Unlock()
	if !runs {
		delete(running.tests, name)
		return
	}
	if running.tests == nil {
		running.tests = map[string]time.Time{}
	}
	running.tests[name] = time.Now()
}

// cpuList are the numbers that -cpu names.
func cpuList() (all []int) {
	for _, word := range strings.Split(*cpus, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n <= 0 {
			fail(fmt.Sprintf("testing: invalid value %q for -test.cpu", word))
		}
		all = append(all, n)
	}
	if all == nil {
		all = []int{runtime.GOMAXPROCS(-1)}
	}
	return all
}
