// Package expvar publishes variables, at /debug/vars of the default ServeMux too.
package expvar

import (
	"encoding/json"
	"log"
	"math"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Var is a variable; its String is JSON.
type Var interface {
	String() string
}

// KeyValue is a variable with its name.
type KeyValue struct {
	Key   string
	Value Var
}

// Int is a number.
type Int struct {
	i atomic.Int64
}

func (v *Int) Value() int64    { return v.i.Load() }
func (v *Int) String() string  { return strconv.FormatInt(v.i.Load(), 10) }
func (v *Int) Add(delta int64) { v.i.Add(delta) }
func (v *Int) Set(value int64) { v.i.Store(value) }

// Float is a floating-point number.
type Float struct {
	bits atomic.Uint64
}

func (v *Float) Value() float64    { return math.Float64frombits(v.bits.Load()) }
func (v *Float) String() string    { return strconv.FormatFloat(v.Value(), 'g', -1, 64) }
func (v *Float) Set(value float64) { v.bits.Store(math.Float64bits(value)) }

func (v *Float) Add(delta float64) {
	for {
		old := v.bits.Load()
		if v.bits.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+delta)) {
			return
		}
	}
}

// String is a text.
type String struct {
	s atomic.Value
}

func (v *String) Value() string {
	s, _ := v.s.Load().(string)
	return s
}

func (v *String) String() string   { return string(appendQuoted(nil, v.Value())) }
func (v *String) Set(value string) { v.s.Store(value) }

// Func is a variable that a function gives.
type Func func() any

func (f Func) Value() any { return f() }

// String is empty where the value cannot be encoded.
func (f Func) String() string {
	b, err := json.Marshal(f())
	if err != nil {
		return ""
	}
	return string(b)
}

// Map has variables by name. Its zero value is empty.
type Map struct {
	mu   sync.RWMutex
	vars map[string]Var
	// The names in order.
	keys []string
}

// Init takes everything out.
func (v *Map) Init() *Map {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.vars, v.keys = nil, nil
	return v
}

func (v *Map) Get(key string) Var {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.vars[key]
}

func (v *Map) Set(key string, av Var) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.put(key, av)
}

// put is called with the lock held.
func (v *Map) put(key string, av Var) {
	if v.vars == nil {
		v.vars = map[string]Var{}
	}
	if i, ok := slices.BinarySearch(v.keys, key); !ok {
		v.keys = slices.Insert(v.keys, i, key)
	}
	v.vars[key] = av
}

// getOr is the variable of a name, made now if there is none.
func (v *Map) getOr(key string, fresh func() Var) Var {
	if av := v.Get(key); av != nil {
		return av
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	av := v.vars[key]
	if av == nil {
		av = fresh()
		v.put(key, av)
	}
	return av
}

// Add adds to an *Int, and does nothing to another variable.
func (v *Map) Add(key string, delta int64) {
	if i, ok := v.getOr(key, func() Var { return new(Int) }).(*Int); ok {
		i.Add(delta)
	}
}

// AddFloat adds to a *Float, and does nothing to another variable.
func (v *Map) AddFloat(key string, delta float64) {
	if f, ok := v.getOr(key, func() Var { return new(Float) }).(*Float); ok {
		f.Add(delta)
	}
}

func (v *Map) Delete(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if i, ok := slices.BinarySearch(v.keys, key); ok {
		v.keys = slices.Delete(v.keys, i, i+1)
		delete(v.vars, key)
	}
}

// Do calls f for each variable in the order of their names; f may change the map.
func (v *Map) Do(f func(KeyValue)) {
	v.mu.RLock()
	all := make([]KeyValue, len(v.keys))
	for i, key := range v.keys {
		all[i] = KeyValue{key, v.vars[key]}
	}
	v.mu.RUnlock()
	for _, kv := range all {
		f(kv)
	}
}

func (v *Map) String() string {
	b := []byte{'{'}
	v.Do(func(kv KeyValue) {
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(appendQuoted(b, kv.Key), ": "...)
		if kv.Value == nil {
			b = append(b, "null"...)
		} else {
			b = append(b, kv.Value.String()...)
		}
	})
	return string(append(b, '}'))
}

// appendQuoted appends a JSON string in which '<', '>' and '&' are escaped. Of the controls, only '\n', '\r' and '\t'
// have short escapes.
func appendQuoted(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	unit := func(u rune) {
		b = append(b, '\\', 'u', digits[u>>12&15], digits[u>>8&15], digits[u>>4&15], digits[u&15])
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029':
			unit(r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

var published Map

// Publish panics through package log if the name is taken.
func Publish(name string, v Var) {
	published.mu.Lock()
	_, taken := published.vars[name]
	if !taken {
		published.put(name, v)
	}
	published.mu.Unlock()
	if taken {
		log.Panicln("Reuse of exported var name:", name)
	}
}

func Get(name string) Var { return published.Get(name) }

// Do calls f for each published variable in the order of their names.
func Do(f func(KeyValue)) { published.Do(f) }

func NewInt(name string) *Int {
	v := new(Int)
	Publish(name, v)
	return v
}

func NewFloat(name string) *Float {
	v := new(Float)
	Publish(name, v)
	return v
}

func NewMap(name string) *Map {
	v := new(Map)
	Publish(name, v)
	return v
}

func NewString(name string) *String {
	v := new(String)
	Publish(name, v)
	return v
}

func init() {
	http.HandleFunc("GET /debug/vars", show)
	Publish("cmdline", Func(func() any { return os.Args }))
	Publish("memstats", Func(func() any {
		stats := new(runtime.MemStats)
		runtime.ReadMemStats(stats)
		return *stats
	}))
}

// Handler shows the published variables as JSON.
func Handler() http.Handler {
	return http.HandlerFunc(show)
}

func show(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	b := []byte("{\n")
	first := true
	Do(func(kv KeyValue) {
		if !first {
			b = append(b, ",\n"...)
		}
		first = false
		b = append(b, strconv.Quote(kv.Key)+": "+kv.Value.String()...)
	})
	w.Write(append(b, "\n}\n"...))
}
