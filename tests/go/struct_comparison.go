// Equality of structs and arrays field by field, including floats, strings and interfaces.
package main

import (
	"fmt"
	"math"
)

type small struct {
	a int8
	b int64
	c bool
}

type mixed struct {
	f    float64
	s    string
	i    interface{}
	p    *int
	arr  [2]small
	_    int
	nest struct{ x, y uint16 }
}

func main() {
	a := small{1, 2, true}
	b := a
	fmt.Println(a == b, a == small{1, 2, false}, a != b)
	n := 1
	x := mixed{f: 1.5, s: "s", i: 1, p: &n, arr: [2]small{{1, 1, true}, {}}}
	y := x
	fmt.Println(x == y)
	y.s = "s" + string(rune('a'))[:0]
	fmt.Println(x == y)
	y.arr[1].c = true
	fmt.Println(x == y)
	y = x
	y.i = int64(1)
	fmt.Println(x == y)
	y = x
	y.p = new(int)
	fmt.Println(x == y)
	y = x
	y.nest.y = 1
	fmt.Println(x == y)
	y = x
	x.f, y.f = 0, math.Copysign(0, -1)
	fmt.Println(x == y)
	x.f, y.f = math.NaN(), math.NaN()
	fmt.Println(x == y, x == x)
	fmt.Println([2]string{"a", "b"} == [2]string{"a", "b"}, [2]interface{}{1, "a"} == [2]interface{}{1, "a"})
	var i, j interface{} = a, b
	fmt.Println(i == j, i == interface{}(small{}), i != nil)
	type other struct {
		a int8
		b int64
		c bool
	}
	j = other(a)
	fmt.Println(i == j, other(a) == other(b), a == small(other(b)))
	fmt.Println(struct{ v int }{1} == struct{ v int }{1})
	m := map[interface{}]int{a: 1, [1]small{a}: 2}
	fmt.Println(m[b], m[[1]small{b}], m[other(b)])
	func() {
		defer func() { fmt.Println(recover()) }()
		p, q := mixed{f: 1, i: []int{1}}, mixed{f: 2, i: []int{1}}
		fmt.Println(p == q)
		q.f = 1
		fmt.Println(p == q)
	}()
}

// Output:
// true false false
// true
// true
// false
// false
// false
// false
// true
// false false
// true true
// true false true
// false true true
// true
// 1 2 0
// false
// runtime error: comparing uncomparable type []int
