// What is evaluated at the defer statement, what panics there, and what panics when the call runs.
package main

import "fmt"

type t struct{ n int }

func (x t) val()    { fmt.Println("val", x.n) }
func (x *t) ptr()   { fmt.Println("ptr", x.n) }
func (x *t) nilOk() { fmt.Println("nilOk", x == nil) }

type doer interface{ ptr() }

func try(name string, f func()) {
	defer func() { fmt.Println(name, "->", recover()) }()
	f()
	fmt.Println(name, "body returned")
}

func get(n int) *t {
	fmt.Println("get", n)
	return &t{n}
}

func main() {
	try("nil func", func() {
		var f func()
		defer f()
		fmt.Println("deferred a nil func")
	})
	try("nil interface", func() {
		var d doer
		defer d.ptr()
		fmt.Println("not reached")
	})
	try("nil pointer, value method", func() {
		var p *t
		defer p.val()
		fmt.Println("not reached")
	})
	try("nil pointer, pointer method", func() {
		var p *t
		defer p.nilOk()
		defer p.ptr()
		fmt.Println("reached")
	})
	try("chain", func() {
		defer get(1).ptr()
		x := t{2}
		defer x.val()
		defer x.ptr()
		x.n = 3
		f := x.val
		x.n = 4
		defer f()
		defer func(v t) { v.val() }(x)
		x.n = 5
	})
	try("func variable changes", func() {
		f := func() { fmt.Println("first") }
		defer f()
		f = func() { fmt.Println("second") }
		defer func() { f() }()
		f = func() { fmt.Println("third") }
	})
	try("index out of range in an argument", func() {
		var s []int
		i := 1
		defer fmt.Println(s[i])
		fmt.Println("not reached")
	})
	try("built-ins", func() {
		m := map[int]int{1: 1}
		c := make(chan int, 1)
		s := []int{1, 2}
		defer func() { fmt.Println(len(m), s) }()
		defer delete(m, 1)
		defer copy(s, []int{9})
		defer close(c)
		defer panic("deferred panic")
		defer func() { recover() }()
		panic("replaced")
	})
	try("many", func() {
		n := 0
		defer func() { fmt.Println(n) }()
		for i := 0; i < 1000; i++ {
			defer func() { n += i }()
		}
	})
}

// Output:
// deferred a nil func
// nil func -> runtime error: invalid memory address or nil pointer dereference
// nil interface -> runtime error: invalid memory address or nil pointer dereference
// nil pointer, value method -> runtime error: invalid memory address or nil pointer dereference
// reached
// nilOk true
// nil pointer, pointer method -> runtime error: invalid memory address or nil pointer dereference
// get 1
// val 4
// val 3
// ptr 5
// val 2
// ptr 1
// chain body returned
// chain -> <nil>
// third
// first
// func variable changes body returned
// func variable changes -> <nil>
// index out of range in an argument -> runtime error: index out of range [1] with length 0
// 0 [9 2]
// built-ins -> deferred panic
// 499500
// many body returned
// many -> <nil>
