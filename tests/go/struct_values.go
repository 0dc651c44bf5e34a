// Structs are values: copies, comparison, nesting, anonymous structs and conversion.
package main

import "fmt"

type point struct{ X, Y int }

type line struct {
	from, to point
	name     string
}

type other struct{ X, Y int }

func move(p point) point {
	p.X += 10
	return p
}

func moveBy(p *point, d int) { p.X += d; p.Y += d }

type list struct {
	value int
	next  *list
}

func main() {
	p := point{1, 2}
	q := p
	q.X = 5
	fmt.Println(p, q, p == q, p == point{1, 2}, p != q)
	fmt.Println(move(p), p)
	moveBy(&p, 3)
	fmt.Println(p)
	l := line{from: p, name: "l"}
	m := l
	m.to.Y = 7
	m.from.X++
	fmt.Println(l, m, l == m)
	pp := &m.to
	pp.X = 11
	(*pp).Y++
	fmt.Println(m, *pp)
	o := other(p)
	fmt.Println(o, point(o) == p)
	anon := struct {
		A int
		B string
	}{1, "b"}
	fmt.Printf("%v %+v %T\n", anon, anon, anon)
	var z line
	fmt.Printf("%v %+v %#v\n", z, l, l)
	n := &list{1, &list{2, &list{3, nil}}}
	sum := 0
	for e := n; e != nil; e = e.next {
		sum += e.value
	}
	fmt.Println(sum, n.next.next.value)
	arr := []line{l, m}
	arr[0].from.Y = 99
	c := arr[1]
	c.name = "c"
	fmt.Println(arr[0].from, l.from, arr[1].name, c.name)
	type empty struct{}
	fmt.Println(empty{} == empty{}, []empty{{}, {}})
	var iface interface{} = p
	p.X = -1
	fmt.Println(iface, iface == interface{}(point{4, 5}), iface.(point).X)
	f := func() (r struct{ a, b int }) { r.a, r.b = 1, 2; return }
	fmt.Println(f().a, f())
	ps := map[string]point{"a": {1, 2}}
	t := ps["a"]
	t.X = 50
	fmt.Println(ps, ps["none"].Y)
}

// Output:
// {1 2} {5 2} false true true
// {11 2} {1 2}
// {4 5}
// {{4 5} {0 0} l} {{5 5} {0 7} l} false
// {{5 5} {11 8} l} {11 8}
// {4 5} true
// {1 b} {A:1 B:b} struct { A int; B string }
// {{0 0} {0 0} } {from:{X:4 Y:5} to:{X:0 Y:0} name:l} main.line{from:main.point{X:4, Y:5}, to:main.point{X:0, Y:0}, name:"l"}
// 6 3
// {4 99} {4 5} l c
// true [{} {}]
// {4 5} true 4
// 1 {1 2}
// map[a:{1 2}] 0
