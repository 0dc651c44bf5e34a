// Profiles that a program makes of itself: their names, stacks, labels and errors are those of Go.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"runtime/pprof"
	"strings"
)

type T struct{ n int }

func try(name string, f func()) {
	defer func() { fmt.Println(name, "->", recover()) }()
	f()
}

//go:noinline
func add(p *pprof.Profile, v any) { p.Add(v, 1) }

// shown prints the lines of a profile without addresses and folders.
func shown(p *pprof.Profile) {
	var text strings.Builder
	fmt.Println(p.WriteTo(&text, 1))
	for line := range strings.Lines(text.String()) {
		if words := strings.Fields(line); len(words) == 4 && strings.HasPrefix(words[2], "main.") {
			name, _, _ := strings.Cut(words[2], "+")
			fmt.Println("#", name, words[3][strings.LastIndex(words[3], "/")+1:])
		} else if head, _, ok := strings.Cut(line, "@"); ok || strings.Contains(line, "total") {
			fmt.Println(strings.TrimSpace(head))
		}
	}
}

func own() {
	p := pprof.NewProfile("my")
	fmt.Println(p == pprof.Lookup("my"), p.Name())
	try("same", func() { pprof.NewProfile("my") })
	try("empty", func() { pprof.NewProfile("") })
	a, b := &T{1}, &T{2}
	add(p, a)
	for range 2 {
		add(p, b)
		p.Remove(b)
	}
	for _, v := range []any{b, 3, 4} {
		add(p, v)
	}
	try("duplicate", func() { p.Add(a, 1) })
	try("builtin", func() { pprof.Lookup("heap").Add(a, 1) })
	try("zero", func() { new(pprof.Profile).Add(a, 1) })
	try("not there", func() { p.Remove(17) })
	fmt.Println(p.Count(), pprof.Lookup("none") == nil)
	shown(p)
}

// text is what a compressed profile holds.
func text(f func(w io.Writer) error) string {
	var out bytes.Buffer
	if err := f(&out); err != nil {
		return err.Error()
	}
	z, err := gzip.NewReader(&out)
	if err != nil {
		return err.Error()
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return err.Error()
	}
	return string(all)
}

func names() {
	for _, p := range pprof.Profiles() {
		text := text(func(w io.Writer) error { return p.WriteTo(w, 0) })
		fmt.Println(p.Name(), strings.Contains(text, "count"), strings.Contains(text, "main.add"))
	}
	text := text(pprof.WriteHeapProfile)
	fmt.Println(strings.Contains(text, "inuse_space"), strings.Contains(text, "alloc_objects"))
}

func goroutines() {
	wait, ready := make(chan int), make(chan int)
	go func() {
		ready <- 1
		<-wait
	}()
	<-ready
	fmt.Println(pprof.Lookup("goroutine").Count())
	var out strings.Builder
	pprof.Lookup("goroutine").WriteTo(&out, 1)
	all := out.String()
	fmt.Println(strings.Contains(all, "goroutine profile: total 2"), strings.Contains(all, "runtime_pprof.goroutines+"))
	fmt.Println(strings.Contains(all, "runtime_pprof.goroutines.func1+"))
	out.Reset()
	pprof.Lookup("goroutine").WriteTo(&out, 2)
	all = out.String()
	fmt.Println(strings.HasPrefix(all, "goroutine 1 [running]:\n"), strings.Contains(all, "created by runtime_pprof.goroutines"))
	close(wait)
}

func cpu() {
	var out bytes.Buffer
	fmt.Println(pprof.StartCPUProfile(&out))
	fmt.Println(pprof.StartCPUProfile(&out))
	pprof.StopCPUProfile()
	pprof.StopCPUProfile()
	text := text(func(w io.Writer) error { _, err := out.WriteTo(w); return err })
	fmt.Println(strings.Contains(text, "samples"), strings.Contains(text, "count"))
}

func labels() {
	ctx := context.Background()
	print := func(k, v string) bool { fmt.Print(k, "=", v, " "); return k != "b" }
	pprof.Do(ctx, pprof.Labels("a", "1", "b", "2", "a", "3", "c", "4"), func(ctx context.Context) {
		pprof.ForLabels(ctx, print)
		fmt.Println(pprof.Label(ctx, "b"))
		fmt.Println(pprof.Label(ctx, "d"))
		more := pprof.WithLabels(ctx, pprof.Labels("b", "9", "0", "z"))
		pprof.ForLabels(more, print)
		pprof.SetGoroutineLabels(more)
		fmt.Println(more)
	})
	try("odd", func() { pprof.Labels("a") })
	fmt.Println(pprof.Labels("x", "y", "b", "c"))
}

func main() {
	own()
	names()
	goroutines()
	cpu()
	labels()
}

// Output:
// true my
// same -> pprof: NewProfile name already in use: my
// empty -> pprof: NewProfile with empty name
// duplicate -> pprof: Profile.Add of duplicate value
// builtin -> pprof: Add called on built-in Profile heap
// zero -> pprof: use of uninitialized Profile
// not there -> <nil>
// 4 true
// <nil>
// my profile: total 4
// 3
// # main.add runtime_pprof.go:22
// # main.own runtime_pprof.go:50
// # main.main runtime_pprof.go:133
// 1
// # main.add runtime_pprof.go:22
// # main.own runtime_pprof.go:44
// # main.main runtime_pprof.go:133
// allocs true false
// block true false
// goroutine true false
// heap true false
// mutex true false
// my true true
// threadcreate true false
// true true
// 2
// true false
// false
// true false
// <nil>
// cpu profiling already in use
// true true
// a=3 b=2 2 true
//  false
// 0=z a=3 b=9 context.Background.WithValue(pprof.labelContextKey, {"a":"3", "b":"2", "c":"4"}).WithValue(pprof.labelContextKey, {"0":"z", "a":"3", "b":"9", "c":"4"})
// odd -> uneven number of arguments to pprof.Labels
// {[{b c} {x y}]}
