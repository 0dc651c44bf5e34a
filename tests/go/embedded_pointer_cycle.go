// Types that refer to each other and to themselves.
package main

import "fmt"

type a struct {
	name string
	b    *b
	list []a
	m    map[string]a
	f    func(a) a
}

type b struct {
	*c
	owner *a
}

type c struct {
	bs   []*b
	next *c
	i    iface
}

type iface interface {
	visit(iface) iface
}

func (x *c) visit(i iface) iface {
	if i == nil {
		return x
	}
	return i.visit(nil)
}

type expr interface{ eval(env map[string]int) int }
type num int
type ref string
type bin struct {
	op   byte
	l, r expr
}
type let struct {
	name      string
	val, body expr
}

func (n num) eval(map[string]int) int     { return int(n) }
func (r ref) eval(env map[string]int) int { return env[string(r)] }
func (b bin) eval(env map[string]int) int {
	l, r := b.l.eval(env), b.r.eval(env)
	switch b.op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	}
	panic("bad operator " + string(rune(b.op)))
}
func (l *let) eval(env map[string]int) int {
	inner := map[string]int{}
	for k, v := range env {
		inner[k] = v
	}
	inner[l.name] = l.val.eval(env)
	return l.body.eval(inner)
}

func main() {
	x := &a{name: "x"}
	x.b = &b{&c{}, x}
	x.b.bs = append(x.b.bs, x.b, nil)
	x.b.next = x.b.c
	x.list = []a{*x, {name: "inner"}}
	x.m = map[string]a{"self": *x}
	x.f = func(y a) a { y.name += "!"; return y }
	fmt.Println(x.b.owner.b.bs[0].owner.name, len(x.list[0].list), x.m["self"].list[1].name, x.f(*x).name, x.name)
	fmt.Println(x.b.next.next.next == x.b.c, x.b.visit(x.b.c) == iface(x.b.c))
	e := &let{"v", bin{'+', num(2), num(3)}, bin{'*', ref("v"), bin{'-', ref("v"), num(1)}}}
	fmt.Println(e.eval(nil), bin{'+', e, ref("v")}.eval(map[string]int{"v": 100}))
	defer func() { fmt.Println(recover()) }()
	bin{'/', num(1), num(2)}.eval(nil)
}

// Output:
// x 0 inner x! x
// true true
// 20 120
// bad operator /
