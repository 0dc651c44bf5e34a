// A panic passes through methods, closures, interface calls and goroutine-local deferred work in order.
package main

import (
	"errors"
	"fmt"
)

type layer interface{ call(int) (int, error) }
type base struct{}
type logging struct {
	layer
	name string
}
type retry struct {
	layer
	times int
}
type safe struct{ layer }

var errTemp = errors.New("temporary")
var calls int
var trace []string

func (base) call(n int) (int, error) {
	calls++
	switch {
	case n < 0:
		panic(fmt.Sprintf("negative %d", n))
	case n == 0:
		var m map[string]int
		m["x"]++
	case calls%3 != 0:
		return 0, errTemp
	}
	return 100 / n, nil
}

func (l logging) call(n int) (r int, err error) {
	trace = append(trace, l.name+"+")
	defer func() { trace = append(trace, fmt.Sprint(l.name, "-", r, err)) }()
	return l.layer.call(n)
}

func (t retry) call(n int) (r int, err error) {
	for i := 0; i < t.times; i++ {
		if r, err = t.layer.call(n); err == nil {
			return
		}
	}
	return r, fmt.Errorf("after %d tries: %v", t.times, err)
}

func (s safe) call(n int) (r int, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("caught error: %v", x)
		default:
			err = fmt.Errorf("caught %T: %v", x, x)
		}
	}()
	r = -1
	return s.layer.call(n)
}

func cleanup(names ...string) (out []string) {
	defer func() {
		if r := recover(); r != nil {
			out = append(out, fmt.Sprint("stopped by ", r))
		}
	}()
	for _, n := range names {
		defer func() {
			if n == "bad" {
				panic("in cleanup of " + n)
			}
			out = append(out, "cleaned "+n)
		}()
	}
	panic("body")
}

func main() {
	stack := safe{logging{retry{logging{base{}, "inner"}, 4}, "outer"}}
	for _, n := range []int{7, -1, 0, 50} {
		calls = 0
		r, err := stack.call(n)
		fmt.Println(n, r, err, calls)
		fmt.Println(trace)
		trace = nil
	}
	fmt.Println(cleanup("a", "b"))
	fmt.Println(cleanup("a", "bad", "c"))
	fmt.Println(cleanup("bad", "worse"))
	res := make(chan error)
	for i := -1; i < 2; i++ {
		go func() {
			_, err := safe{logging{base{}, "go"}}.call(i * 3)
			res <- err
		}()
		fmt.Println(<-res)
	}
	f := func(g func(func())) (err interface{}) {
		defer func() { err = recover() }()
		g(func() { panic("from a callback") })
		return "not reached"
	}
	fmt.Println(f(func(h func()) {
		defer func() { fmt.Println("passing by") }()
		h()
	}))
}

// Output:
// 7 14 <nil> 3
// [outer+ inner+ inner-0 temporary inner+ inner-0 temporary inner+ inner-14 <nil> outer-14 <nil>]
// -1 -1 caught string: negative -1 1
// [outer+ inner+ inner-0 <nil> outer-0 <nil>]
// 0 -1 caught error: assignment to entry in nil map 1
// [outer+ inner+ inner-0 <nil> outer-0 <nil>]
// 50 2 <nil> 3
// [outer+ inner+ inner-0 temporary inner+ inner-0 temporary inner+ inner-2 <nil> outer-2 <nil>]
// [cleaned b cleaned a stopped by body]
// [cleaned c cleaned a stopped by in cleanup of bad]
// [cleaned worse stopped by in cleanup of bad]
// caught string: negative -3
// caught error: assignment to entry in nil map
// <nil>
// passing by
// from a callback
