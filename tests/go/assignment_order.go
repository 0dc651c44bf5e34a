// Operands are evaluated left to right, then assigned left to right.
package main

import "fmt"

var log string

func f(s string, n int) int {
	log += s
	return n
}

func two() (int, int) { return 7, 8 }

func idx(s string, a []int) []int {
	log += s
	return a
}

func show() {
	fmt.Println(log)
	log = ""
}

type node struct{ next *node }

func main() {
	a, b, c := 1, 2, 3
	a, b, c = c, a, b
	fmt.Println(a, b, c)
	s := []int{0, 1, 2}
	i := 0
	i, s[i] = 2, 9
	fmt.Println(i, s)
	s[0], s[0] = 1, 2
	fmt.Println(s)
	s[1], s[2] = s[2], s[1]
	fmt.Println(s)
	idx("a", s)[f("b", 0)], idx("c", s)[f("d", 1)] = f("e", 5), f("f", 6)
	show()
	fmt.Println(s)
	r := f("1", 1) + f("2", 2)*f("3", 3)
	show()
	fmt.Println(r, f("x", 0) == 1 && f("y", 1) == 1, f("p", 1) == 1 || f("q", 1) == 1)
	show()
	m := map[int]int{f("k", 1): f("v", 2), f("l", 3): f("w", 4)}
	show()
	m[f("i", 1)] += f("j", 10)
	show()
	fmt.Println(m[1], len(m))
	arr := [...]int{f("a", 1), f("b", 2), 5: f("c", 3)}
	show()
	fmt.Println(arr)
	x, y := two()
	s[x-7], y = two()
	fmt.Println(x, y, s)
	p, q := &node{}, &node{}
	p.next, p = q, q
	fmt.Println(p == q, p.next == nil)
	head := &node{}
	head, head.next = head.next, head
	fmt.Println(head == nil)
	func(a, b, c int) { show(); fmt.Println(a, b, c) }(f("A", 1), f("B", 2), f("C", 3))
	n := 1
	n, k := n+1, n+2
	fmt.Println(n, k)
	var j interface{} = f("z", 3)
	t, ok := j.(int)
	_, ok2 := m[99]
	fmt.Println(t, ok, ok2)
	z := []int{1, 2, 3}
	for i, z[0] = range z {
	}
	fmt.Println(i, z)
	defer func() {
		fmt.Println(recover(), z)
	}()
	var nilp *node
	z[1], nilp.next, z[2] = 100, nil, 200
}

// Output:
// 3 1 2
// 2 [9 1 2]
// [2 1 2]
// [2 2 1]
// abcdef
// [5 6 1]
// 123
// 7 false true
// xp
// kvlw
// ij
// 12 2
// abc
// [1 2 0 0 0 3]
// 7 8 [7 6 1]
// true true
// true
// ABC
// 1 2 3
// 2 3
// 3 true false
// 2 [3 2 3]
// runtime error: invalid memory address or nil pointer dereference [3 100 3]
