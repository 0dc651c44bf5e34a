package slog

import (
	"runtime"
	"slices"
	"time"
)

// inlineAttrs is how many attributes a Record holds itself.
const inlineAttrs = 5

// Record is one event. Copies share what is not among the first attributes; Clone makes one that shares nothing.
type Record struct {
	Time    time.Time
	Message string
	Level   Level
	PC      uintptr

	count int // of those in front
	front [inlineAttrs]Attr
	back  []Attr
}

func NewRecord(t time.Time, level Level, msg string, pc uintptr) Record {
	return Record{Time: t, Message: msg, Level: level, PC: pc}
}

func (r Record) Clone() Record {
	r.back = slices.Clip(r.back) // an append to either copies
	return r
}

func (r Record) NumAttrs() int { return r.count + len(r.back) }

func (r Record) Attrs(f func(Attr) bool) {
	for i := 0; i < r.count; i++ {
		if !f(r.front[i]) {
			return
		}
	}
	for _, a := range r.back {
		if !f(a) {
			return
		}
	}
}

// AddAttrs appends attributes, without empty groups.
func (r *Record) AddAttrs(attrs ...Attr) {
	i := 0
	for ; i < len(attrs) && r.count < inlineAttrs; i++ {
		if !attrs[i].Value.isEmptyGroup() {
			r.front[r.count] = attrs[i]
			r.count++
		}
	}
	attrs = attrs[i:]
	if len(attrs) == 0 {
		return
	}
	// An attribute after the last one was put there through a copy of the record.
	if n := len(r.back); cap(r.back) > n && !r.back[:n+1][n].isEmpty() {
		r.back = append(slices.Clip(r.back),
			String("!BUG", "AddAttrs unsafely called on copy of Record made without using Record.Clone"))
	}
	r.back = slices.Grow(r.back, len(attrs)-emptyGroups(attrs))
	for i := range attrs {
		if !attrs[i].Value.isEmptyGroup() {
			r.back = append(r.back, attrs[i])
		}
	}
}

// Add appends what Logger.Log makes of the arguments, without empty groups.
func (r *Record) Add(args ...any) {
	for len(args) > 0 {
		var a Attr
		a, args = nextAttr(args)
		if a.Value.isEmptyGroup() {
			continue
		}
		if r.count < inlineAttrs {
			r.front[r.count] = a
			r.count++
			continue
		}
		if r.back == nil {
			r.back = make([]Attr, 0, 1+(len(args)+1)/2)
		}
		r.back = append(r.back, a)
	}
}

// Source is a place in the program.
type Source struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// group is what JSON shows: the fields that are known.
func (s *Source) group() Value {
	var as []Attr
	if s.Function != "" {
		as = append(as, String("function", s.Function))
	}
	if s.File != "" {
		as = append(as, String("file", s.File))
	}
	if s.Line != 0 {
		as = append(as, Int("line", s.Line))
	}
	return GroupValue(as...)
}

// Source is where the record was made; nil if that is not known.
func (r Record) Source() *Source {
	if r.PC == 0 {
		return nil
	}
	frame, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
	return &Source{Function: frame.Function, File: frame.File, Line: frame.Line}
}
