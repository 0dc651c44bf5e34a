package pprof

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

type label struct{ key, value string }

// LabelSet is a set of labels, sorted by their keys.
type LabelSet struct{ list []label }

// labelContextKey is that of the labels of a context.
type labelContextKey struct{}

// labelMap is how a context keeps labels.
type labelMap struct{ LabelSet }

// String shows the labels as fmt shows a map of quoted strings.
func (l *labelMap) String() string {
	if l == nil {
		return ""
	}
	pairs := make([]string, len(l.list))
	for i, label := range l.list {
		pairs[i] = fmt.Sprintf("%q:%q", label.key, label.value)
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// merged has the labels of both, those of the second where both have a key.
func merged(first, second []label) []label {
	list := slices.Concat(first, second)
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.key, b.key) })
	kept := list[:0]
	for i, l := range list {
		if i+1 == len(list) || list[i+1].key != l.key {
			kept = append(kept, l)
		}
	}
	return kept
}

// Labels makes a set of keys and values in turn. The last value of a key is the one that is kept.
func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	var list []label
	for i := 0; i < len(args); i += 2 {
		list = append(list, label{args[i], args[i+1]})
	}
	return LabelSet{merged(nil, list)}
}

func labelsOf(ctx context.Context) []label {
	if labels, _ := ctx.Value(labelContextKey{}).(*labelMap); labels != nil {
		return labels.list
	}
	return nil
}

// WithLabels adds labels to those of a context.
func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	all := merged(labelsOf(ctx), labels.list)
	return context.WithValue(ctx, labelContextKey{}, &labelMap{LabelSet{all}})
}

func Label(ctx context.Context, key string) (string, bool) {
	for _, l := range labelsOf(ctx) {
		if l.key == key {
			return l.value, true
		}
	}
	return "", false
}

// ForLabels calls f for the labels of a context until it gives false.
func ForLabels(ctx context.Context, f func(key, value string) bool) {
	for _, l := range labelsOf(ctx) {
		if !f(l.key, l.value) {
			return
		}
	}
}

// SetGoroutineLabels changes nothing: samples have no labels.
func SetGoroutineLabels(ctx context.Context) {}

// Do calls f with the labels added to those of the context.
func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	f(WithLabels(ctx, labels))
}
