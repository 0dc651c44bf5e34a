package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"
)

type inner struct{ A, B int }

func (i *inner) Add(x ...int) int {
	for _, v := range x {
		i.A += v
	}
	return i.A
}

func (i inner) Sum() int { return i.A + i.B }

type promoted struct{ Deep string }

func (promoted) Shout() string { return "!" }

type empty struct{ PD int }

type record struct {
	Name string
	In   *inner
	promoted
	*empty
	Err    error
	Any    any
	F      func(int, ...string) string
	V      reflect.Value
	secret int
}

func (record) Fail() (int, error)            { return 0, errors.New("it failed") }
func (record) Panic() int                    { panic("it panicked") }
func (record) Bad()                          {}
func (record) Small(a int8, b string) string { return fmt.Sprint(a, b) }
func (record) Types(f float32, u uint8, p *inner, l []int) string {
	return fmt.Sprint(f, u, p == nil, l)
}

type key struct {
	n int
	s string
}

type myString string
type myInt int

func (m myInt) String() string { return fmt.Sprintf("<%d>", int(m)) }

type counted map[string]int

func (c counted) Len() int { return len(c) }

// pieces keeps what each Write got.
type pieces struct{ list []string }

func (p *pieces) Write(b []byte) (int, error) {
	p.list = append(p.list, string(b))
	return len(b), nil
}

type broken struct{}

var errBroken = errors.New("broken pipe")

func (broken) Write(b []byte) (int, error) { return 0, errBroken }

func data() map[string]any {
	ch := make(chan int, 2)
	ch <- 7
	ch <- 8
	close(ch)
	in := &inner{3, 4}
	r := record{Name: "n", In: &inner{1, 2}, promoted: promoted{"deep"}, V: reflect.ValueOf([]int{4, 5}),
		F: func(a int, s ...string) string { return fmt.Sprint(a, s) }}
	return map[string]any{
		"r": r, "p": &r, "pp": &in, "nilp": (*inner)(nil), "nill": (*[]int)(nil), "ch": ch, "send": make(chan<- int),
		"l": []int{10, 20, 30}, "e": []string{}, "by": []byte("hi"), "arr": [2]bool{true, false}, "u8": uint8(2), "u": uint64(1) << 63, "i": -1,
		"seq":  iter.Seq[string](func(y func(string) bool) { _ = y("a") && y("b") && y("c") }),
		"seq2": iter.Seq2[int, string](func(y func(int, string) bool) { _ = y(5, "a") && y(6, "b") }),
		"m":    map[string]int{"z": 26, "a": 1}, "mk": map[key]int{{2, "a"}: 1, {1, "z"}: 2, {1, "b"}: 3}, "mf": map[float64]int{2: 1, -1: 2},
		"mb": map[bool]int{true: 1, false: 2}, "ms": map[myString]int{"a": 1}, "m8": map[int8]string{2: "two"}, "c": counted{"Len": 9, "q": 2},
		"s": myString("named"), "n": myInt(3), "f": func(a ...any) string { return fmt.Sprint(a...) }, "fe": func(e error) bool { return e == nil },
		"fv": func(v reflect.Value) string { return v.Kind().String() }, "fp": func(i *inner) int { return i.B }, "nil": nil,
	}
}

const cases = `text only
{{.r.Name}} {{.p.Name}} {{.r.In.A}} {{.r.Deep}} {{.r.Shout}} {{.m.a}} {{.m.zz}} {{.nope.deeper}}
{{.r.In.Add 1 2}} {{.r.In.Sum}} {{.pp.Add}} {{.pp.B}} {{(index .l 0).X}}
{{.r.secret}}
{{.r.PD}}
{{.r.Nope}}
{{.nilp.A}}
{{.nilp.Nope}}
{{.r.Err.Error}}
{{.r.Name.X}}
{{.r.Name 1}}
{{.r.Fail}}
{{.r.Panic}}
{{.r.Bad}}
{{.r.Small 300 "x"}} {{"y" | .r.Small 1}}
{{.r.Small 1}}
{{.r.Small 1 2}}
{{.i | .r.Small}}
{{.r.Types 1.5 300 nil .l}} {{.r.Types 2 1 .pp nil}}
{{.r.Types "a" 1 nil nil}}
{{.r.Types 1 -1 nil nil}}
{{.r.F}}
{{call .r.F 1 "a" "b"}} {{2 | call .r.F}} {{call .f 1 "a" nil}} {{call .fe .r.Err}} {{call .fv nil}} {{call .fv .by}} {{call .fp .pp}}
{{call .r.F}}
{{call .r.F "x"}}
{{call .nil}}
{{call 3}}
{{range 3}}{{.}}{{end}} {{range $x := .u8}}{{$x}}{{end}} {{range -1}}{{else}}none{{end}}
{{range $i, $x := .l}}{{$i}}={{$x}} {{end}}{{range $x := .e}}{{else}}{{$x}}{{end}}{{range .arr}}{{.}}{{end}}
{{range $k, $v := .m}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mk}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mf}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mb}}{{$k}}{{$v}}{{end}}
{{range .seq}}{{.}}{{if eq . "b"}}{{break}}{{end}}{{end}} {{range .seq2}}{{.}}{{end}} {{range $a, $b := .seq2}}{{.}}{{$a}}{{$b}}{{end}}
{{range $i, $x := .ch}}{{$i}}{{$x}}{{end}}{{range .ch}}{{else}}drained{{end}}
{{range $i, $x := .l}}{{if eq $i 1}}{{continue}}{{end}}{{$x}}{{range $.l}}{{if gt . 10}}{{break}}{{end}}({{.}}){{end}}{{end}}
{{$x := 0}}{{$y := 0}}{{range $x, $y = .l}}{{end}}{{$x}}{{$y}}{{range $x = .l}}{{end}}{{$x}}
{{range $a, $b := 3}}{{end}}
{{range $a, $b := .u8}}{{end}}
{{range .r.Err}}{{end}}
{{range .nill}}{{end}}
{{range "abc"}}{{end}}
{{range 1.5}}{{end}}
{{if .nil}}{{else if .e}}{{else if .l}}third{{end}} {{with .r.In}}{{.A}}{{end}}{{with .nil}}{{else with .n}}{{.}}{{end}}{{if and (gt 3 2) (or false .by)}}y{{end}}
{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{$x = 3}}{{$x}}{{end}}{{$x}}{{if true}}{{$x = 4}}{{end}}{{$x}}
{{if nil}}{{end}}
{{nil}}
{{1 2}}
{{(1) 2}}
{{9223372036854775808}}
{{0x10}} {{'a'}} {{1e3}} {{07}} {{1i}} {{1_000}} {{0x1p4}} {{.5}} {{-0}} {{true}} {{"a\n"}} {{` + "`raw`" + `}}
{{printf "%d %v %q" 1 nil "x"}} {{print 1 2 "a" "b" 3}}|{{println .l}}|{{.s}} {{.n}} {{printf "%d" .n}} {{.by}} {{.nilp}}
{{printf 1}}
{{1 | printf}}
{{printf nil}}
{{len .l}} {{len .m}} {{len "é"}} {{len .ch}} {{.c.Len}} {{.c.q}} {{len .r.V}} {{index .r.V 1}} {{.r.V}}
{{len 3}}
{{len nil}}
{{len .nilp}}
{{len}}
{{index .l 1}} {{index .m "a"}} {{index .m "zz"}} {{index .m8 2}} {{index .m8 .u8}} {{index .ms .s}} {{index "abc" 1}} {{index .l}}
{{index .l 9}}
{{index .l -1}}
{{index .l 3}}
{{index .l "a"}}
{{index .m 1}}
{{index .ms "a"}}
{{index .nil 1}}
{{index 3 1}}
{{slice .l 1}} {{slice .l 1 2}} {{slice .l 0 1 2}} {{slice "abc" 1 2}} {{slice .l}}
{{slice .l 2 1}}
{{slice "abc" 0 1 2}}
{{slice .l 0 9}}
{{eq 1 1}} {{eq 1 2 3 1}} {{eq .u8 2}} {{eq .i .u}} {{lt .i .u}} {{ge .u .i}} {{eq .nil nil}} {{eq .pp .pp}} {{eq .arr .arr}} {{ne "a" "b"}} {{le 1.5 1.5}} {{gt "b" "a"}}
{{eq 1}}
{{eq 1 1.0}}
{{eq .l .l}}
{{eq .l .m}}
{{lt 1 "a"}}
{{lt true false}}
{{ne 1}}
{{and 1 0 2}} {{and 1 .nil}} {{or 0 "" 3}} {{not .e}} {{and 0 .r.Fail}} {{1 | or 0}}
{{or 0 .r.Fail}}
{{html "<a b='\"&\x00"}} {{js "a'b\"<>&=\\\n\u2028é\x01"}} {{urlquery "a b&ü" 1}} {{html 1 .nil .n}} {{"<" | html | js | urlquery}}
{{print (print "a" | printf "%s%s" "b") | len}} {{(call .f "x") | print 1}}
a   {{- /* trimmed */ -}}   b {{- 1 -}} c
{{block "twice" .l}}[{{len .}}]{{end}}{{template "twice" "abc"}}{{template "twice"}}
{{template "missing" .}}
{{define "down"}}{{.}}{{if gt . 0}}{{template "down" (call $.f .)}}{{end}}{{end}}{{template "down" 1}}`

func execute(t *template.Template, d any) {
	p := &pieces{}
	err := t.Execute(p, d)
	fmt.Printf("%q", p.list)
	if err != nil {
		var e template.ExecError
		fmt.Printf(" %v %v %v", err, errors.As(err, &e), e.Name)
	}
	fmt.Println()
}

func associations() {
	root := template.Must(template.New("root").Delims("[[", "]]").Option("missingkey=error").Parse(`[[define "a"]]A[[block "b" .]]B[[.x]][[end]][[end]][[template "a" .]]`))
	clone := template.Must(root.Clone())
	template.Must(clone.New("b").Parse("other [[.y]]"))
	template.Must(clone.Parse("  [[/* keeps the old body */]]"))
	for _, t := range []*template.Template{root, clone} {
		execute(t, map[string]int{"x": 1})
		execute(t, map[string]int{"y": 2})
		fmt.Println(t.Name(), t.Lookup("b").Root, t.Lookup("none") == nil, len(t.Templates()))
	}
	fmt.Println(root.Option("missingkey=zero").Execute(io.Discard, map[string]int{}), root.ExecuteTemplate(io.Discard, "none", nil))
	fmt.Println(template.New("lone").DefinedTemplates() == "", template.Must(template.New("lone").Parse("x")).DefinedTemplates())
	tree := template.Must(template.New("t").Parse("tree {{.}}")).Tree
	added, err := root.AddParseTree("added", tree)
	execute(added, 5)
	fmt.Println(added.Name(), err, added != root, root.Lookup("added") == added)
	fmt.Println(template.New("nothing").Execute(io.Discard, nil))
	_, err = template.New("n").Parse("{{.X")
	fmt.Println(err, template.Must(template.New("w").Parse("x{{.}}")).Execute(broken{}, 1) == errBroken)
	_, err = template.ParseFiles()
	fmt.Println(err)
	inner := errors.New("inner")
	t := template.Must(template.New("wrap").Funcs(template.FuncMap{"f": func() (string, error) { return "", inner }, "len": func(s string) string { return "own " + s }}).Parse("{{len `x`}}{{f}}"))
	var b bytes.Buffer
	fmt.Println(errors.Is(t.Execute(&b, nil), inner), b.String())
	n := parse.NewIdentifier("f")
	fmt.Println(n, n.Position())
}

func failure(f func()) {
	defer func() { fmt.Println("panic:", recover()) }()
	f()
}

func main() {
	d := data()
	for _, text := range strings.Split(cases, "\n") {
		fmt.Print(text, " => ")
		execute(template.Must(template.New("t").Parse(text)), d)
	}
	associations()
	failure(func() { template.New("").Option("missingkey=what") })
	failure(func() { template.New("").Funcs(template.FuncMap{"a-b": fmt.Sprint}) })
	failure(func() { template.New("").Funcs(template.FuncMap{"a": 1}) })
	failure(func() { template.New("").Funcs(template.FuncMap{"a": func() {}}) })
	failure(func() { template.New("").Funcs(template.FuncMap{"a": func() (int, int) { return 0, 0 }}) })
	failure(func() { template.Must(template.New("x").Parse("{{")) })
	for _, v := range []any{nil, 0, 1.5, "", "x", []int{}, [1]int{}, struct{}{}, (*int)(nil), true} {
		fmt.Print(template.IsTrue(v))
		fmt.Print(" ")
	}
	fmt.Println()
	deep := template.Must(template.New("deep").Parse(strings.Repeat("{{if .}}", 2000) + "bottom" + strings.Repeat("{{end}}", 2000)))
	execute(deep, 1)
	self := template.Must(template.New("self").Parse(`{{template "self"}}`))
	err := self.Execute(io.Discard, nil)
	fmt.Println(err)
}

// Output:
// text only => ["text only"]
// {{.r.Name}} {{.p.Name}} {{.r.In.A}} {{.r.Deep}} {{.r.Shout}} {{.m.a}} {{.m.zz}} {{.nope.deeper}} => ["n" " " "n" " " "1" " " "deep" " " "!" " " "1" " " "<no value>" " " "<no value>"]
// {{.r.In.Add 1 2}} {{.r.In.Sum}} {{.pp.Add}} {{.pp.B}} {{(index .l 0).X}} => ["4" " " "6" " " "3" " " "4" " "] template: t:1:66: executing "t" at <0>: can't evaluate field X in type int true t
// {{.r.secret}} => [] template: t:1:4: executing "t" at <.r.secret>: secret is an unexported field of struct type interface {} true t
// {{.r.PD}} => [] template: t:1:4: executing "t" at <.r.PD>: reflect: indirection through nil pointer to embedded struct field empty true t
// {{.r.Nope}} => [] template: t:1:4: executing "t" at <.r.Nope>: can't evaluate field Nope in type interface {} true t
// {{.nilp.A}} => [] template: t:1:7: executing "t" at <.nilp.A>: nil pointer evaluating interface {}.A true t
// {{.nilp.Nope}} => [] template: t:1:7: executing "t" at <.nilp.Nope>: can't evaluate field Nope in type interface {} true t
// {{.r.Err.Error}} => [] template: t:1:4: executing "t" at <.r.Err.Error>: nil pointer evaluating error.Error true t
// {{.r.Name.X}} => [] template: t:1:4: executing "t" at <.r.Name.X>: can't evaluate field X in type string true t
// {{.r.Name 1}} => [] template: t:1:4: executing "t" at <.r.Name>: Name has arguments but cannot be invoked as function true t
// {{.r.Fail}} => [] template: t:1:4: executing "t" at <.r.Fail>: error calling Fail: it failed true t
// {{.r.Panic}} => [] template: t:1:4: executing "t" at <.r.Panic>: error calling Panic: it panicked true t
// {{.r.Bad}} => [] template: t:1:4: executing "t" at <.r.Bad>: function Bad has 0 return values; should be 1 or 2 true t
// {{.r.Small 300 "x"}} {{"y" | .r.Small 1}} => ["44x" " " "1y"]
// {{.r.Small 1}} => [] template: t:1:4: executing "t" at <.r.Small>: wrong number of args for Small: want 2 got 1 true t
// {{.r.Small 1 2}} => [] template: t:1:13: executing "t" at <2>: expected string; found 2 true t
// {{.i | .r.Small}} => [] template: t:1:9: executing "t" at <.r.Small>: wrong number of args for Small: want 2 got 1 true t
// {{.r.Types 1.5 300 nil .l}} {{.r.Types 2 1 .pp nil}} => ["1.5 44 true [10 20 30]" " " "2 1 false []"]
// {{.r.Types "a" 1 nil nil}} => [] template: t:1:11: executing "t" at <"a">: expected float; found "a" true t
// {{.r.Types 1 -1 nil nil}} => [] template: t:1:13: executing "t" at <-1>: expected unsigned integer; found -1 true t
// {{.r.F}} => [] template: t:1:2: executing "t" at <{{.r.F}}>: can't print {{.r.F}} of type func(int, ...string) string true t
// {{call .r.F 1 "a" "b"}} {{2 | call .r.F}} {{call .f 1 "a" nil}} {{call .fe .r.Err}} {{call .fv nil}} {{call .fv .by}} {{call .fp .pp}} => ["1 [a b]" " " "2 []" " " "1a<nil>" " " "true" " " "invalid" " "] template: t:1:103: executing "t" at <call .fv .by>: error calling call: arg 0: value has type []uint8; should be reflect.Value true t
// {{call .r.F}} => [] template: t:1:2: executing "t" at <call .r.F>: error calling call: wrong number of args for .r.F: got 0 want at least 1 true t
// {{call .r.F "x"}} => [] template: t:1:2: executing "t" at <call .r.F "x">: error calling call: arg 0: value has type string; should be int true t
// {{call .nil}} => [] template: t:1:2: executing "t" at <call .nil>: error calling call: call of nil true t
// {{call 3}} => [] template: t:1:2: executing "t" at <call 3>: error calling call: non-function 3 of type int true t
// {{range 3}}{{.}}{{end}} {{range $x := .u8}}{{$x}}{{end}} {{range -1}}{{else}}none{{end}} => ["0" "1" "2" " " "0" "1" " " "none"]
// {{range $i, $x := .l}}{{$i}}={{$x}} {{end}}{{range $x := .e}}{{else}}{{$x}}{{end}}{{range .arr}}{{.}}{{end}} => ["0" "=" "10" " " "1" "=" "20" " " "2" "=" "30" " " "[]" "true" "false"]
// {{range $k, $v := .m}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mk}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mf}}{{$k}}{{$v}}{{end}} {{range $k, $v := .mb}}{{$k}}{{$v}}{{end}} => ["a" "1" "z" "26" " " "{1 b}" "3" "{1 z}" "2" "{2 a}" "1" " " "-1" "2" "2" "1" " " "false" "2" "true" "1"]
// {{range .seq}}{{.}}{{if eq . "b"}}{{break}}{{end}}{{end}} {{range .seq2}}{{.}}{{end}} {{range $a, $b := .seq2}}{{.}}{{$a}}{{$b}}{{end}} => ["a" "b" " " "5" "6" " " "a" "5" "a" "b" "6" "b"]
// {{range $i, $x := .ch}}{{$i}}{{$x}}{{end}}{{range .ch}}{{else}}drained{{end}} => ["0" "7" "1" "8" "drained"]
// {{range $i, $x := .l}}{{if eq $i 1}}{{continue}}{{end}}{{$x}}{{range $.l}}{{if gt . 10}}{{break}}{{end}}({{.}}){{end}}{{end}} => ["10" "(" "10" ")" "30" "(" "10" ")"]
// {{$x := 0}}{{$y := 0}}{{range $x, $y = .l}}{{end}}{{$x}}{{$y}}{{range $x = .l}}{{end}}{{$x}} => ["2" "30" "30"]
// {{range $a, $b := 3}}{{end}} => [] template: t:1:18: executing "t" at <3>: can't use 3 to iterate over more than one variable true t
// {{range $a, $b := .u8}}{{end}} => [] template: t:1:18: executing "t" at <.u8>: can't use 2 to iterate over more than one variable true t
// {{range .r.Err}}{{end}} => [] template: t:1:10: executing "t" at <.r.Err>: range can't iterate over <nil> true t
// {{range .nill}}{{end}} => [] template: t:1:8: executing "t" at <.nill>: range can't iterate over <nil> true t
// {{range "abc"}}{{end}} => [] template: t:1:8: executing "t" at <"abc">: range can't iterate over abc true t
// {{range 1.5}}{{end}} => [] template: t:1:8: executing "t" at <1.5>: range can't iterate over 1.5 true t
// {{if .nil}}{{else if .e}}{{else if .l}}third{{end}} {{with .r.In}}{{.A}}{{end}}{{with .nil}}{{else with .n}}{{.}}{{end}}{{if and (gt 3 2) (or false .by)}}y{{end}} => ["third" " " "4" "<3>" "y"]
// {{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{$x = 3}}{{$x}}{{end}}{{$x}}{{if true}}{{$x = 4}}{{end}}{{$x}} => ["2" "3" "1" "4"]
// {{if nil}}{{end}} => [] template: t:1:5: executing "t" at <nil>: nil is not a command true t
// {{nil}} => [] template: t:1:2: executing "t" at <nil>: nil is not a command true t
// {{1 2}} => [] template: t:1:2: executing "t" at <1>: can't give argument to non-function 1 true t
// {{(1) 2}} => [] template: t:1:2: executing "t" at <(1) 2>: can't give argument to non-function 1 true t
// {{9223372036854775808}} => [] template: t:1:2: executing "t" at <9223372036854775808>: 9223372036854775808 overflows int true t
// {{0x10}} {{'a'}} {{1e3}} {{07}} {{1i}} {{1_000}} {{0x1p4}} {{.5}} {{-0}} {{true}} {{"a\n"}} {{`raw`}} => ["16" " " "97" " " "1000" " " "7" " " "(0+1i)" " " "1000" " " "16" " " "0.5" " " "0" " " "true" " " "a\n" " " "raw"]
// {{printf "%d %v %q" 1 nil "x"}} {{print 1 2 "a" "b" 3}}|{{println .l}}|{{.s}} {{.n}} {{printf "%d" .n}} {{.by}} {{.nilp}} => ["1 <nil> \"x\"" " " "1 2ab3" "|" "[10 20 30]\n" "|" "named" " " "<3>" " " "3" " " "[104 105]" " " "<nil>"]
// {{printf 1}} => [] template: t:1:9: executing "t" at <1>: expected string; found 1 true t
// {{1 | printf}} => [] template: t:1:6: executing "t" at <printf>: wrong type for value; expected string; got int true t
// {{printf nil}} => [] template: t:1:9: executing "t" at <nil>: cannot assign nil to string true t
// {{len .l}} {{len .m}} {{len "é"}} {{len .ch}} {{.c.Len}} {{.c.q}} {{len .r.V}} {{index .r.V 1}} {{.r.V}} => ["3" " " "2" " " "2" " " "0" " " "2" " " "2" " " "2" " " "5" " " "[4 5]"]
// {{len 3}} => [] template: t:1:2: executing "t" at <len 3>: error calling len: len of type int true t
// {{len nil}} => [] template: t:1:2: executing "t" at <len nil>: error calling len: reflect: call of reflect.Value.Type on zero Value true t
// {{len .nilp}} => [] template: t:1:2: executing "t" at <len .nilp>: error calling len: len of nil pointer true t
// {{len}} => [] template: t:1:2: executing "t" at <len>: wrong number of args for len: want 1 got 0 true t
// {{index .l 1}} {{index .m "a"}} {{index .m "zz"}} {{index .m8 2}} {{index .m8 .u8}} {{index .ms .s}} {{index "abc" 1}} {{index .l}} => ["20" " " "1" " " "0" " " "two" " " "two" " " "0" " " "98" " " "[10 20 30]"]
// {{index .l 9}} => [] template: t:1:2: executing "t" at <index .l 9>: error calling index: index out of range: 9 true t
// {{index .l -1}} => [] template: t:1:2: executing "t" at <index .l -1>: error calling index: index out of range: -1 true t
// {{index .l 3}} => [] template: t:1:2: executing "t" at <index .l 3>: error calling index: reflect: slice index out of range true t
// {{index .l "a"}} => [] template: t:1:2: executing "t" at <index .l "a">: error calling index: cannot index slice/array with type string true t
// {{index .m 1}} => [] template: t:1:2: executing "t" at <index .m 1>: error calling index: value has type int; should be string true t
// {{index .ms "a"}} => [] template: t:1:2: executing "t" at <index .ms "a">: error calling index: value has type string; should be main.myString true t
// {{index .nil 1}} => [] template: t:1:2: executing "t" at <index .nil 1>: error calling index: index of untyped nil true t
// {{index 3 1}} => [] template: t:1:2: executing "t" at <index 3 1>: error calling index: can't index item of type int true t
// {{slice .l 1}} {{slice .l 1 2}} {{slice .l 0 1 2}} {{slice "abc" 1 2}} {{slice .l}} => ["[20 30]" " " "[20]" " " "[10]" " " "b" " " "[10 20 30]"]
// {{slice .l 2 1}} => [] template: t:1:2: executing "t" at <slice .l 2 1>: error calling slice: invalid slice index: 2 > 1 true t
// {{slice "abc" 0 1 2}} => [] template: t:1:2: executing "t" at <slice "abc" 0 1 2>: error calling slice: cannot 3-index slice a string true t
// {{slice .l 0 9}} => [] template: t:1:2: executing "t" at <slice .l 0 9>: error calling slice: index out of range: 9 true t
// {{eq 1 1}} {{eq 1 2 3 1}} {{eq .u8 2}} {{eq .i .u}} {{lt .i .u}} {{ge .u .i}} {{eq .nil nil}} {{eq .pp .pp}} {{eq .arr .arr}} {{ne "a" "b"}} {{le 1.5 1.5}} {{gt "b" "a"}} => ["true" " " "true" " " "true" " " "false" " " "true" " " "true" " " "true" " " "true" " " "true" " " "true" " " "true" " " "true"]
// {{eq 1}} => [] template: t:1:2: executing "t" at <eq 1>: error calling eq: missing argument for comparison true t
// {{eq 1 1.0}} => [] template: t:1:2: executing "t" at <eq 1 1.0>: error calling eq: incompatible types for comparison: int and float64 true t
// {{eq .l .l}} => [] template: t:1:2: executing "t" at <eq .l .l>: error calling eq: non-comparable type [%!s(int=10) %!s(int=20) %!s(int=30)]: []int true t
// {{eq .l .m}} => [] template: t:1:2: executing "t" at <eq .l .m>: error calling eq: non-comparable types [%!s(int=10) %!s(int=20) %!s(int=30)]: []int, map[string]int: map[a:1 z:26] true t
// {{lt 1 "a"}} => [] template: t:1:2: executing "t" at <lt 1 "a">: error calling lt: incompatible types for comparison: int and string true t
// {{lt true false}} => [] template: t:1:2: executing "t" at <lt true false>: error calling lt: invalid type for comparison true t
// {{ne 1}} => [] template: t:1:2: executing "t" at <ne>: wrong number of args for ne: want 2 got 1 true t
// {{and 1 0 2}} {{and 1 .nil}} {{or 0 "" 3}} {{not .e}} {{and 0 .r.Fail}} {{1 | or 0}} => ["0" " " "<no value>" " " "3" " " "true" " " "0" " " "1"]
// {{or 0 .r.Fail}} => [] template: t:1:9: executing "t" at <.r.Fail>: error calling Fail: it failed true t
// {{html "<a b='\"&\x00"}} {{js "a'b\"<>&=\\\n\u2028é\x01"}} {{urlquery "a b&ü" 1}} {{html 1 .nil .n}} {{"<" | html | js | urlquery}} => ["&lt;a b=&#39;&#34;&amp;�" " " "a\\'b\\\"\\u003C\\u003E\\u0026\\u003D\\\\\\u000A\\u2028é\\u0001" " " "a+b%26%C3%BC1" " " "1&lt;no value&gt;&lt;3&gt;" " " "%5Cu0026lt%3B"]
// {{print (print "a" | printf "%s%s" "b") | len}} {{(call .f "x") | print 1}} => ["2" " " "1x"]
// a   {{- /* trimmed */ -}}   b {{- 1 -}} c => ["a" "b" "1" "c"]
// {{block "twice" .l}}[{{len .}}]{{end}}{{template "twice" "abc"}}{{template "twice"}} => ["[" "3" "]" "[" "3" "]" "["] template: t:1:23: executing "twice" at <len .>: error calling len: reflect: call of reflect.Value.Type on zero Value true twice
// {{template "missing" .}} => [] template: t:1:11: executing "t" at <{{template "missing" .}}>: template "missing" not defined true t
// {{define "down"}}{{.}}{{if gt . 0}}{{template "down" (call $.f .)}}{{end}}{{end}}{{template "down" 1}} => ["1"] template: t:1:60: executing "down" at <$.f>: can't evaluate field f in type int true down
// ["A" "B" "1"]
// ["A" "B"] template: root:1:33: executing "b" at <.x>: map has no entry for key "x" true b
// root B{{.x}} true 3
// ["A" "other "] template: b:1:8: executing "b" at <.y>: map has no entry for key "y" true b
// ["A" "other " "2"]
// root other {{.y}} true 3
// <nil> template: no template "none" associated with template "root"
// true ; defined templates are: "lone"
// ["tree " "5"]
// added <nil> true true
// template: nothing: "nothing" is an incomplete or empty template
// template: n:1: unclosed action true
// template: no files named in call to ParseFiles
// true own x
// f 0
// panic: unrecognized option: missingkey=what
// panic: function name "a-b" is not a valid identifier
// panic: value for a not a function
// panic: function a has 0 return values; should be 1 or 2
// panic: invalid function signature for a: second return value should be error; is int
// panic: template: x:1: unclosed action
// false true false true true true false true true true false true true true true true false true true true
// ["bottom"]
// template: self:1:11: executing "self" at <{{template "self"}}>: exceeded maximum template depth (100000)
