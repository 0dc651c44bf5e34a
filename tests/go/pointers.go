// Pointers to variables, fields, elements, and pointers to pointers.
package main

import "fmt"

type node struct {
	val         int
	left, right *node
}

func (n *node) insert(v int) *node {
	if n == nil {
		return &node{val: v}
	}
	if v < n.val {
		n.left = n.left.insert(v)
	} else {
		n.right = n.right.insert(v)
	}
	return n
}

func (n *node) each(f func(int)) {
	if n == nil {
		return
	}
	n.left.each(f)
	f(n.val)
	n.right.each(f)
}

func insertThrough(root **node, v int) {
	for *root != nil {
		if v < (*root).val {
			root = &(*root).left
		} else {
			root = &(*root).right
		}
	}
	*root = &node{val: v}
}

func swap(a, b *int)     { *a, *b = *b, *a }
func leak() (*int, *int) { x := 1; y := x + 1; return &x, &y }
func param(x int) *int   { return &x }
func result() (r int)    { p := &r; defer func() { *p *= 2 }(); *p = 21; return *p }

type big struct {
	arr [4]struct{ a, b int }
	sub *big
}

func main() {
	x, y := 1, 2
	swap(&x, &y)
	p := &x
	pp := &p
	**pp = 50
	*pp = &y
	*p++
	fmt.Println(x, y, *p == y, p == &y, &x == &x)
	var root *node
	for _, v := range []int{5, 2, 8, 1, 9, 3} {
		root = root.insert(v)
	}
	insertThrough(&root, 4)
	insertThrough(&root, 0)
	root.each(func(v int) { fmt.Print(v, " ") })
	fmt.Println(".")
	a, b := leak()
	fmt.Println(*a, *b, *param(3), result())
	var g big
	q := &g.arr[2]
	q.b = 7
	r := &q.a
	*r = 6
	h := g
	q.b++
	fmt.Println(g.arr, h.arr)
	g.sub = &g
	g.sub.sub.sub.arr[0].a = 1
	fmt.Println(g.arr[0].a, g.sub == &g, h.sub == nil)
	s := []int{1, 2, 3}
	e := &s[1]
	s = append(s, 4)
	*e = 20
	fmt.Println(s, *e)
	arr := [3]int{1, 2, 3}
	pa := &arr
	for i := range pa {
		pa[i] *= 2
	}
	ps := pa[:]
	ps[0] = -1
	fmt.Println(arr, len(pa), *pa)
	n := new(int)
	*n += 5
	st := new(node)
	st.val = *n
	fmt.Println(*n, st.val, *new(string) == "")
	m := map[string]*node{"a": {val: 1}}
	m["a"].val++
	m["b"] = m["a"]
	m["b"].val++
	fmt.Println(m["a"].val)
	type self *self
	var sp self
	sp = &sp
	fmt.Println(sp == *sp)
	f := func() *int { return &x }
	*f() = 9
	fmt.Println(x)
	z1, z2 := &struct{ v int }{1}, &struct{ v int }{1}
	fmt.Println(z1 == z2, *z1 == *z2)
}

// Output:
// 50 2 true true true
// 0 1 2 3 4 5 8 9 .
// 1 2 3 42
// [{0 0} {0 0} {6 8} {0 0}] [{0 0} {0 0} {6 7} {0 0}]
// 1 true true
// [1 2 3 4] 20
// [-1 4 6] 3 [-1 4 6]
// 5 5 true
// 3
// true
// 9
// false true
