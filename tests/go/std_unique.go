// Package unique: handles of all kinds of comparable values, in maps and in types that refer to themselves.
package main

import (
	"fmt"
	"math"
	"strings"
	"unique"
)

type name string

type point struct {
	x, y float64
	tag  string
}

// list is made of lists that are made once.
type list struct {
	head int
	tail unique.Handle[list]
}

func cons(head int, tail unique.Handle[list]) unique.Handle[list] {
	return unique.Make(list{head, tail})
}

func check[T comparable](a, b T) {
	x, y, z := unique.Make(a), unique.Make(b), unique.Make(a)
	fmt.Printf("%T %v %v %v %v %v\n", a, a, x == y, x == z, x.Value() == a, y.Value() == b)
}

func panics(f func()) {
	defer func() { fmt.Println("panic:", recover()) }()
	f()
}

func main() {
	check("a", "a")
	check("a", strings.Repeat("a", 2))
	check(1, 2)
	check(int8(1), 1)
	check(name("a"), "a")
	check([2]string{"a", "b"}, [2]string{"a", "b"})
	check(point{1, 2, "t"}, point{1, 2, "t"})
	check(point{1, 2, "t"}, point{1, 2, "u"})
	check(0.0, math.Copysign(0, -1))
	check(math.NaN(), math.NaN())
	check(struct{}{}, struct{}{})
	check[any](1, "1")
	check[any](nil, nil)
	check[any]("a", "a")
	check[error](nil, fmt.Errorf("x"))
	p := new(int)
	q := *p
	check(&q == p, false)
	h := unique.Make(math.NaN())
	fmt.Println(h == h, h != unique.Make(math.NaN()), math.IsNaN(h.Value()))

	var none unique.Handle[list]
	a := cons(1, cons(2, cons(3, none)))
	b := cons(1, cons(2, cons(3, none)))
	c := cons(0, a.Value().tail)
	fmt.Println(a == b, a == c, c.Value().tail == b.Value().tail, a.Value().tail.Value().tail.Value().tail == none)

	seen := map[unique.Handle[string]]int{}
	text := strings.Repeat("the quick brown fox jumps over the lazy dog ", 200)
	for _, w := range strings.Fields(text) {
		seen[unique.Make(w)]++
	}
	fmt.Println(len(seen), seen[unique.Make("the")], seen[unique.Make("cat")])
	bytes := []byte("change")
	k := unique.Make(string(bytes))
	bytes[0] = 'C'
	fmt.Println(k.Value(), k == unique.Make("change"), k == unique.Make(string(bytes)))
	panics(func() { none.Value() })
	panics(func() { unique.Make[any]([]int{1}) })
	panics(func() { unique.Make[any](map[string]int{}) })
}

// Output:
// string a true true true true
// string a false true true true
// int 1 false true true true
// int8 1 true true true true
// main.name a true true true true
// [2]string [a b] true true true true
// main.point {1 2 t} true true true true
// main.point {1 2 t} false true true true
// float64 0 true true true true
// float64 NaN false false false false
// struct {} {} true true true true
// int 1 false true true true
// <nil> <nil> true true true true
// string a true true true true
// <nil> <nil> false true true true
// bool false true true true true
// true true true
// true false true true
// 8 400 0
// change true false
// panic: runtime error: invalid memory address or nil pointer dereference
// panic: runtime error: hash of unhashable type []int
// panic: runtime error: hash of unhashable type map[string]int
