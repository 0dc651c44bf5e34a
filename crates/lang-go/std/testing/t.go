package testing

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

// T is handed to tests.
type T struct {
	common
	shared *shared
	bubble bool // of package synctest
}

// InternalTest is a test of a file.
type InternalTest struct {
	Name string
	F    func(*T)
}

var errGoexit = errors.New("test executed panic(nil) or runtime.Goexit")

// shared is what all tests of a run have in common: which of them run, and how many that are parallel do at once.
type shared struct {
	match    *matcher
	deadline time.Time

	mu      sync.Mutex
	running int
	waiting []chan struct{}
	most    int
}

func newShared(most int, match *matcher) *shared {
	return &shared{match: match, most: most, running: 1}
}

// acquire waits until a parallel test may run.
func (s *shared) acquire() {
	s.mu.Lock()
	if s.running < s.most {
		s.running++
		s.mu.Unlock()
		return
	}
	turn := make(chan struct{})
	s.waiting = append(s.waiting, turn)
	s.mu.Unlock()
	<-turn
}

// release lets the next one run that waits.
func (s *shared) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		s.running--
		return
	}
	close(s.waiting[0])
	s.waiting = s.waiting[1:]
}

// Deadline is when -timeout ends the run.
func (t *T) Deadline() (deadline time.Time, ok bool) {
	t.outsideBubble("Deadline")
	return t.shared.deadline, !t.shared.deadline.IsZero()
}

// Parallel lets the test run beside others that are parallel, once what it is part of has returned.
func (t *T) Parallel() {
	t.outsideBubble("Parallel")
	if t.isParallel {
		panic("testing: t.Parallel called multiple times")
	}
	for p := &t.common; p != nil; p = p.parent {
		if p.isolating != "" {
			panic("testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel")
		}
	}
	t.isParallel = true
	if t.parent.barrier == nil {
		// What is run on its own (by Benchmark or a fuzz target) waits for nothing.
		return
	}
	t.duration += time.Since(t.start)
	t.parent.subtests = append(t.parent.subtests, t)
	t.tell(testPauses)
	if t.chatty != nil {
		t.chatty.update(t.name, "=== PAUSE "+t.name+"\n")
	}
	t.signal <- true
	<-t.parent.barrier
	t.shared.acquire()
	t.tell(testBegins)
	if t.chatty != nil {
		t.chatty.update(t.name, "=== CONT  "+t.name+"\n")
	}
	t.start = time.Now()
}

func (t *T) Setenv(key, value string) { t.common.Setenv(key, value) }
func (t *T) Chdir(dir string)         { t.common.Chdir(dir) }

// Run runs f as a part of the test, and tells whether it has succeeded, or not failed yet if it is parallel.
func (t *T) Run(name string, f func(t *T)) bool {
	t.outsideBubble("Run")
	if t.cleaning {
		panic("testing: t.Run called during t.Cleanup")
	}
	t.hasSub = true
	full, ok, _ := t.shared.match.fullName(&t.common, name)
	if !ok || shouldFailFast() {
		return true
	}
	if t.level == 0 && !admits(full) {
		return true
	}
	sub := &T{shared: t.shared}
	sub.begin(&t.common, full)
	sub.tell(testBegins)
	if sub.chatty != nil {
		sub.chatty.update(full, "=== RUN   "+full+"\n")
	}
	go sub.body(f)
	if !<-sub.signal {
		// The sub-test has ended the test that it is part of.
		runtime.Goexit()
	}
	sub.chatty.backTo(t.name)
	return !sub.Failed()
}

// begin makes it a part of its parent.
func (c *common) begin(parent *common, name string) {
	c.name, c.parent, c.level, c.chatty, c.fuzzing = name, parent, parent.level+1, parent.chatty, parent.fuzzing
	c.barrier, c.signal = make(chan struct{}), make(chan bool, 1)
	c.ctx, c.cancel = context.WithCancel(context.Background())
}

// body runs the test's function in a goroutine of its own, and then what has waited for that.
func (t *T) body(f func(*T)) {
	defer t.end()
	t.start = time.Now()
	f(t)
	t.mu.Lock()
	t.returned = true
	t.mu.Unlock()
}

func (t *T) end() {
	failure := recover()
	alive := true // whether the parent goes on
	if failure == nil && !t.returned && !t.over {
		failure = errGoexit
		for p := t.parent; p != nil; p = p.parent {
			p.mu.Lock()
			over := p.over && !p.finished
			p.mu.Unlock()
			if over {
				t.writeLog(fmt.Sprintf("testing.go:1913: %v: subtest may have called FailNow on a parent test\n", errGoexit))
				t.Fail()
				failure, alive = nil, false
				break
			}
		}
	}
	if failure != nil {
		t.panicOut(failure)
	}
	if len(t.subtests) > 0 {
		t.runParallel()
	}
	t.duration += time.Since(t.start)
	if failure := t.clean(); failure != nil {
		t.panicAgain(failure)
	}
	if t.isParallel {
		t.shared.release()
	}
	if t.Failed() && !t.fuzzing {
		failedTests.add()
	}
	t.report()
	t.mu.Lock()
	t.finished = true
	t.mu.Unlock()
	if t.parent != nil {
		t.parent.mu.Lock()
		t.parent.ran = true
		t.parent.mu.Unlock()
	}
	t.signal <- alive
}

// runParallel lets the parallel sub-tests run, and waits for them.
func (t *T) runParallel() {
	t.duration += time.Since(t.start)
	t.shared.release()
	close(t.barrier)
	for _, sub := range t.subtests {
		<-sub.signal
	}
	t.shared.acquire()
	t.start = time.Now()
}

// panicOut ends the program with what the test panicked with, below what is known of it and what it is part of.
func (t *T) panicOut(failure any) {
	t.panicking = true
	t.Fail()
	t.duration += time.Since(t.start)
	t.clean()
	t.report()
	for c := t.parent; c != nil && c.parent != nil; c = c.parent {
		c.duration += time.Since(c.start)
		c.panicking = true
		c.report()
	}
	panic(failure)
}

// panicAgain is panicOut for what was recovered in another goroutine: the report says that it was.
func (t *T) panicAgain(failure any) {
	defer func() { t.panicOut(recover()) }()
	panic(failure)
}

// counter counts tests that failed, for -failfast.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

var failedTests counter

func shouldFailFast() bool {
	failedTests.mu.Lock()
	defer failedTests.mu.Unlock()
	return *failFast && failedTests.n > 0
}

// RunTests runs tests that match the flags.
func RunTests(matchString func(pat, str string) (bool, error), tests []InternalTest) (ok bool) {
	ran, ok := runTests(matchString, tests, time.Time{})
	if !ran && !haveExamples {
		fmt.Println("testing: warning: no tests to run")
	}
	return ok
}

func runTests(match func(pat, str string) (bool, error), tests []InternalTest, deadline time.Time) (ran, ok bool) {
	ok = true
	for _, procs := range cpuList() {
		runtime.GOMAXPROCS(procs)
		for i := uint(0); i < *count; i++ {
			if shouldFailFast() {
				break
			}
			s := newShared(*parallel, newMatcher(match, *runPattern, "-test.run", *skipPattern))
			s.deadline = deadline
			root := &T{shared: s}
			root.barrier, root.signal = make(chan struct{}), make(chan bool, 1)
			root.ctx, root.cancel = context.WithCancel(context.Background())
			root.chatty = newChatty()
			done := make(chan bool)
			go func() {
				defer func() { done <- true }()
				root.start = time.Now()
				for _, test := range tests {
					root.Run(test.Name, test.F)
				}
			}()
			<-done
			if len(root.subtests) > 0 {
				root.runParallel()
			}
			ok = ok && !root.Failed()
			ran = ran || root.ran
		}
	}
	return ran, ok
}

func newChatty() *chatty {
	if !Verbose() {
		return nil
	}
	return &chatty{json: verbose.json}
}

// benchmarkName is a name with the number of processors, where that is not one.
func benchmarkName(name string, procs int) string {
	if procs != 1 {
		return fmt.Sprintf("%s-%d", name, procs)
	}
	return name
}

// firstLine is the beginning of a text up to a newline.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
