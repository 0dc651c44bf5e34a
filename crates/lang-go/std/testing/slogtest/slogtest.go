// Package slogtest tests implementations of slog.Handler.
package slogtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// scenario is one call of a logger and what has to come out of it.
type scenario struct {
	name string
	// rule is what a handler that fails has broken.
	rule string
	log  func(*slog.Logger)
	// change, if there is one, changes the record before the handler sees it.
	change func(*slog.Record)
	// want lists paths: "g.k=v" is the string v at k in the group g, "k" anything at all, and "!k" that there is nothing.
	want []string
}

// late has its value only when it is asked for it.
type late string

func (v late) LogValue() slog.Value { return slog.StringValue(string(v)) }

func scenarios() []scenario {
	return append(plainScenarios(), groupScenarios()...)
}

func plainScenarios() []scenario {
	return []scenario{{
		name: "built-ins",
		rule: "time, level and message have the keys slog.TimeKey, slog.LevelKey and slog.MessageKey",
		log:  func(l *slog.Logger) { l.Info("message") },
		want: []string{slog.TimeKey, slog.LevelKey, slog.MessageKey + "=message"},
	}, {
		name: "attrs",
		rule: "a handler shows the attributes of the call",
		log:  func(l *slog.Logger) { l.Info("message", "k", "v") },
		want: []string{"k=v"},
	}, {
		name: "empty-attr",
		rule: "a handler leaves out an attribute that is empty",
		log:  func(l *slog.Logger) { l.Info("msg", "a", "b", "", nil, "c", "d") },
		want: []string{"a=b", "!", "c=d"},
	}, {
		name:   "zero-time",
		rule:   "a handler leaves out a time that is zero",
		log:    func(l *slog.Logger) { l.Info("msg", "k", "v") },
		change: func(r *slog.Record) { r.Time = time.Time{} },
		want:   []string{"!" + slog.TimeKey},
	}, {
		name: "WithAttrs",
		rule: "a handler shows the attributes of WithAttrs",
		log:  func(l *slog.Logger) { l.With("a", "b").Info("msg", "k", "v") },
		want: []string{"a=b", "k=v"},
	}, {
		name: "resolve",
		rule: "a handler resolves the values of attributes",
		log:  func(l *slog.Logger) { l.Info("msg", "k", late("replaced")) },
		want: []string{"k=replaced"},
	}, {
		name: "resolve-WithAttrs",
		rule: "a handler resolves the values of the attributes of WithAttrs",
		log:  func(l *slog.Logger) { l.With("k", late("replaced")).Info("msg") },
		want: []string{"k=replaced"},
	}, {
		name:   "empty-PC",
		rule:   "a handler leaves out slog.SourceKey where the PC is zero",
		log:    func(l *slog.Logger) { l.Info("message") },
		change: func(r *slog.Record) { r.PC = 0 },
		want:   []string{"!" + slog.SourceKey},
	}}
}

func groupScenarios() []scenario {
	heading := []string{slog.TimeKey, slog.LevelKey, slog.MessageKey + "=msg"}
	nested := func(l *slog.Logger) *slog.Logger {
		return l.With("a", "b").WithGroup("G").With("c", "d").WithGroup("H")
	}
	return []scenario{{
		name: "groups",
		rule: "a handler shows groups",
		log: func(l *slog.Logger) {
			l.Info("msg", "a", "b", slog.Group("G", slog.String("c", "d")), "e", "f")
		},
		want: []string{"a=b", "G.c=d", "e=f"},
	}, {
		name: "empty-group",
		rule: "a handler leaves out a group that is empty",
		log:  func(l *slog.Logger) { l.Info("msg", "a", "b", slog.Group("G"), "e", "f") },
		want: []string{"a=b", "!G", "e=f"},
	}, {
		name: "inline-group",
		rule: "a handler shows the attributes of a group without a name in place of the group",
		log:  func(l *slog.Logger) { l.Info("msg", "a", "b", slog.Group("", slog.String("c", "d")), "e", "f") },
		want: []string{"a=b", "c=d", "e=f"},
	}, {
		name: "WithGroup",
		rule: "a handler shows the attributes after WithGroup in that group",
		log:  func(l *slog.Logger) { l.WithGroup("G").Info("msg", "a", "b") },
		want: append(heading, "!a", "G.a=b"),
	}, {
		name: "multi-With",
		rule: "a handler follows any sequence of WithGroup and WithAttrs",
		log:  func(l *slog.Logger) { nested(l).Info("msg", "e", "f") },
		want: append(heading, "a=b", "G.c=d", "G.H.e=f"),
	}, {
		name: "empty-group-record",
		rule: "a handler leaves out the group of WithGroup where it has no attributes",
		log:  func(l *slog.Logger) { nested(l).Info("msg") },
		want: append(heading, "a=b", "G.c=d", "G.!H"),
	}, {
		name: "nested-empty-group-record",
		rule: "a handler leaves out the nested groups of WithGroup where they have no attributes",
		log:  func(l *slog.Logger) { nested(l).WithGroup("I").Info("msg") },
		want: append(heading, "a=b", "G.c=d", "G.!H", "G.!I"),
	}, {
		name: "resolve-groups",
		rule: "a handler resolves the values within groups",
		log:  func(l *slog.Logger) { l.Info("msg", slog.Group("G", "a", "v1", "b", late("v2"))) },
		want: []string{"G.a=v1", "G.b=v2"},
	}, {
		name: "resolve-WithAttrs-groups",
		rule: "a handler resolves the values within groups of WithAttrs",
		log:  func(l *slog.Logger) { l.With(slog.Group("G", "a", "v1", "b", late("v2"))).Info("msg") },
		want: []string{"G.a=v1", "G.b=v2"},
	}}
}

// changed is a handler whose records are changed.
type changed struct {
	slog.Handler
	change func(*slog.Record)
}

func (h *changed) Handle(ctx context.Context, r slog.Record) error {
	h.change(&r)
	return h.Handler.Handle(ctx, r)
}

func (s *scenario) run(h slog.Handler) {
	if s.change != nil {
		h = &changed{h, s.change}
	}
	s.log(slog.New(h))
}

// problem says how a result differs from a path that is wanted, or "".
func problem(result map[string]any, path string) string {
	path, want, valued := strings.Cut(path, "=")
	for {
		group, rest, ok := strings.Cut(path, ".")
		if !ok {
			break
		}
		inner, ok := result[group]
		if !ok {
			return fmt.Sprintf("missing group %q", group)
		}
		if result, ok = inner.(map[string]any); !ok {
			return fmt.Sprintf("value for group %q is not map[string]any", group)
		}
		path = rest
	}
	if key, absent := strings.CutPrefix(path, "!"); absent {
		if _, ok := result[key]; ok {
			return fmt.Sprintf("unexpected key %q", key)
		}
		return ""
	}
	got, ok := result[path]
	if !ok {
		return fmt.Sprintf("missing key %q", path)
	}
	if s, ok := got.(string); valued && (!ok || s != want) {
		return fmt.Sprintf("%q: got %#v, want %#v", path, got, want)
	}
	return ""
}

// problems are all that is wrong with a result.
func (s *scenario) problems(result map[string]any) (found []string) {
	for _, path := range s.want {
		if p := problem(result, path); p != "" {
			found = append(found, p+": "+s.rule)
		}
	}
	return found
}

// TestHandler logs through h, and joins errors for what is wrong with the results, of which there is one for each call.
func TestHandler(h slog.Handler, results func() []map[string]any) error {
	all := scenarios()
	for i := range all {
		all[i].run(h)
	}
	got := results()
	if len(got) != len(all) {
		return fmt.Errorf("got %d results, want %d", len(got), len(all))
	}
	var failures []error
	for i := range all {
		for _, p := range all[i].problems(got[i]) {
			failures = append(failures, errors.New(p))
		}
	}
	return errors.Join(failures...)
}

// Run does the same with a handler and a subtest for each call.
func Run(t *testing.T, newHandler func(*testing.T) slog.Handler, result func(*testing.T) map[string]any) {
	all := scenarios()
	for i := range all {
		s := &all[i]
		t.Run(s.name, func(t *testing.T) {
			s.run(newHandler(t))
			for _, p := range s.problems(result(t)) {
				t.Error(p)
			}
		})
	}
}
