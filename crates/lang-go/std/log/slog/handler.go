package slog

import (
	"context"
	"fmt"
	"internal/jsontext"
	"io"
	"math"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// Handler does something with records. Its methods may be called by several goroutines at once.
type Handler interface {
	// Enabled reports whether records of a level are handled; it is asked before a record is made.
	Enabled(context.Context, Level) bool
	// Handle is called where Enabled answers true. A zero time, a zero PC and empty groups are not to be shown.
	Handle(context.Context, Record) error
	// WithAttrs is a handler that shows these attributes in every record, before those of the record.
	WithAttrs(attrs []Attr) Handler
	// WithGroup is a handler that shows the attributes added later within a group.
	WithGroup(name string) Handler
}

// HandlerOptions are options of TextHandler and JSONHandler.
type HandlerOptions struct {
	// AddSource adds the place of the call.
	AddSource bool
	// Level is the least level handled; nil is LevelInfo.
	Level Leveler
	// ReplaceAttr, where it is given, is asked about each attribute that is no group: it may change it, or leave it out
	// by an empty one. The groups are the open ones, and must not be kept.
	ReplaceAttr func(groups []string, a Attr) Attr
}

// Keys of what every record has.
const (
	TimeKey    = "time"
	LevelKey   = "level"
	MessageKey = "msg"
	SourceKey  = "source"
)

// common is what the handlers of text and of JSON share. It is not changed once it is made.
type common struct {
	json bool
	opts HandlerOptions
	// The attributes of WithAttrs as they are written, with the beginnings of their groups.
	formatted []byte
	// The groups of WithGroup; the first opened ones begin within formatted.
	groups []string
	opened int
	// The keys' prefix in those groups, in text.
	prefix string
	mu     *sync.Mutex
	w      io.Writer
}

func newCommon(w io.Writer, json bool, opts *HandlerOptions) *common {
	h := &common{json: json, mu: new(sync.Mutex), w: w}
	if opts != nil {
		h.opts = *opts
	}
	return h
}

func (h *common) enabled(level Level) bool {
	if h.opts.Level == nil {
		return level >= LevelInfo
	}
	return level >= h.opts.Level.Level()
}

func (h *common) withGroup(name string) *common {
	with := *h
	with.groups = append(h.groups[:len(h.groups):len(h.groups)], name)
	return &with
}

func (h *common) withAttrs(as []Attr) *common {
	if emptyGroups(as) == len(as) {
		return h
	}
	with := *h
	p := &printer{b: append(make([]byte, 0, len(h.formatted)+32*len(as)), h.formatted...)}
	p.begin(h)
	p.openRest()
	shown := false
	for _, a := range as {
		shown = p.attr(a) || shown
	}
	if shown {
		with.formatted = p.b
		with.opened = len(h.groups)
		with.prefix = string(p.prefix)
	}
	return &with
}

// printers are *printer whose buffers are used again.
var printers = sync.Pool{New: func() any { return &printer{b: make([]byte, 0, 1024)} }}

// release gives a printer back, unless its buffer has become large.
func (p *printer) release() {
	if cap(p.b) <= 16<<10 {
		p.h = nil
		clear(p.groups)
		printers.Put(p)
	}
}

func (h *common) handle(r Record) error {
	p := printers.Get().(*printer)
	p.begin(h)
	p.b = p.b[:0]
	if h.json {
		p.b = append(p.b, '{')
	}
	p.heading(r)
	p.rest(r)
	p.b = append(p.b, '\n')
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := h.w.Write(p.b)
	p.release()
	return err
}

// printer writes one line.
type printer struct {
	h *common
	b []byte
	// The prefix of keys, in text.
	prefix []byte
	// The open groups, kept only for ReplaceAttr; nil within the heading.
	groups []string
}

// begin has p write for h.
func (p *printer) begin(h *common) {
	p.h = h
	p.prefix = p.prefix[:0]
	if !h.json {
		p.prefix = append(p.prefix, h.prefix...)
	}
	if h.opts.ReplaceAttr == nil {
		p.groups = nil
	} else if p.groups = append(p.groups[:0], h.groups[:h.opened]...); p.groups == nil {
		p.groups = []string{}
	}
}

// separate ends what was written before the next attribute.
func (p *printer) separate() {
	n := len(p.b)
	if p.h.json {
		if n > 0 && p.b[n-1] != '{' {
			p.b = append(p.b, ',')
		}
	} else if n > 0 {
		p.b = append(p.b, ' ')
	}
}

// heading writes time, level, source and message, for which ReplaceAttr sees no groups.
func (p *printer) heading(r Record) {
	if replace := p.h.opts.ReplaceAttr; replace != nil {
		groups, prefix := p.groups, p.prefix
		p.groups, p.prefix = nil, nil
		p.replacedHeading(r)
		p.groups, p.prefix = groups, prefix
		return
	}
	if !r.Time.IsZero() {
		p.plainKey(TimeKey)
		p.time(r.Time.Round(0))
	}
	p.plainKey(LevelKey)
	if p.h.json {
		p.b = append(r.Level.append(append(p.b, '"')), '"')
	} else {
		p.b = r.Level.append(p.b)
	}
	if p.h.opts.AddSource {
		prefix := p.prefix
		p.prefix = nil
		p.source(r)
		p.prefix = prefix
	}
	p.plainKey(MessageKey)
	p.string(r.Message)
}

func (p *printer) replacedHeading(r Record) {
	if !r.Time.IsZero() {
		p.attr(Time(TimeKey, r.Time.Round(0)))
	}
	p.attr(Any(LevelKey, r.Level))
	if p.h.opts.AddSource {
		p.source(r)
	}
	p.attr(String(MessageKey, r.Message))
}

func (p *printer) source(r Record) {
	s := r.Source()
	if s == nil {
		s = &Source{}
	}
	p.attr(Any(SourceKey, s))
}

// rest writes the attributes and ends the objects that are open.
func (p *printer) rest(r Record) {
	h := p.h
	if len(h.formatted) > 0 {
		p.separate()
		p.b = append(p.b, h.formatted...)
	}
	opened := h.opened
	if r.NumAttrs() > 0 {
		before := len(p.b)
		p.openRest()
		shown := false
		for i := range r.attrs {
			shown = p.attr(r.attrs[i]) || shown
		}
		if shown {
			opened = len(h.groups)
		} else {
			p.b = p.b[:before]
		}
	}
	if h.json {
		for range opened + 1 {
			p.b = append(p.b, '}')
		}
	}
}

// openRest opens the groups of WithGroup that no attribute of WithAttrs has opened.
func (p *printer) openRest() {
	for _, name := range p.h.groups[p.h.opened:] {
		p.open(name)
	}
}

func (p *printer) open(name string) {
	if p.h.json {
		p.key(name)
		p.b = append(p.b, '{')
	} else {
		p.prefix = append(append(p.prefix, name...), '.')
	}
	if p.groups != nil {
		p.groups = append(p.groups, name)
	}
}

// attr writes an attribute and reports whether there was anything to write.
func (p *printer) attr(a Attr) bool {
	if a.Value.kind == KindLogValuer {
		a.Value = a.Value.resolve()
	}
	if replace := p.h.opts.ReplaceAttr; replace != nil && a.Value.kind != KindGroup {
		a = replace(p.groups, a)
		a.Value = a.Value.Resolve()
	}
	if a.isEmpty() {
		return false
	}
	if a.Value.kind == KindAny {
		if s, ok := a.Value.any.(*Source); ok && s != nil {
			if *s == (Source{}) {
				return false
			}
			if p.h.json {
				a.Value = s.group()
			} else {
				a.Value = StringValue(s.File + ":" + strconv.Itoa(s.Line))
			}
		}
	}
	if a.Value.kind == KindGroup {
		return p.group(a.Key, a.Value.group())
	}
	p.key(a.Key)
	if a.Value.kind == KindAny {
		p.guarded(a.Value.any)
	} else {
		p.scalar(&a.Value)
	}
	return true
}

// group writes attributes, in a group unless its name is empty, and nothing if there is nothing in it.
func (p *printer) group(name string, as []Attr) bool {
	before, prefix, groups := len(p.b), len(p.prefix), len(p.groups)
	if name != "" && len(as) > 0 {
		p.open(name)
	}
	shown := false
	for _, a := range as {
		shown = p.attr(a) || shown
	}
	if !shown {
		p.b = p.b[:before]
	} else if name != "" && p.h.json {
		p.b = append(p.b, '}')
	}
	p.prefix = p.prefix[:prefix]
	p.groups = p.groups[:groups]
	return shown
}

// plainKey writes a key that needs no quoting and stands in no group.
func (p *printer) plainKey(key string) {
	p.separate()
	if p.h.json {
		p.b = append(append(append(p.b, '"'), key...), '"', ':')
	} else {
		p.b = append(append(p.b, key...), '=')
	}
}

func (p *printer) key(key string) {
	p.separate()
	switch {
	case p.h.json:
		p.b = append(appendJSONString(p.b, key), ':')
	case len(p.prefix) == 0:
		p.b = append(appendText(p.b, key), '=')
	case needsQuoting(key) || needsQuoting(string(p.prefix)):
		p.b = append(strconv.AppendQuote(p.b, string(p.prefix)+key), '=')
	default:
		p.b = append(append(append(p.b, p.prefix...), key...), '=')
	}
}

func (p *printer) string(s string) {
	if p.h.json {
		p.b = appendJSONString(p.b, s)
	} else {
		p.b = appendText(p.b, s)
	}
}

func (p *printer) time(t time.Time) {
	if p.h.json {
		p.jsonTime(t)
	} else {
		p.b = appendTextTime(p.b, t)
	}
}

// scalar writes a value that is no group and not of KindAny.
func (p *printer) scalar(v *Value) {
	switch v.kind {
	case KindString:
		p.string(v.str)
	case KindTime:
		p.time(v.time())
	case KindDuration:
		if p.h.json {
			p.b = strconv.AppendInt(p.b, int64(v.num), 10)
		} else {
			p.b = v.append(p.b)
		}
	case KindFloat64:
		if f := math.Float64frombits(v.num); !p.h.json {
			p.b = v.append(p.b)
		} else if f-f == 0 {
			p.b = jsontext.AppendFloat(p.b, f, 64)
		} else {
			p.jsonAny(f) // tells that it cannot be encoded
		}
	default:
		p.b = v.append(p.b)
	}
}

// guarded writes a value of KindAny, whose methods may panic; those of a nil pointer usually do.
func (p *printer) guarded(v any) {
	defer func() {
		if r := recover(); r != nil {
			if v := reflect.ValueOf(v); v.Kind() == reflect.Pointer && v.IsNil() {
				p.string("<nil>")
				return
			}
			p.string(fmt.Sprintf("!PANIC: %v", r))
		}
	}()
	if p.h.json {
		p.jsonAny(v)
	} else {
		p.textAny(v)
	}
}

func (p *printer) failure(err error) { p.string(fmt.Sprintf("!ERROR:%v", err)) }

// defaultHandler writes through package log, which adds the time.
type defaultHandler struct {
	*common
	output func(pc uintptr, line []byte) error
}

func newDefaultHandler(output func(uintptr, []byte) error) *defaultHandler {
	return &defaultHandler{newCommon(nil, false, nil), output}
}

func (*defaultHandler) Enabled(_ context.Context, l Level) bool { return l >= logLevel.Level() }

func (h *defaultHandler) Handle(_ context.Context, r Record) error {
	p := printers.Get().(*printer)
	p.begin(h.common)
	p.b = append(append(r.Level.append(p.b[:0]), ' '), r.Message...)
	p.rest(r)
	err := h.output(r.PC, p.b)
	p.release()
	return err
}

func (h *defaultHandler) WithAttrs(as []Attr) Handler {
	return &defaultHandler{h.withAttrs(as), h.output}
}

func (h *defaultHandler) WithGroup(name string) Handler {
	return &defaultHandler{h.withGroup(name), h.output}
}

// DiscardHandler is never enabled.
var DiscardHandler Handler = discardHandler{}

type discardHandler struct{}

func (discardHandler) Enabled(context.Context, Level) bool  { return false }
func (discardHandler) Handle(context.Context, Record) error { return nil }
func (h discardHandler) WithAttrs([]Attr) Handler           { return h }
func (h discardHandler) WithGroup(string) Handler           { return h }
