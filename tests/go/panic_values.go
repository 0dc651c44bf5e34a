// Any value can be panicked with and comes back from recover as it was.
package main

import (
	"errors"
	"fmt"
)

type custom struct {
	code int
	text string
}

type errType struct{ custom }

func (e errType) Error() string { return fmt.Sprint("E", e.code) }

func catch(v interface{}) (r interface{}) {
	defer func() { r = recover() }()
	panic(v)
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		if err, ok := r.(error); ok {
			_, isRuntime := r.(interface{ RuntimeError() })
			fmt.Println(name, "error:", err.Error(), isRuntime)
			return
		}
		fmt.Printf("%s %T %v\n", name, r, r)
	}()
	f()
}

func main() {
	fmt.Println(catch(1), catch("s"), catch(2.5), catch(custom{3, "c"}), catch(nil))
	x := new(int)
	fmt.Println(catch(x) == x, catch(errType{custom{4, ""}}))
	e := errors.New("same")
	fmt.Println(catch(e) == e)
	zero := 0
	var p *custom
	var m map[string]int
	var f func()
	var err error
	var any interface{}
	var c chan int
	try("divide", func() { fmt.Println(1 / zero) })
	try("modulo", func() { fmt.Println(1 % zero) })
	try("unsigned", func() { fmt.Println(uint8(1) / uint8(zero)) })
	try("nil field", func() { fmt.Println(p.text) })
	try("nil write", func() { p.code = 1 })
	try("nil star", func() { fmt.Println(*p) })
	try("nil map", func() { m["a"]++ })
	try("nil func", func() { f() })
	try("nil interface", func() { fmt.Println(err.Error()) })
	try("assertion", func() { fmt.Println(any.(string)) })
	try("close nil", func() { close(c) })
	try("close twice", func() { c = make(chan int); close(c); close(c) })
	try("send closed", func() { c <- 1 })
	try("nil panic", func() { panic(nil) })
	try("errorf", func() { panic(fmt.Errorf("code %d", 5)) })
	try("custom error", func() { panic(errType{custom{7, "x"}}) })
	try("hash", func() { fmt.Println(map[interface{}]int{any: 1}[[]int{}]) })
	try("array", func() { var a [3]int; i := 3; a[i]++ })
	try("none", func() {})
}

// Output:
// 1 s 2.5 {3 c} panic called with nil argument
// true E4
// true
// divide error: runtime error: integer divide by zero true
// modulo error: runtime error: integer divide by zero true
// unsigned error: runtime error: integer divide by zero true
// nil field error: runtime error: invalid memory address or nil pointer dereference true
// nil write error: runtime error: invalid memory address or nil pointer dereference true
// nil star error: runtime error: invalid memory address or nil pointer dereference true
// nil map error: assignment to entry in nil map true
// nil func error: runtime error: invalid memory address or nil pointer dereference true
// nil interface error: runtime error: invalid memory address or nil pointer dereference true
// assertion error: interface conversion: interface {} is nil, not string true
// close nil error: close of nil channel true
// close twice error: close of closed channel true
// send closed error: send on closed channel true
// nil panic error: panic called with nil argument true
// errorf error: code 5 false
// custom error error: E7 false
// hash error: runtime error: hash of unhashable type []int true
// array error: runtime error: index out of range [3] with length 3 true
// none <nil> <nil>
