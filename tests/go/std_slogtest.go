// A handler of the program's own that keeps the rules of testing/slogtest, ones that break them, and the text handler.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing/slogtest"
)

// tree builds maps. The faults name what it does wrong.
type tree struct {
	out    *[]map[string]any
	faults string
	// Attributes and groups in the order of the calls; a group has no value.
	before []step
}

type step struct {
	group string
	attrs []slog.Attr
}

func (h *tree) Enabled(context.Context, slog.Level) bool { return true }

func (h *tree) with(s step) slog.Handler {
	return &tree{h.out, h.faults, append(h.before[:len(h.before):len(h.before)], s)}
}

func (h *tree) WithAttrs(attrs []slog.Attr) slog.Handler { return h.with(step{attrs: attrs}) }

func (h *tree) WithGroup(name string) slog.Handler {
	if strings.Contains(h.faults, "flat") {
		return h
	}
	return h.with(step{group: name})
}

func (h *tree) put(m map[string]any, a slog.Attr) {
	v := a.Value
	if !strings.Contains(h.faults, "raw") {
		v = v.Resolve()
	}
	if a.Equal(slog.Attr{}) && !strings.Contains(h.faults, "empty") {
		return
	}
	if v.Kind() != slog.KindGroup {
		m[a.Key] = v.Any()
		return
	}
	inner := m
	if a.Key != "" {
		inner = map[string]any{}
	}
	for _, g := range v.Group() {
		h.put(inner, g)
	}
	if a.Key != "" && len(inner) > 0 {
		m[a.Key] = inner
	}
}

func (h *tree) Handle(_ context.Context, r slog.Record) error {
	m := map[string]any{slog.LevelKey: r.Level, slog.MessageKey: r.Message}
	if !r.Time.IsZero() || strings.Contains(h.faults, "time") {
		m[slog.TimeKey] = r.Time
	}
	if r.PC != 0 || strings.Contains(h.faults, "source") {
		m[slog.SourceKey] = r.Source()
	}
	*h.out = append(*h.out, m)
	last := len(h.before)
	if r.NumAttrs() == 0 {
		for last > 0 && h.before[last-1].group != "" && !strings.Contains(h.faults, "hollow") {
			last--
		}
	}
	for _, s := range h.before[:last] {
		if s.group != "" {
			inner := map[string]any{}
			m[s.group] = inner
			m = inner
		}
		for _, a := range s.attrs {
			h.put(m, a)
		}
	}
	r.Attrs(func(a slog.Attr) bool {
		h.put(m, a)
		return true
	})
	return nil
}

// parse reads a line of the text handler whose words need no quotes.
func parse(line string) map[string]any {
	top := map[string]any{}
	for _, word := range strings.Fields(line) {
		path, value, _ := strings.Cut(word, "=")
		m := top
		for {
			group, rest, ok := strings.Cut(path, ".")
			if !ok {
				break
			}
			if m[group] == nil {
				m[group] = map[string]any{}
			}
			m, path = m[group].(map[string]any), rest
		}
		m[path] = value
	}
	return top
}

// problems are the first parts of the lines of an error; the others name the place of a rule.
func problems(err error) {
	if err == nil {
		fmt.Println("  fine")
		return
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		words := strings.SplitN(line, ": ", 3)
		if !strings.HasPrefix(words[0], `"`) {
			words = words[:1]
		}
		fmt.Println(" ", strings.Join(words[:min(2, len(words))], ": "))
	}
}

func main() {
	for _, faults := range []string{"", "flat", "raw", "empty", "time", "source", "hollow"} {
		fmt.Printf("faults: %q\n", faults)
		var out []map[string]any
		err := slogtest.TestHandler(&tree{out: &out, faults: faults}, func() []map[string]any { return out })
		if faults == "raw" || faults == "flat" {
			fmt.Println(" ", strings.Count(err.Error(), "\n")+1, "problems")
			continue
		}
		problems(err)
	}
	fmt.Println("text")
	var b bytes.Buffer
	problems(slogtest.TestHandler(slog.NewTextHandler(&b, nil), func() (all []map[string]any) {
		for line := range strings.Lines(b.String()) {
			all = append(all, parse(line))
		}
		return all
	}))
	fmt.Println(slogtest.TestHandler(slog.DiscardHandler, func() []map[string]any { return nil }))
}

// Output:
// faults: ""
//   fine
// faults: "flat"
//   9 problems
// faults: "raw"
//   4 problems
// faults: "empty"
//   unexpected key ""
// faults: "time"
//   unexpected key "time"
// faults: "source"
//   unexpected key "source"
// faults: "hollow"
//   unexpected key "H"
//   unexpected key "H"
// text
//   fine
// got 0 results, want 17
