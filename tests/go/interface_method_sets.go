// Which methods a value, a pointer and an embedded field bring into an interface, and how calls dispatch.
package main

import "fmt"

type namer interface{ name() string }
type val struct{ s string }

func (v val) name() string  { return "val " + v.s }
func (v *val) set(s string) { v.s = s }

type byPointer struct{ *val }
type byValue struct{ val }
type override struct{ byValue }

func (o override) name() string { return "override of " + o.byValue.name() }

type number int

func (n number) name() string { return fmt.Sprint("number ", int(n)) }

type text string

func (t text) name() string { return "text " + string(t) }

type floats [2]float64

func (f floats) name() string { return fmt.Sprint("floats ", f[0]+f[1]) }

type fn func() string

func (f fn) name() string { return "fn " + f() }

type m map[string]int

func (x m) name() string { return fmt.Sprint("map ", len(x)) }

type list []namer

func (l list) name() string {
	s := "list"
	for _, n := range l {
		s += "(" + n.name() + ")"
	}
	return s
}

type ch chan int

func (c ch) name() string { return fmt.Sprint("chan ", cap(c)) }

type empty struct{}

func (empty) name() string { return "empty" }

type flag bool

func (f flag) name() string { return fmt.Sprint("flag ", bool(f)) }

type small uint8

func (s small) name() string { return fmt.Sprint("small ", uint8(s)) }

type single struct{ p *int }

func (s single) name() string { return fmt.Sprint("single ", *s.p) }

func main() {
	v := val{"v"}
	n := 5
	bp := byPointer{&v}
	names := []namer{v, &v, bp, byValue{v}, &byValue{v}, override{byValue{v}}, &override{byValue{v}}, number(3), text("t"), floats{1, 2.5}, fn(func() string { return "called" }), m{"a": 1}, list{number(1), text("in")}, ch(make(chan int, 4)), empty{}, &empty{}, flag(true), small(200), single{&n}}
	v.set("changed")
	bp.set("changed through pointer")
	n = 6
	for _, x := range names {
		fmt.Println(x.name())
	}
	var x namer = v
	y := x
	x = number(9)
	fmt.Println(y.name(), x.name())
	seen := map[namer]int{}
	for _, x := range []namer{number(1), text("a"), number(1), small(1), empty{}, empty{}, flag(true), &v, &v} {
		seen[x]++
	}
	fmt.Println(len(seen), seen[number(1)], seen[empty{}], seen[&v], seen[val{}])
}

// Output:
// val v
// val changed through pointer
// val changed through pointer
// val v
// val v
// override of val v
// override of val v
// number 3
// text t
// floats 3.5
// fn called
// map 1
// list(number 1)(text in)
// chan 4
// empty
// empty
// flag true
// small 200
// single 6
// val changed through pointer number 9
// 6 2 2 2 0
