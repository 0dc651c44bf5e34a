// Weak pointers to what is alive: values, comparison, pointers into objects, nil, and uses as keys.
package main

import (
	"fmt"
	"runtime"
	"weak"
)

type node struct {
	name   string
	parent weak.Pointer[node]
	left   *node
	size   [4]int
}

type cache[K comparable, V any] struct{ m map[K]weak.Pointer[V] }

func (c *cache[K, V]) get(k K, make func() *V) (*V, bool) {
	if p, ok := c.m[k]; ok {
		if v := p.Value(); v != nil {
			return v, true
		}
	}
	v := make()
	c.m[k] = weak.Make(v)
	return v, false
}

func main() {
	x := new(int)
	*x = 7
	p, q := weak.Make(x), weak.Make(x)
	fmt.Println(p == q, p.Value() == x, *p.Value(), p.Value() == q.Value())
	*p.Value() = 8
	fmt.Println(*x, *q.Value())

	var none weak.Pointer[int]
	fmt.Println(none.Value() == nil, none == weak.Make[int](nil), none == p, weak.Make[int](nil).Value() == nil)

	y := new(int)
	fmt.Println(weak.Make(y) == p, weak.Make(y) == weak.Make(y))

	n := &node{name: "root"}
	n.left = &node{name: "left", parent: weak.Make(n)}
	fmt.Println(n.left.parent.Value().name, n.parent.Value() == nil, n.left.parent == weak.Make(n))
	a, b := weak.Make(&n.size[1]), weak.Make(&n.size[2])
	n.size[1], n.size[2] = 11, 22
	fmt.Println(*a.Value(), *b.Value(), a == b, a == weak.Make(&n.size[1]))
	name := weak.Make(&n.name)
	*name.Value() += "!"
	fmt.Println(n.name)

	runtime.GC()
	fmt.Println(p.Value() == x, n.left.parent.Value() == n, *a.Value())

	set := map[weak.Pointer[int]]string{p: "x", none: "none"}
	set[weak.Make(y)] = "y"
	fmt.Println(len(set), set[q], set[weak.Make[int](nil)], set[weak.Make(y)])

	c := cache[string, node]{m: map[string]weak.Pointer[node]{}}
	one, found := c.get("one", func() *node { return n })
	fmt.Println(one == n, found)
	again, found := c.get("one", func() *node { panic("not called") })
	fmt.Println(again == n, found)

	var any1, any2 any = p, q
	fmt.Println(any1 == any2, any1 == any(weak.Make(n)))
	_, isInt := any1.(weak.Pointer[int])
	_, isNode := any1.(weak.Pointer[node])
	fmt.Println(isInt, isNode)
	fmt.Printf("%T %T\n", p, weak.Make(n))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	runtime.KeepAlive(n)
}

// Output:
// true true 7 true
// 8 8
// true true false true
// false true
// root true true
// 11 22 false true
// root!
// true true 11
// 3 x none y
// true false
// true true
// true false
// true false
// weak.Pointer[int] weak.Pointer[main.node]
