// What the handlers of log/slog write for values of every kind, and what values do by themselves.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"time"
)

var at = time.Date(2024, 2, 29, 3, 4, 5, 60700800, time.UTC)

type name struct{ first, last string }

func (n name) LogValue() slog.Value {
	return slog.GroupValue(slog.String("first", n.first), slog.String("last", n.last))
}

type text struct{ s string }

func (t text) MarshalText() ([]byte, error) {
	if t.s == "" {
		return nil, errors.New("empty text")
	}
	return []byte("text:" + t.s), nil
}

type jsonError struct{ S string }

func (jsonError) Error() string { return "as an error" }

func (e jsonError) MarshalJSON() ([]byte, error) { return []byte(` { "s" : "<` + e.S + `>" } `), nil }

type panics struct{}

func (panics) MarshalText() ([]byte, error) { panic("no text") }
func (panics) MarshalJSON() ([]byte, error) { panic("no JSON") }

type onPointer struct{ n int }

func (p *onPointer) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(p.n)), nil }

type bytesOf []byte

type replacing struct{ v any }

func (r replacing) LogValue() slog.Value { return slog.AnyValue(r.v) }

type forever struct{}

func (f forever) LogValue() slog.Value { return slog.AnyValue(f) }

type stringer struct{ a, b int }

func (s stringer) String() string { return fmt.Sprintf("<%d %d>", s.a, s.b) }

// The handlers under test, each line with a word for the handler.
func handlers(opts *slog.HandlerOptions) []slog.Handler {
	return []slog.Handler{slog.NewTextHandler(os.Stdout, opts), slog.NewJSONHandler(os.Stdout, opts)}
}

func emit(h slog.Handler, level slog.Level, msg string, args ...any) {
	r := slog.NewRecord(at, level, msg, 0)
	r.Add(args...)
	if err := h.Handle(context.Background(), r); err != nil {
		fmt.Println("error:", err)
	}
}

func values() {
	for _, h := range handlers(nil) {
		for i, v := range []any{
			nil, "", "plain", "two words", "a=b", `q"q`, `back\slash`, "tab\t", "\x00\x1b\x7f", "é", "\u00a0", "\u2028", "\ufffd",
			"bad\xffutf", "<a&b>", 1, int8(-8), uint64(math.MaxUint64), uintptr(7), true, 1.5, float32(0.1), 1e21, 1e-7, -0.0,
			math.NaN(), math.Inf(1), 3 * time.Millisecond, time.Duration(1500), at, at.In(time.FixedZone("X", -5400)), time.Time{},
			[]byte("bytes here"), bytesOf("named"), []string{"a", "b c"}, map[string]int{"b": 2, "a": 1},
			struct {
				A int `json:"a,omitempty"`
				B *int
				c int
			}{0, nil, 1}, name{"Ada", "L"}, text{"t"}, text{}, jsonError{"x"}, panics{}, (*onPointer)(nil), &onPointer{4},
			errors.New("an error"), fmt.Errorf("w: %w", io.EOF), stringer{1, 2}, replacing{replacing{"deep"}}, replacing{nil},
			slog.LevelWarn, slog.LevelError + 3, slog.IntValue(4), slog.KindBool, []slog.Attr{slog.Int("in", 1)}, complex(1, 2),
			[]any{1, "x", nil, 2.5}, [2]bool{true, false}, make(chan int) == nil, func() {} == nil, &slog.Source{},
			&slog.Source{Function: "f", File: "a b.go", Line: 3}, forever{}, 'x',
		} {
			emit(h, slog.LevelInfo, "m", "i", i, "v", v)
		}
	}
}

func guard(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
}

type counts int

func (c counts) LogValue() slog.Value {
	if c <= 0 {
		return slog.StringValue("done")
	}
	return slog.AnyValue(c - 1)
}

type breaks struct{}

func (breaks) LogValue() slog.Value { panic("broken") }

func alone() {
	vs := []slog.Value{
		{}, slog.BoolValue(true), slog.DurationValue(90 * time.Second), slog.Float64Value(2.5), slog.IntValue(-3), slog.StringValue("s"),
		slog.TimeValue(at), slog.Uint64Value(4), slog.GroupValue(slog.Int("a", 1), slog.Group("b")), slog.AnyValue(name{"a", "b"}),
		slog.TimeValue(time.Time{}), slog.TimeValue(at.AddDate(3000, 0, 0)), slog.AnyValue([]int{1}), slog.AnyValue(counts(3)),
	}
	for i, v := range vs {
		fmt.Println(i, v.Kind(), v, v.Resolve().Kind(), v.Resolve())
		fmt.Printf("%T %v\n", v.Any(), v.Any())
		for j, w := range vs[:i+1] {
			if i == 12 && j == 12 {
				guard("equal", func() { v.Equal(w) })
			} else if v.Equal(w) != (i == j) {
				fmt.Println("unequal", i, j)
			}
		}
	}
	guard("bool", func() { vs[0].Bool() })
	guard("duration", func() { vs[1].Duration() })
	guard("float", func() { vs[2].Float64() })
	guard("int", func() { vs[3].Int64() })
	guard("time", func() { vs[4].Time() })
	guard("uint", func() { vs[4].Uint64() })
	guard("group", func() { vs[4].Group() })
	guard("nil", func() { slog.New(nil) })
	fmt.Println(vs[9].LogValuer(), vs[8].Group(), vs[6].Time(), vs[11].Time(), slog.Kind(77), slog.Kind(-1))
	fmt.Println(slog.AnyValue(counts(200)).Resolve(), slog.AnyValue(counts(99)).Resolve())
	broken := slog.AnyValue(breaks{}).Resolve().Any().(error)
	fmt.Println(broken.Error()[:18])
	fmt.Println(slog.Int("a", 1).Equal(slog.Any("a", int8(1))), slog.Int("a", 1).Equal(slog.Int("b", 1)), slog.Group("g", "x", 1, 2))
	fmt.Println(slog.Time("t", at.In(time.FixedZone("Z", 3600))), slog.Any("k", slog.KindInt64).Value.Kind(), slog.Attr{})
}

func levels() {
	for _, l := range []slog.Level{-100, -5, -4, -3, -1, 0, 1, 3, 4, 5, 7, 8, 9, 1000} {
		text, _ := l.MarshalText()
		quoted, _ := l.MarshalJSON()
		var a, b slog.Level
		fmt.Println(l, string(text), string(quoted), a.UnmarshalText(text), b.UnmarshalJSON(quoted), a == l, b == l)
	}
	for _, s := range []string{"", "info", "Error-8", "warn+0", "debug+x", "INFO+", "inf", "+3", "info+99999999999999999999", "ERROR-+1"} {
		var l slog.Level
		err := l.UnmarshalText([]byte(s))
		fmt.Println(l, err, l.UnmarshalJSON([]byte(s)), l.UnmarshalJSON([]byte(`"`+s+`"`)))
	}
	var v slog.LevelVar
	fmt.Println(v.Level(), &v, v.UnmarshalText([]byte("warn+1")), v.Level(), v.UnmarshalText([]byte("no")), v.Level())
	text, err := v.AppendText([]byte("level="))
	fmt.Println(string(text), err, slog.SetLogLoggerLevel(slog.LevelDebug), slog.SetLogLoggerLevel(0))
}

func records() {
	r := slog.NewRecord(at, slog.LevelInfo, "msg", 0)
	for i := range 8 {
		r.AddAttrs(slog.Int(fmt.Sprint("k", i), i), slog.Group("empty"))
	}
	c := r.Clone()
	c.Add("c", 1)
	r.Add("r", 2, "alone")
	show := func(r slog.Record) {
		fmt.Print(r.NumAttrs(), r.Source(), ":")
		r.Attrs(func(a slog.Attr) bool {
			fmt.Print(" ", a)
			return a.Key != "r"
		})
		fmt.Println()
	}
	show(c)
	show(r)
	shared := r
	r.AddAttrs(slog.Int("one", 1))
	shared.AddAttrs(slog.Int("two", 2))
	fmt.Println(r.NumAttrs(), shared.NumAttrs())
}

func main() {
	values()
	alone()
	levels()
	records()
}

// Output:
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=0 v=<nil>
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=1 v=""
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=2 v=plain
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=3 v="two words"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=4 v="a=b"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=5 v="q\"q"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=6 v=back\slash
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=7 v="tab\t"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=8 v="\x00\x1b\x7f"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=9 v=é
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=10 v="\u00a0"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=11 v="\u2028"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=12 v="�"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=13 v="bad\xffutf"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=14 v=<a&b>
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=15 v=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=16 v=-8
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=17 v=18446744073709551615
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=18 v=7
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=19 v=true
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=20 v=1.5
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=21 v=0.10000000149011612
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=22 v=1e+21
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=23 v=1e-07
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=24 v=0
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=25 v=NaN
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=26 v=+Inf
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=27 v=3ms
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=28 v=1.5µs
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=29 v=2024-02-29T03:04:05.060Z
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=30 v=2024-02-29T01:34:05.060-01:30
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=31 v=0001-01-01T00:00:00.000Z
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=32 v="bytes here"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=33 v="named"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=34 v="[a b c]"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=35 v="map[a:1 b:2]"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=36 v="{A:0 B:<nil> c:1}"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=37 v.first=Ada v.last=L
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=38 v=text:t
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=39 v="!ERROR:empty text"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=40 v="as an error"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=41 v="!PANIC: no text"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=42 v=<nil>
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=43 v=4
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=44 v="an error"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=45 v="w: EOF"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=46 v="<1 2>"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=47 v=deep
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=48 v=<nil>
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=49 v=WARN
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=50 v=ERROR+3
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=51 v=4
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=52 v=Bool
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=53 v.in=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=54 v=(1+2i)
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=55 v="[1 x <nil> 2.5]"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=56 v="[true false]"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=57 v=false
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=58 v=false
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=59
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=60 v="a b.go:3"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=61 v="LogValue called too many times on Value of type main.forever"
// time=2024-02-29T03:04:05.060Z level=INFO msg=m i=62 v=120
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":0,"v":null}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":1,"v":""}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":2,"v":"plain"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":3,"v":"two words"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":4,"v":"a=b"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":5,"v":"q\"q"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":6,"v":"back\\slash"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":7,"v":"tab\t"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":8,"v":"\u0000\u001b"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":9,"v":"é"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":10,"v":" "}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":11,"v":"\u2028"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":12,"v":"�"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":13,"v":"bad\ufffdutf"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":14,"v":"<a&b>"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":15,"v":1}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":16,"v":-8}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":17,"v":18446744073709551615}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":18,"v":7}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":19,"v":true}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":20,"v":1.5}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":21,"v":0.10000000149011612}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":22,"v":1e+21}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":23,"v":1e-7}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":24,"v":0}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":25,"v":"!ERROR:json: unsupported value: NaN"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":26,"v":"!ERROR:json: unsupported value: +Inf"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":27,"v":3000000}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":28,"v":1500}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":29,"v":"2024-02-29T03:04:05.0607008Z"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":30,"v":"2024-02-29T01:34:05.0607008-01:30"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":31,"v":"0001-01-01T00:00:00Z"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":32,"v":"Ynl0ZXMgaGVyZQ=="}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":33,"v":"bmFtZWQ="}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":34,"v":["a","b c"]}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":35,"v":{"a":1,"b":2}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":36,"v":{"B":null}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":37,"v":{"first":"Ada","last":"L"}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":38,"v":"text:t"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":39,"v":"!ERROR:json: error calling MarshalText for type main.text: empty text"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":40,"v":{"s":"<x>"}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":41,"v":"!PANIC: no JSON"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":42,"v":null}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":43,"v":"4"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":44,"v":"an error"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":45,"v":"w: EOF"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":46,"v":{}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":47,"v":"deep"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":48,"v":null}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":49,"v":"WARN"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":50,"v":"ERROR+3"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":51,"v":4}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":52,"v":1}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":53,"v":{"in":1}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":54,"v":"!ERROR:json: unsupported type: complex128"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":55,"v":[1,"x",null,2.5]}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":56,"v":[true,false]}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":57,"v":false}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":58,"v":false}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":59}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":60,"v":{"function":"f","file":"a b.go","line":3}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":61,"v":"LogValue called too many times on Value of type main.forever"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","i":62,"v":120}
// 0 Any <nil> Any <nil>
// <nil> <nil>
// 1 Bool true Bool true
// bool true
// 2 Duration 1m30s Duration 1m30s
// time.Duration 1m30s
// 3 Float64 2.5 Float64 2.5
// float64 2.5
// 4 Int64 -3 Int64 -3
// int64 -3
// 5 String s String s
// string s
// 6 Time 2024-02-29 03:04:05.0607008 +0000 UTC Time 2024-02-29 03:04:05.0607008 +0000 UTC
// time.Time 2024-02-29 03:04:05.0607008 +0000 UTC
// 7 Uint64 4 Uint64 4
// uint64 4
// 8 Group [a=1] Group [a=1]
// []slog.Attr [a=1]
// 9 LogValuer {a b} Group [first=a last=b]
// main.name {a b}
// 10 Time 0001-01-01 00:00:00 +0000 UTC Time 0001-01-01 00:00:00 +0000 UTC
// time.Time 0001-01-01 00:00:00 +0000 UTC
// 11 Time 5024-02-29 03:04:05.0607008 +0000 UTC Time 5024-02-29 03:04:05.0607008 +0000 UTC
// time.Time 5024-02-29 03:04:05.0607008 +0000 UTC
// 12 Any [1] Any [1]
// []int [1]
// equal runtime error: comparing uncomparable type []int
// 13 LogValuer 3 String done
// main.counts 3
// bool Value kind is Any, not Bool
// duration Value kind is Bool, not Duration
// float Value kind is Duration, not Float64
// int Value kind is Float64, not Int64
// time Value kind is Int64, not Time
// uint Value kind is Int64, not Uint64
// group Group: bad kind
// nil nil Handler
// {a b} [a=1] 2024-02-29 03:04:05.0607008 +0000 UTC 5024-02-29 03:04:05.0607008 +0000 UTC <unknown slog.Kind> <unknown slog.Kind>
// LogValue called too many times on Value of type main.counts LogValue called too many times on Value of type main.counts
// LogValue panicked
//
// true false g=[x=1 !BADKEY=2]
// t=2024-02-29 04:04:05.0607008 +0100 Z Any =<nil>
// DEBUG-96 DEBUG-96 "DEBUG-96" <nil> <nil> true true
// DEBUG-1 DEBUG-1 "DEBUG-1" <nil> <nil> true true
// DEBUG DEBUG "DEBUG" <nil> <nil> true true
// DEBUG+1 DEBUG+1 "DEBUG+1" <nil> <nil> true true
// DEBUG+3 DEBUG+3 "DEBUG+3" <nil> <nil> true true
// INFO INFO "INFO" <nil> <nil> true true
// INFO+1 INFO+1 "INFO+1" <nil> <nil> true true
// INFO+3 INFO+3 "INFO+3" <nil> <nil> true true
// WARN WARN "WARN" <nil> <nil> true true
// WARN+1 WARN+1 "WARN+1" <nil> <nil> true true
// WARN+3 WARN+3 "WARN+3" <nil> <nil> true true
// ERROR ERROR "ERROR" <nil> <nil> true true
// ERROR+1 ERROR+1 "ERROR+1" <nil> <nil> true true
// ERROR+992 ERROR+992 "ERROR+992" <nil> <nil> true true
// INFO slog: level string "": unknown name invalid syntax slog: level string "": unknown name
// INFO <nil> invalid syntax <nil>
// INFO <nil> invalid syntax <nil>
// WARN <nil> invalid syntax <nil>
// INFO slog: level string "debug+x": strconv.Atoi: parsing "+x": invalid syntax invalid syntax slog: level string "debug+x": strconv.Atoi: parsing "+x": invalid syntax
// INFO slog: level string "INFO+": strconv.Atoi: parsing "+": invalid syntax invalid syntax slog: level string "INFO+": strconv.Atoi: parsing "+": invalid syntax
// INFO slog: level string "inf": unknown name invalid syntax slog: level string "inf": unknown name
// INFO slog: level string "+3": unknown name invalid syntax slog: level string "+3": unknown name
// INFO slog: level string "info+99999999999999999999": strconv.Atoi: parsing "+99999999999999999999": value out of range invalid syntax slog: level string "info+99999999999999999999": strconv.Atoi: parsing "+99999999999999999999": value out of range
// INFO slog: level string "ERROR-+1": strconv.Atoi: parsing "-+1": invalid syntax invalid syntax slog: level string "ERROR-+1": strconv.Atoi: parsing "-+1": invalid syntax
// INFO LevelVar(WARN+1) <nil> WARN+1 slog: level string "no": unknown name WARN+1
// level=WARN+1 <nil> INFO DEBUG
// 9 <nil>: k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 c=1
// 10 <nil>: k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 r=2
// 11 12
