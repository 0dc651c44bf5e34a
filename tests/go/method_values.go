// Method values bind their receiver when they are made; method expressions take it as an argument.
package main

import "fmt"

type num int

func (n num) plus(m num) num { return n + m }
func (n *num) inc()          { *n++ }
func (n num) String() string { return fmt.Sprintf("num(%d)", int(n)) }

type pt struct{ x, y int }

func (p pt) sum() int          { return p.x + p.y }
func (p *pt) scale(k int)      { p.x *= k; p.y *= k }
func (p pt) args(a ...int) int { return len(a) + p.x }

type summer interface{ sum() int }

type fn func(int) int

func (f fn) twice(x int) int { return f(f(x)) }

type list []int

func (l list) len() int     { return len(l) }
func (l *list) add(v int)   { *l = append(*l, v) }
func (l list) set(i, v int) { l[i] = v }

func main() {
	n := num(3)
	plus := n.plus
	n = 10
	fmt.Println(plus(4), n.plus(4), num.plus(1, 2), (*num).plus(&n, 5))
	inc := n.inc
	inc()
	inc()
	(*num).inc(&n)
	fmt.Println(n)
	p := pt{1, 2}
	sum := p.sum
	scale := p.scale
	scale(10)
	fmt.Println(sum(), p.sum(), pt.sum(p), p)
	f := (*pt).scale
	f(&p, 2)
	g := pt.args
	fmt.Println(p, g(p), g(p, 1, 2), p.args([]int{1, 2, 3}...))
	var s summer = p
	h := s.sum
	s = pt{100, 100}
	fmt.Println(h(), s.sum(), summer.sum(s))
	fmt.Println(fn(func(x int) int { return x * x }).twice(3))
	var l list
	l.add(1)
	l.add(2)
	l.set(0, 9)
	add := l.add
	add(3)
	fmt.Println(l, l.len())
	calls := map[string]func(num) num{"plus": num(5).plus}
	fmt.Println(calls["plus"](6))
	ps := []*pt{{1, 1}, {2, 2}}
	var fs []func(int)
	for _, q := range ps {
		fs = append(fs, q.scale)
	}
	for i, k := range fs {
		k(i + 2)
	}
	fmt.Println(*ps[0], *ps[1])
	defer func() { fmt.Println(recover()) }()
	var np *pt
	k := np.scale
	fmt.Println("bound a nil pointer")
	v := np.sum
	fmt.Println("unreachable", k, v)
}

// Output:
// num(7) num(14) num(3) num(15)
// num(13)
// 3 30 30 {10 20}
// {20 40} 20 22 23
// 60 200 200
// 81
// [9 2 3] 3
// num(11)
// {2 2} {6 6}
// bound a nil pointer
// runtime error: invalid memory address or nil pointer dereference
