// The handlers of log/slog: groups, preformatted attributes, replaced ones; several handlers at once.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"
)

var at = time.Date(2024, 2, 29, 3, 4, 5, 60700800, time.UTC)

type name struct{ first, last string }

func (n name) LogValue() slog.Value {
	return slog.GroupValue(slog.String("first", n.first), slog.String("last", n.last))
}

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

func groups() {
	for _, h := range handlers(nil) {
		emit(h, -1, "no attrs")
		emit(h, 9, "", "", "empty key", "k", "")
		emit(h, 0, "m", "lonely")
		emit(h, 0, "m", 3, "a", 1, slog.Int("i", 2), true)
		emit(h, 0, "m", slog.Group("g"), slog.Group("h", slog.Group("i"), slog.Group("j", "k", 1), "l", 2), "z", 3)
		emit(h, 0, "m", slog.Group("", "inline", 1, "two", 2), slog.Attr{}, slog.Group("g", slog.Attr{}))
		emit(h, 0, "m", slog.Group("a b", "c", 1, "d e", 2), slog.Group("", slog.Group("x", "y", 1)))
		g := h.WithGroup("s").WithGroup("t")
		emit(g, 0, "m")
		emit(g, 0, "m", slog.Group("e"))
		emit(g, 0, "m", "a", 1)
		g = h.WithAttrs([]slog.Attr{slog.Int("p", 1)}).WithGroup("s").WithAttrs([]slog.Attr{slog.Int("q", 2)}).WithGroup("t")
		emit(g, 0, "m")
		emit(g, 0, "m", "a", 1, "b", name{"x", "y"})
		emit(g.WithAttrs(nil), 0, "m", "n", 0)
		emit(g.WithAttrs([]slog.Attr{slog.Group("nothing")}), 0, "m")
		emit(g.WithAttrs([]slog.Attr{slog.Any("who", name{"v", "w"})}).WithGroup("u"), 0, "m", "a", 1)
		emit(h.WithGroup(""), 0, "m", "a", 1)
		one, two := g.WithAttrs([]slog.Attr{slog.Int("one", 1)}), g.WithAttrs([]slog.Attr{slog.Int("two", 2)})
		emit(one.WithGroup("x"), 0, "m", "a", 1)
		emit(two.WithGroup("y"), 0, "m", "a", 1)
		emit(h, 0, "many", "a", 1, "b", 2, "c", 3, "d", 4, "e", 5, "f", 6, "g", 7, slog.Group("h"), "i", 8)
	}
}

func replace() {
	show := func(groups []string, a slog.Attr) slog.Attr {
		fmt.Printf("  %q %s %v\n", groups, a.Key, a.Value.Kind())
		switch a.Key {
		case slog.TimeKey:
			return slog.Int64("at", a.Value.Time().Unix())
		case slog.LevelKey:
			return slog.Group("lev", "el", a.Value.Any())
		case "drop":
			return slog.Attr{}
		case "who":
			a.Value = slog.AnyValue(name{"r", "s"})
		}
		return a
	}
	for _, h := range handlers(&slog.HandlerOptions{ReplaceAttr: show, Level: slog.LevelDebug, AddSource: true}) {
		emit(h, 1, "m", "a", 1, slog.Group("g", "drop", 1, "b", 2, slog.Group("h", "drop", 3, "i", 4)), "who", 5)
		w := h.WithAttrs([]slog.Attr{slog.Int("drop", 1)}).WithGroup("s").WithAttrs([]slog.Attr{slog.Int("drop", 1)})
		emit(w, 1, "m", "drop", 2)
		emit(w, 1, "m", "keep", 2, slog.Group("x", "drop", 1))
	}
	none := func([]string, slog.Attr) slog.Attr { return slog.Attr{} }
	for _, h := range handlers(&slog.HandlerOptions{ReplaceAttr: none}) {
		emit(h.WithGroup("g").WithAttrs([]slog.Attr{slog.Int("a", 1)}).WithGroup("h"), 0, "m", "b", 2, slog.Group("c", "d", 1))
	}
	noTime := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		return a
	}
	var level slog.LevelVar
	for _, h := range handlers(&slog.HandlerOptions{ReplaceAttr: noTime, Level: &level}) {
		l := slog.New(h)
		level.Set(slog.LevelWarn)
		l.Info("not shown")
		l.Warn("shown", "time", 1)
		level.Set(slog.LevelInfo)
		l.WithGroup("g").With("a", 1).Info("shown", "time", 2)
		l.Log(nil, slog.LevelInfo, "no context", "x", "y")
		l.LogAttrs(context.Background(), 5, "attrs", slog.Bool("b", true), slog.Uint64("u", 7), slog.Time("t", at),
			slog.Duration("d", time.Hour), slog.Float64("f", 0.25), slog.Any("n", nil), slog.GroupAttrs("g", slog.Int("i", 1)))
		fmt.Println(l.Enabled(context.Background(), -1), l.Enabled(nil, 0), l.WithGroup("") == l, l.With() == l)
	}
}

type failing struct{ after int }

func (f *failing) Write(b []byte) (int, error) {
	f.after--
	if f.after < 0 {
		return 0, fmt.Errorf("cannot write %d bytes", len(b))
	}
	return len(b), nil
}

func several() {
	var a, b bytes.Buffer
	noTime := &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
	warn := *noTime
	warn.Level = slog.LevelWarn
	m := slog.NewMultiHandler(slog.NewTextHandler(&a, noTime), slog.NewJSONHandler(&b, &warn), slog.DiscardHandler)
	l := slog.New(m).With("a", 1).WithGroup("g")
	l.Info("info", "b", 2)
	l.Error("error", "b", 2, "c", 3, "d", 4, "e", 5, "f", 6, "g", 7)
	l.Debug("debug")
	fmt.Print(a.String(), b.String())
	bad := slog.NewMultiHandler(slog.NewTextHandler(&failing{0}, nil), slog.NewJSONHandler(&failing{1}, nil), slog.NewTextHandler(&failing{}, nil))
	emit(bad, 0, "m")
	emit(slog.NewMultiHandler(), 0, "m")
	fmt.Println(m.Enabled(context.Background(), -4), m.Enabled(context.Background(), 0), slog.DiscardHandler.Enabled(nil, 100))
}

func main() {
	groups()
	replace()
	several()
}

// Output:
// time=2024-02-29T03:04:05.060Z level=DEBUG+3 msg="no attrs"
// time=2024-02-29T03:04:05.060Z level=ERROR+1 msg="" ""="empty key" k=""
// time=2024-02-29T03:04:05.060Z level=INFO msg=m !BADKEY=lonely
// time=2024-02-29T03:04:05.060Z level=INFO msg=m !BADKEY=3 a=1 i=2 !BADKEY=true
// time=2024-02-29T03:04:05.060Z level=INFO msg=m h.j.k=1 h.l=2 z=3
// time=2024-02-29T03:04:05.060Z level=INFO msg=m inline=1 two=2
// time=2024-02-29T03:04:05.060Z level=INFO msg=m "a b.c"=1 "a b.d e"=2 x.y=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m
// time=2024-02-29T03:04:05.060Z level=INFO msg=m
// time=2024-02-29T03:04:05.060Z level=INFO msg=m s.t.a=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2 s.t.a=1 s.t.b.first=x s.t.b.last=y
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2 s.t.n=0
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2 s.t.who.first=v s.t.who.last=w s.t.u.a=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m .a=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2 s.t.one=1 s.t.x.a=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=m p=1 s.q=2 s.t.two=2 s.t.y.a=1
// time=2024-02-29T03:04:05.060Z level=INFO msg=many a=1 b=2 c=3 d=4 e=5 f=6 g=7 i=8
// {"time":"2024-02-29T03:04:05.0607008Z","level":"DEBUG+3","msg":"no attrs"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"ERROR+1","msg":"","":"empty key","k":""}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","!BADKEY":"lonely"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","!BADKEY":3,"a":1,"i":2,"!BADKEY":true}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","h":{"j":{"k":1},"l":2},"z":3}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","inline":1,"two":2}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","a b":{"c":1,"d e":2},"x":{"y":1}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m"}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","s":{"t":{"a":1}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2,"t":{"a":1,"b":{"first":"x","last":"y"}}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2,"t":{"n":0}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2,"t":{"who":{"first":"v","last":"w"},"u":{"a":1}}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","":{"a":1}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2,"t":{"one":1,"x":{"a":1}}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"m","p":1,"s":{"q":2,"t":{"two":2,"y":{"a":1}}}}
// {"time":"2024-02-29T03:04:05.0607008Z","level":"INFO","msg":"many","a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"i":8}
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   [] a Int64
//   ["g"] drop Int64
//   ["g"] b Int64
//   ["g" "h"] drop Int64
//   ["g" "h"] i Int64
//   [] who Int64
//   ["who"] first String
//   ["who"] last String
// at=1709175845 lev.el=INFO+1 msg=m a=1 g.b=2 g.h.i=4 who.first=r who.last=s
//   [] drop Int64
//   ["s"] drop Int64
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   ["s"] drop Int64
// at=1709175845 lev.el=INFO+1 msg=m
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   ["s"] keep Int64
//   ["s" "x"] drop Int64
// at=1709175845 lev.el=INFO+1 msg=m s.keep=2
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   [] a Int64
//   ["g"] drop Int64
//   ["g"] b Int64
//   ["g" "h"] drop Int64
//   ["g" "h"] i Int64
//   [] who Int64
//   ["who"] first String
//   ["who"] last String
// {"at":1709175845,"lev":{"el":"INFO+1"},"msg":"m","a":1,"g":{"b":2,"h":{"i":4}},"who":{"first":"r","last":"s"}}
//   [] drop Int64
//   ["s"] drop Int64
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   ["s"] drop Int64
// {"at":1709175845,"lev":{"el":"INFO+1"},"msg":"m"}
//   [] time Time
//   [] level Any
//   [] el Any
//   [] source Any
//   [] msg String
//   ["s"] keep Int64
//   ["s" "x"] drop Int64
// {"at":1709175845,"lev":{"el":"INFO+1"},"msg":"m","s":{"keep":2}}
//
// {}
// level=WARN msg=shown
// level=INFO msg=shown g.a=1 g.time=2
// level=INFO msg="no context" x=y
// level=WARN+1 msg=attrs b=true u=7 t=2024-02-29T03:04:05.060Z d=1h0m0s f=0.25 n=<nil> g.i=1
// false true true true
// {"level":"WARN","msg":"shown"}
// {"level":"INFO","msg":"shown","g":{"a":1,"time":2}}
// {"level":"INFO","msg":"no context","x":"y"}
// {"level":"WARN+1","msg":"attrs","b":true,"u":7,"t":"2024-02-29T03:04:05.0607008Z","d":3600000000000,"f":0.25,"n":null,"g":{"i":1}}
// false true true true
// level=INFO msg=info a=1 g.b=2
// level=ERROR msg=error a=1 g.b=2 g.c=3 g.d=4 g.e=5 g.f=6 g.g=7
// {"level":"ERROR","msg":"error","a":1,"g":{"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}}
// error: cannot write 47 bytes
// cannot write 47 bytes
// false true false
