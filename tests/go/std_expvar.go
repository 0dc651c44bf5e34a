// Variables of expvar: numbers, texts, functions, maps of them, and what is published.
package main

import (
	"expvar"
	"fmt"
	"log"
	"math"
	"os"
	"strings"
	"sync"
)

type custom struct{}

func (*custom) String() string { return "[1,2]" }

func maps() {
	m := new(expvar.Map)
	fmt.Println(m, m.Get("a"))
	m.Add("b", 2)
	m.Add("b", 3)
	m.AddFloat("a", 1.5)
	m.AddFloat("a", -0.25)
	m.AddFloat("b", 7)
	m.Add("a", 1)
	m.Set("z", &custom{})
	m.Add("z", 1)
	m.Set("nothing", nil)
	inner := new(expvar.Map).Init()
	inner.Set(`k"<é>`, expvar.Func(func() any { return map[string]any{"<x>": []int{1}} }))
	m.Set("inner", inner)
	fmt.Println(m)
	m.Do(func(kv expvar.KeyValue) { fmt.Println(kv.Key, kv.Value) })
	m.Delete("b")
	m.Delete("no such key")
	fmt.Println(m, m.Get("b") == nil, m.Get("a").(*expvar.Float).Value())
	fmt.Println(m.Init(), m.Get("a"))
}

func main() {
	i := expvar.NewInt("number")
	f := expvar.NewFloat("fraction")
	s := expvar.NewString("text")
	m := expvar.NewMap("map")
	m.Add("x", 1)
	fmt.Println(i, f, s, m, i.Value(), f.Value(), s.Value() == "")
	i.Add(5)
	i.Set(i.Value() * -2)
	f.Set(math.Pi)
	f.Add(1e21)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { i.Add(1); m.Add("x", 2); f.Add(1) })
	}
	wg.Wait()
	fmt.Println(i, f, m)
	for _, text := range []string{"", "plain", "\"q\" \\ \n\r\t\b\f\x00\x1f\x7f", "<a>&amp;", "é\u2028\u2029😀", "\xff\ufffd"} {
		s.Set(text)
		fmt.Println(s, s.Value() == text)
	}
	for _, v := range []float64{0, -0.5, 1e20, 1e-9, math.Inf(1), math.NaN()} {
		f.Set(v)
		fmt.Println(f)
	}
	fn := expvar.Func(func() any { return struct{ A, b int }{1, 2} })
	fmt.Println(fn, fn.Value(), expvar.Func(func() any { return make(chan int) }).String() == "")
	maps()
	fmt.Println(expvar.Get("number") == i, expvar.Get("missing"))
	expvar.Do(func(kv expvar.KeyValue) { fmt.Print(kv.Key, " ") })
	fmt.Println(strings.HasPrefix(expvar.Get("memstats").String(), `{"Alloc":`), expvar.Get("cmdline").String()[:2])
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	defer func() { fmt.Printf("%q\n", recover()) }()
	expvar.Publish("text", fn)
}

// Output:
// 0 0 "" {"x": 1} 0 0 true
// 0 1e+21 {"x": 21}
// "" true
// "plain" true
// "\"q\" \\ \n\r\t\u0008\u000c\u0000\u001f" true
// "\u003ca\u003e\u0026amp;" true
// "é\u2028\u2029😀" true
// "��" true
// 0
// -0.5
// 1e+20
// 1e-09
// +Inf
// NaN
// {"A":1} {1 2} true
// {} <nil>
// {"a": 1.25, "b": 5, "inner": {"k\"\u003cé\u003e": {"\u003cx\u003e":[1]}}, "nothing": null, "z": [1,2]}
// a 1.25
// b 5
// inner {"k\"\u003cé\u003e": {"\u003cx\u003e":[1]}}
// nothing <nil>
// z [1,2]
// {"a": 1.25, "inner": {"k\"\u003cé\u003e": {"\u003cx\u003e":[1]}}, "nothing": null, "z": [1,2]} true 1.25
// {} <nil>
// true <nil>
// cmdline fraction map memstats number text true ["
// Reuse of exported var name: text
// "Reuse of exported var name: text\n"
