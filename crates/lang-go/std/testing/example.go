package testing

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// InternalExample is an example of a file, with the output that it should have.
type InternalExample struct {
	Name      string
	F         func()
	Output    string
	Unordered bool
}

// RunExamples runs examples that match the flags.
func RunExamples(matchString func(pat, str string) (bool, error), examples []InternalExample) (ok bool) {
	_, ok = runExamples(matchString, examples)
	return ok
}

func runExamples(match func(pat, str string) (bool, error), examples []InternalExample) (ran, ok bool) {
	ok = true
	m := newMatcher(match, *runPattern, "-test.run", *skipPattern)
	for _, e := range examples {
		if _, matches, _ := m.fullName(nil, e.Name); !matches {
			continue
		}
		if !admits(e.Name) {
			continue
		}
		ran = true
		tell(testBegins, e.Name, "", 0)
		if !runExample(e) {
			ok = false
			failedTests.add()
		}
	}
	return ran, ok
}

func runExample(e InternalExample) (ok bool) {
	c := newChatty()
	if c != nil {
		c.update(e.Name, "=== RUN   "+e.Name+"\n")
	}
	stdout := os.Stdout
	r, w, err := os.Pipe()
	if err != nil {
		fail(err.Error())
	}
	os.Stdout = w
	printed := make(chan string)
	go func() {
		text, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			fail(fmt.Sprintf("testing: copying pipe: %v", err))
		}
		printed <- string(text)
	}()

	start, returned := time.Now(), false
	defer func() {
		spent := time.Since(start)
		w.Close()
		os.Stdout = stdout
		got := <-printed
		failure := recover()
		ok = e.judge(c, got, spent, returned, failure)
		if failure != nil {
			panic(failure)
		}
		if !returned {
			panic(errGoexit)
		}
	}()
	e.F()
	returned = true
	return
}

// judge compares what an example printed, and says what became of it.
func (e InternalExample) judge(c *chatty, got string, spent time.Duration, returned bool, failure any) bool {
	got, want := strings.TrimSpace(got), strings.TrimSpace(e.Output)
	problem := ""
	if e.Unordered {
		if sortedLines(got) != sortedLines(want) && failure == nil {
			problem = fmt.Sprintf("got:\n%s\nwant (unordered):\n%s\n", got, want)
		}
	} else if got != want && failure == nil {
		problem = fmt.Sprintf("got:\n%s\nwant:\n%s\n", got, want)
	}
	outcome := "PASS"
	if problem != "" || !returned || failure != nil {
		outcome = "FAIL"
	}
	tell(endings[outcome], e.Name, problem, int64(spent))
	text := fmt.Sprintf("--- %s: %s (%s)\n%s", outcome, e.Name, seconds(spent), problem)
	if c != nil {
		c.update(e.Name, text)
		c.backTo(" ")
	} else if outcome == "FAIL" {
		fmt.Print(text)
	}
	return outcome == "PASS"
}

func sortedLines(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
