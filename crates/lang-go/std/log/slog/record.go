package slog

import (
	"runtime"
	"slices"
	"time"
)

// apart is up to how many attributes copies of a Record can be added to without disturbing each other.
const apart = 5

// Record is one event. Copies with more than a few attributes share them; Clone makes one that shares nothing.
type Record struct {
	Time    time.Time
	Message string
	Level   Level
	PC      uintptr
	attrs   []Attr
}

func NewRecord(t time.Time, level Level, msg string, pc uintptr) Record {
	return Record{Time: t, Message: msg, Level: level, PC: pc}
}

func (r Record) Clone() Record {
	r.attrs = slices.Clip(r.attrs) // an append to either copies
	return r
}

func (r Record) NumAttrs() int { return len(r.attrs) }

func (r Record) Attrs(f func(Attr) bool) {
	for i := range r.attrs {
		if !f(r.attrs[i]) {
			return
		}
	}
}

// room has space for n more attributes that no copy of the record uses.
func (r *Record) room(n int) {
	have := len(r.attrs)
	// An attribute after the last one was put there through a copy of the record.
	if cap(r.attrs) > have && !r.attrs[:have+1][have].isEmpty() {
		r.attrs = slices.Clip(r.attrs)
		if have > apart {
			r.attrs = append(r.attrs,
				String("!BUG", "AddAttrs unsafely called on copy of Record made without using Record.Clone"))
		}
	}
	r.attrs = slices.Grow(r.attrs, n)
}

// AddAttrs appends attributes, without empty groups.
func (r *Record) AddAttrs(attrs ...Attr) {
	r.room(len(attrs))
	for i := range attrs {
		if !attrs[i].Value.isEmptyGroup() {
			r.attrs = append(r.attrs, attrs[i])
		}
	}
}

// Add appends what Logger.Log makes of the arguments, without empty groups.
func (r *Record) Add(args ...any) {
	r.room((len(args) + 1) / 2)
	r.attrs = appendArgs(r.attrs, args, false)
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
