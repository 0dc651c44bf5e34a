package main

import (
	"fmt"
	"reflect"
)

type T struct {
	a, _, c int
	_       string
	_       [2]int
	d       float64
}

type small struct{ a, _ int8 }

func f(s string) string {
	fmt.Println("evaluated", s)
	return s
}

var global = T{1, 2, 3, "x", [2]int{4, 5}, 6}

// Fields called _ are zero whatever a literal gives them, and what it gives them is evaluated.
func main() {
	t := T{1, len(f("a")), 3, f("b"), [2]int{4, 5}, 6}
	p := &T{1, 2, 3, f("c"), [2]int{len(f("d")), 5}, 6}
	for _, v := range []T{t, *p, global} {
		fmt.Println(v, v == t)
		r := reflect.ValueOf(v)
		fmt.Println(r.Field(1).Int(), r.Field(3).String(), r.Field(4).Index(1).Int())
	}
	s := small{1, 2}
	list := []small{{3, 4}, {5, 6}}
	m := map[small]string{{7, 8}: "x"}
	fmt.Println(s, list, m, reflect.ValueOf(list[1]).Field(1).Int())
}

// Output:
// evaluated a
// evaluated b
// evaluated c
// evaluated d
// {1 0 3  [0 0] 6} true
// 0  0
// {1 0 3  [0 0] 6} true
// 0  0
// {1 0 3  [0 0] 6} true
// 0  0
// {1 0} [{3 0} {5 0}] map[{7 0}:x] 0
