// Package pprof writes profiles that go tool pprof reads. A profile of the processor is one by gas: the same from every run. Nothing
// samples allocations and waits, so that their profiles have no stacks.
package pprof

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// A Profile is a set of values, each with the stack that added it, or one of those that the run keeps.
type Profile struct {
	name   string
	mu     sync.Mutex
	stacks map[any][]uintptr
	// What a profile of the run has; nil in those of the program.
	builtin *builtin
}

type builtin struct {
	count func() int
	write func(w io.Writer, debug int) error
}

var profiles struct {
	sync.Mutex
	named map[string]*Profile
}

// all are the profiles by their names, with those of the run.
func all() map[string]*Profile {
	if profiles.named == nil {
		profiles.named = make(map[string]*Profile)
		for name, builtin := range map[string]builtin{
			"allocs":       {none, writeAllocs},
			"block":        {none, writeBlock},
			"goroutine":    {runtime.NumGoroutine, writeGoroutines},
			"heap":         {none, writeHeap},
			"mutex":        {none, writeMutex},
			"threadcreate": {none, writeThreads},
		} {
			profiles.named[name] = &Profile{name: name, builtin: &builtin}
		}
	}
	return profiles.named
}

func none() int { return 0 }

func NewProfile(name string) *Profile {
	if name == "" {
		panic("pprof: NewProfile with empty name")
	}
	profiles.Lock()
	defer profiles.Unlock()
	named := all()
	if named[name] != nil {
		panic("pprof: NewProfile name already in use: " + name)
	}
	p := &Profile{name: name, stacks: map[any][]uintptr{}}
	named[name] = p
	return p
}

func Lookup(name string) *Profile {
	profiles.Lock()
	defer profiles.Unlock()
	return all()[name]
}

// Profiles has all profiles, sorted by name.
func Profiles() []*Profile {
	profiles.Lock()
	defer profiles.Unlock()
	var list []*Profile
	for _, p := range all() {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *Profile) int { return strings.Compare(a.name, b.name) })
	return list
}

func (p *Profile) Name() string { return p.name }

func (p *Profile) Count() int {
	if p.builtin != nil {
		return p.builtin.count()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.stacks)
}

// mostCalls is how many calls a stack is recorded with.
const mostCalls = 32

// Add adds a value with the stack of the caller, or of skip calls outside of it.
func (p *Profile) Add(value any, skip int) {
	switch {
	case p.name == "":
		panic("pprof: use of uninitialized Profile")
	case p.builtin != nil:
		panic("pprof: Add called on built-in Profile " + p.name)
	}
	stack := make([]uintptr, mostCalls)
	stack = stack[:runtime.Callers(skip+1, stack)]
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, there := p.stacks[value]; there {
		panic("pprof: Profile.Add of duplicate value")
	}
	p.stacks[value] = stack
}

// Remove removes a value, if it is there.
func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.stacks, value)
}

// WriteTo writes the profile for pprof if debug is 0, and as text otherwise.
func (p *Profile) WriteTo(w io.Writer, debug int) error {
	if p.name == "" {
		panic("pprof: use of zero Profile")
	}
	if p.builtin != nil {
		return p.builtin.write(w, debug)
	}
	p.mu.Lock()
	var stacks [][]uintptr
	for _, stack := range p.stacks {
		stacks = append(stacks, stack)
	}
	p.mu.Unlock()
	return writeStacks(w, debug, p.name, stacks)
}

// A record is a stack, and how often it is there.
type record struct {
	count int
	stack []uintptr
}

// counted groups equal stacks, the most frequent first.
func counted(stacks [][]uintptr) []record {
	slices.SortFunc(stacks, slices.Compare[[]uintptr])
	var records []record
	for _, stack := range stacks {
		if last := len(records) - 1; last >= 0 && slices.Equal(records[last].stack, stack) {
			records[last].count++
		} else {
			records = append(records, record{1, stack})
		}
	}
	slices.SortStableFunc(records, func(a, b record) int { return cmp.Compare(b.count, a.count) })
	return records
}

func writeStacks(w io.Writer, debug int, name string, stacks [][]uintptr) error {
	total := len(stacks)
	records := counted(stacks)
	if debug == 0 {
		m := newMessage([]valueType{{name, "count"}}, valueType{name, "count"}, 1)
		for _, r := range records {
			m.sample([]int64{int64(r.count)}, r.stack)
		}
		return m.writeTo(w)
	}
	out := tabwriter.NewWriter(w, 1, 8, 1, '\t', 0)
	fmt.Fprintf(out, "%s profile: total %d\n", name, total)
	for _, r := range records {
		fmt.Fprintf(out, "%d @", r.count)
		for _, pc := range r.stack {
			fmt.Fprintf(out, " %#x", pc)
		}
		fmt.Fprint(out, "\n")
		writeFrames(out, r.stack)
	}
	return out.Flush()
}

// writeFrames writes the calls of a stack, without those of the run time that the program's begin with.
func writeFrames(w io.Writer, stack []uintptr) {
	inProgram := false
	frames := runtime.CallersFrames(stack)
	for more := len(stack) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "":
			inProgram = true
			fmt.Fprintf(w, "#\t%#x\n", f.PC)
		case inProgram || !strings.HasPrefix(f.Function, "runtime."):
			inProgram = true
			fmt.Fprintf(w, "#\t%#x\t%s+%#x\t%s:%d\n", f.PC, f.Function, f.PC-f.Entry, f.File, f.Line)
		}
	}
	fmt.Fprint(w, "\n")
}
