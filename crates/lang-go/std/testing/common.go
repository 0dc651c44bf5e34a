// Package testing runs tests, benchmarks, fuzz targets and examples, and prints what becomes of them as Go does.
package testing

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// TB is what tests, benchmarks and fuzz targets have in common.
type TB interface {
	ArtifactDir() string
	Attr(key, value string)
	Chdir(dir string)
	Cleanup(func())
	Context() context.Context
	Error(args ...any)
	Errorf(format string, args ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Output() io.Writer
	Setenv(key, value string)
	Skip(args ...any)
	SkipNow()
	Skipf(format string, args ...any)
	Skipped() bool
	TempDir() string

	// Only this package has types that are a TB, so that methods can be added.
	private()
}

// common is the state of one test, benchmark or fuzz target, and what all of them can do.
type common struct {
	mu      sync.Mutex
	name    string
	parent  *common
	level   int // of nesting: 0 for what holds all tests, 1 for a test of the file
	isBench bool
	chatty  *chatty // what prints lines as they come; nil without -v
	out     []byte  // what is to be printed when the test ends
	logged  []byte  // what was printed as it came, for the host
	partial []byte  // what Output was given since the last newline

	failed, skipped bool
	over            bool // FailNow or SkipNow was called in its goroutine
	finished        bool // nothing can be logged any more
	returned        bool // its function has returned
	hasSub, ran     bool // Run was called, and a part has ended

	helpers  map[string]bool // functions that call Helper
	cleanups []func()
	cleaning bool

	start    time.Time
	duration time.Duration

	isParallel bool
	isolating  string // the method that changed the process, which parallel tests must not
	subtests   []*T   // those that are parallel and wait for this one's function to return
	barrier    chan struct{}
	signal     chan bool // tells the parent that this one has ended or waits

	ctx       context.Context
	cancel    context.CancelFunc
	tempDir   string
	tempCount int

	artifactDir string
	runner      []uintptr // of who runs it, to find the function below a helper
	panicking   bool
	fuzzing     bool // runs on an input that the host has made
}

func (c *common) private() {}

// Name is the name of the test, with those of the tests that it is part of.
func (c *common) Name() string { return c.name }

// Fail marks the test and those that it is part of as failed; it runs on.
func (c *common) Fail() {
	if c.parent != nil {
		c.parent.Fail()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished && !c.panicking {
		panic("Fail in goroutine after " + c.name + " has completed")
	}
	c.failed = true
}

// Failed tells whether the test has failed so far.
func (c *common) Failed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// FailNow marks the test as failed and ends its goroutine, running what it has deferred.
func (c *common) FailNow() {
	c.Fail()
	c.stop()
}

func (c *common) stop() {
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	runtime.Goexit()
}

// SkipNow marks the test as skipped and ends its goroutine.
func (c *common) SkipNow() {
	c.mu.Lock()
	c.skipped = true
	c.mu.Unlock()
	c.stop()
}

// Skipped tells whether the test was skipped.
func (c *common) Skipped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skipped
}

func (c *common) Log(args ...any)                 { c.log(fmt.Sprintln(args...)) }
func (c *common) Logf(format string, args ...any) { c.log(fmt.Sprintf(format, args...)) }

func (c *common) Error(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.Fail()
}

func (c *common) Errorf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.Fail()
}

func (c *common) Fatal(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.FailNow()
}

func (c *common) Fatalf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.FailNow()
}

func (c *common) Skip(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.SkipNow()
}

func (c *common) Skipf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.SkipNow()
}

// Helper says that lines that the calling function logs belong to where it was called.
func (c *common) Helper() {
	var pc [1]uintptr
	if runtime.Callers(2, pc[:]) == 0 {
		return
	}
	frame, _ := runtime.CallersFrames(pc[:]).Next()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.helpers == nil {
		c.helpers = map[string]bool{}
	}
	c.helpers[frame.Function] = true
}

// log logs a text under the place of the call of an exported method, two calls above.
func (c *common) log(text string) {
	text = strings.TrimSuffix(text, "\n")
	text = strings.ReplaceAll(text, "\n", "\n        ")
	c.writeLog(c.place(4) + ": " + text + "\n")
}

// place is file and line of the nearest call that is not in a helper; skip calls lie between that and runtime.
func (c *common) place(skip int) string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip, pcs[:])])
	var first runtime.Frame
	for n := 0; ; n++ {
		frame, more := frames.Next()
		if n == 0 {
			first = frame
		}
		if frame.Line != 0 && !strings.HasPrefix(frame.Function, "testing.") && !c.isHelper(frame.Function) {
			first = frame
			break
		}
		if frame.Function == "testing.(*T).body" || !more {
			break
		}
	}
	file, line := first.File, first.Line
	if line == 0 {
		return "???:1"
	}
	switch {
	case !*fullPath:
		file = filepath.Base(file)
	case *root != "" && !filepath.IsAbs(file) && !strings.HasPrefix(file, "$std/"):
		file = filepath.Join(*root, file)
	}
	return file + ":" + strconv.Itoa(line)
}

func (c *common) isHelper(function string) bool {
	for ; c != nil; c = c.parent {
		c.mu.Lock()
		found := c.helpers[function]
		c.mu.Unlock()
		if found {
			return true
		}
	}
	return false
}

// writeLog adds whole lines to the output, each indented under the test.
func (c *common) writeLog(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flushPartial()
	c.add("    " + text)
}

// add adds lines that are indented already; the lock is held. Once the test is over, they belong to the nearest that is
// not; as in Go, what holds all tests prints none.
func (c *common) add(text string) {
	if !c.finished {
		c.emit(text)
		return
	}
	for p := c.parent; p != nil; p = p.parent {
		p.mu.Lock()
		if !p.finished {
			if p.parent != nil {
				p.emit(text)
			}
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
	}
	panic("Log in goroutine after " + c.name + " has completed: " + strings.TrimPrefix(text, "    "))
}

func (c *common) emit(text string) {
	switch {
	case c.chatty == nil:
		c.out = append(c.out, text...)
	case c.isBench:
		fmt.Print(text)
	default:
		if len(c.logged) < mostLogged {
			c.logged = append(c.logged, text...)
		}
		c.chatty.line(c.name, text)
	}
}

// mostLogged is about how many bytes of what is printed as it comes are kept for the host.
const mostLogged = 64 << 10

// output is the Writer of Output.
type output struct{ c *common }

func (o output) Write(p []byte) (n int, err error) {
	c := o.c
	if c.finished && c.parent == nil {
		panic("testing: write to Output after " + c.name + " has completed")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.partial = append(c.partial, p...)
	for {
		i := bytes.IndexByte(c.partial, '\n')
		if i < 0 {
			return len(p), nil
		}
		c.add("    " + string(c.partial[:i+1]))
		c.partial = c.partial[i+1:]
	}
}

// flushPartial ends the line that Output was given a part of; the lock is held.
func (c *common) flushPartial() {
	if len(c.partial) > 0 {
		line := "    " + string(c.partial) + "\n"
		c.partial = nil
		c.add(line)
	}
}

// Output is where the test's own lines go, without places.
func (c *common) Output() io.Writer { return output{c} }

// Attr emits a pair that says something of the test.
func (c *common) Attr(key, value string) {
	if strings.ContainsFunc(key, unicode.IsSpace) {
		c.Errorf("disallowed whitespace in attribute key %q", key)
		return
	}
	if strings.ContainsAny(value, "\r\n") {
		c.Errorf("disallowed newline in attribute value %q", value)
		return
	}
	if c.chatty != nil {
		c.chatty.update(c.name, fmt.Sprintf("=== ATTR  %s %v %v\n", c.name, key, value))
	}
}

// Cleanup lets f run when the test and all its sub-tests have ended, the latest first.
func (c *common) Cleanup(f func()) {
	c.mu.Lock()
	c.cleanups = append(c.cleanups, f)
	c.mu.Unlock()
}

// clean runs what Cleanup was given. What a function panics with comes back after the others have run.
func (c *common) clean() (failure any) {
	c.mu.Lock()
	c.cleaning = true
	c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
	for {
		c.mu.Lock()
		n := len(c.cleanups)
		if n == 0 {
			c.cleaning = false
			c.mu.Unlock()
			return failure
		}
		f := c.cleanups[n-1]
		c.cleanups = c.cleanups[:n-1]
		c.mu.Unlock()
		if r := c.cleanWith(f); r != nil && failure == nil {
			failure = r
		}
	}
}

// cleanWith runs one in a goroutine of its own, as it may end its goroutine.
func (c *common) cleanWith(f func()) any {
	done := make(chan any, 1)
	go func() {
		// To leave by runtime.Goexit is no failure.
		defer func() { done <- recover() }()
		f()
	}()
	return <-done
}

// Context is canceled before functions of Cleanup run.
func (c *common) Context() context.Context { return c.ctx }

// alone notes that the test changes the process, so that neither it nor what it is part of may be parallel.
func (c *common) alone(method string) {
	for p := c; p != nil; p = p.parent {
		if p.isParallel {
			panic("testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel")
		}
	}
	c.isolating = method
}

func (c *common) Setenv(key, value string) {
	c.alone("Setenv")
	before, was := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		c.Fatalf("cannot set environment variable: %v", err)
	}
	c.Cleanup(func() {
		if was {
			os.Setenv(key, before)
		} else {
			os.Unsetenv(key)
		}
	})
}

func (c *common) Chdir(dir string) {
	c.alone("Chdir")
	before, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err == nil && !strings.HasPrefix(dir, "/") {
		dir, err = os.Getwd()
	}
	if err != nil {
		c.Fatal(err)
	}
	c.Setenv("PWD", dir)
	c.Cleanup(func() {
		if err := os.Chdir(before); err != nil {
			panic("testing.Chdir: " + err.Error())
		}
	})
}

// temporaryTop is the folder for temporary ones if there is one for tests, which nobody is told to grant.
func temporaryTop() string {
	for _, variable := range os.Environ() {
		if dir, ok := strings.CutPrefix(variable, "GOTMPDIR="); ok {
			return dir
		}
	}
	return ""
}

// TempDir is a fresh folder that is removed when the test ends.
func (c *common) TempDir() string {
	c.mu.Lock()
	first := c.tempDir == ""
	c.mu.Unlock()
	if first {
		// Systems limit the length of a name.
		dir, err := os.MkdirTemp(temporaryTop(), fileName(c.name[:min(len(c.name), 64)])+"*")
		if err != nil {
			c.Fatalf("TempDir: %v", err)
		}
		c.tempDir = dir
		c.Cleanup(func() {
			if err := os.RemoveAll(dir); err != nil {
				c.Errorf("TempDir RemoveAll cleanup: %v", err)
			}
			// A benchmark runs again, and what runs after this may want a folder as well.
			c.tempDir = ""
		})
	}
	c.mu.Lock()
	c.tempCount++
	dir := fmt.Sprintf("%s%c%03d", c.tempDir, os.PathSeparator, c.tempCount)
	c.mu.Unlock()
	if err := os.Mkdir(dir, 0o777); err != nil {
		c.Fatalf("TempDir: %v", err)
	}
	return dir
}

// fileName is the name of a test as part of a file's.
func fileName(name string) string {
	const allowed = "!#$%&()+,-.=@^_{}~ "
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf && ('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'):
			return r
		case r < utf8.RuneSelf && strings.ContainsRune(allowed, r), unicode.IsLetter(r), unicode.IsNumber(r):
			return r
		}
		return -1
	}, name)
}

// ArtifactDir is a folder for files that the test leaves; without -artifacts it goes with the test.
func (c *common) ArtifactDir() string {
	if !*artifacts {
		if c.artifactDir == "" {
			c.artifactDir = c.TempDir()
		}
		return c.artifactDir
	}
	dir := filepath.Join(*outputDir, "_artifacts", fileName(strings.ReplaceAll(c.name, "/", "__")))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		c.Fatalf("ArtifactDir: %v", err)
	}
	if c.chatty != nil {
		c.chatty.update(c.name, fmt.Sprintf("=== ARTIFACTS %s %v\n", c.name, dir))
	}
	return dir
}

// seconds is a duration as results show it.
func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// outcome is how the test ended, or "" if nothing is to be said of it.
func (c *common) outcome() string {
	switch {
	case c.failed:
		return "FAIL"
	case c.chatty == nil:
		return ""
	case c.skipped:
		return "SKIP"
	}
	return "PASS"
}

// report tells how the test ended, with its lines below. They are for what the test is part of, and are printed with
// that; those of a test of the file are printed at once.
func (c *common) report() {
	if c.parent == nil {
		return
	}
	c.mu.Lock()
	c.flushPartial()
	c.mu.Unlock()
	c.tellEnd()
	outcome := c.outcome()
	if outcome == "" {
		return
	}
	c.mu.Lock()
	text := fmt.Sprintf("--- %s: %s (%s)\n%s", outcome, c.name, seconds(c.duration), c.out)
	c.out = nil
	c.mu.Unlock()
	switch {
	case c.chatty != nil && (c.level == 1 || c.chatty.json):
		c.chatty.update(c.name, text)
	case c.level == 1:
		fmt.Print(text)
	default:
		c.parent.mu.Lock()
		defer c.parent.mu.Unlock()
		c.parent.out = indented(c.parent.out, text)
	}
}

// indented appends lines, each one step further to the right.
func indented(out []byte, text string) []byte {
	for line := range strings.Lines(text) {
		out = append(append(out, "    "...), line...)
	}
	return out
}

// A chatty prints lines as they come, and of which test they are where that changes.
type chatty struct {
	mu   sync.Mutex
	last string
	json bool // lines that tell of tests begin with a mark, for who makes events of them
}

func (c *chatty) mark() string {
	if c.json {
		return "\x16"
	}
	return ""
}

// update prints a line that names its test itself.
func (c *chatty) update(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = name
	fmt.Print(c.mark() + text)
}

// backTo says, to who makes events of the lines, that what comes next is of a test that was left for another.
func (c *chatty) backTo(name string) {
	if c != nil && c.json {
		c.update(name, "=== NAME  "+name+"\n")
	}
}

// line prints lines of a test.
func (c *chatty) line(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != name && c.last != "" {
		fmt.Printf("%s=== NAME  %s\n", c.mark(), name)
	}
	c.last = name
	fmt.Print(text)
}
