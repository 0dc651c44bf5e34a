// Defined types, aliases, local types, and conversion between identical underlying types.
package main

import "fmt"

type (
	celsius    float64
	fahrenheit float64
	alias      = celsius
	pair       struct{ a, b int }
	pairs      []pair
	matrix     [2][2]celsius
	handler    func(pair) pairs
	table      map[celsius]pairs
)

func (c celsius) f() fahrenheit { return fahrenheit(c*9/5 + 32) }
func (f fahrenheit) c() celsius { return celsius((f - 32) * 5 / 9) }
func (p pairs) sum() (n int) {
	for _, x := range p {
		n += x.a + x.b
	}
	return
}
func (m *matrix) fill(c celsius) *matrix {
	for i := range m {
		for j := range m[i] {
			m[i][j] = c * celsius(i*2+j)
		}
	}
	return m
}

type byteString []byte
type runes []rune
type bits uint8

func (b *bits) set(n uint)     { *b |= 1 << n }
func (b bits) has(n uint) bool { return b&(1<<n) != 0 }

func main() {
	var t alias = 100
	fmt.Println(t.f(), fahrenheit(212).c(), celsius(1)+alias(2))
	fmt.Printf("%T %T %T %v\n", t, t.f(), pairs{}, new(matrix).fill(1.5))
	p := pairs{{1, 2}, {3, 4}}
	fmt.Println(p.sum(), pairs(nil).sum(), pairs([]pair{{5, 6}}).sum(), []pair(p)[1])
	h := handler(func(x pair) pairs { return append(p, x) })
	fmt.Println(h(pair{7, 8}).sum(), len(p))
	tb := table{1.5: p}
	tb[1.5][0].a = 50
	fmt.Println(tb, p[0])
	fmt.Println(string(byteString("bytes")), string(runes("rünes")), []byte(byteString{65}), byteString("x")[0])
	var b bits
	b.set(3)
	b.set(0)
	fmt.Println(b, b.has(3), b.has(2), b<<4>>4, ^b)
	type local struct{ pair }
	l := local{pair{1, 2}}
	fmt.Printf("%v %T %d\n", l, l, l.a)
	{
		type local int
		var l local = 5
		fmt.Printf("%v %T\n", l, l)
	}
	type anon = struct{ X int }
	var q anon = struct{ X int }{3}
	fmt.Printf("%T %v\n", q, q)
	type node struct {
		v    int
		kids []*node
	}
	n := node{1, []*node{{2, nil}, {3, []*node{{4, nil}}}}}
	fmt.Println(n.kids[1].kids[0].v)
	type rec map[string]rec
	r := rec{"a": {"b": {}}}
	fmt.Println(r, len(r["a"]["b"]))
	type F func(int) F
	var f F
	count := 0
	f = func(x int) F { count += x; return f }
	f(1)(2)(3)
	fmt.Println(count)
	type S []S
	s := S{S{}, S{S{}}}
	fmt.Println(len(s), len(s[1]), s)
	_ = fahrenheit(t)
	var any interface{} = t
	_, isF := any.(float64)
	_, isC := any.(alias)
	fmt.Println(isF, isC)
}

// Output:
// 212 100 3
// main.celsius main.fahrenheit main.pairs &[[0 1.5] [3 4.5]]
// 10 0 11 {3 4}
// 25 2
// map[1.5:[{50 2} {3 4}]] {50 2}
// bytes rünes [65] 120
// 9 true false 9 246
// {{1 2}} main.local 1
// 5 main.local
// struct { X int } {3}
// 4
// map[a:map[b:map[]]] 0
// 6
// 2 1 [[] [[]]]
// false true
