package main

// The types of run-time panics, as programs print them, and what they have in common.

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
)

type pair[A, B any] struct {
	first  A
	second B
}

// try prints what a function panics with.
func try(f func()) {
	defer func() {
		r := recover()
		err, isRuntime := r.(runtime.Error)
		fmt.Printf("%T %q %v\n", r, fmt.Sprint(r), isRuntime && reflect.TypeOf(err) == reflect.TypeOf(r))
	}()
	f()
}

func main() {
	var m map[string]int
	var s []int
	var none any
	var p *pair[int, int]
	closed := make(chan int)
	close(closed)
	zero, five, minus := 0, 5, -1

	try(func() { fmt.Println(s[five]) })
	try(func() { fmt.Println(s[minus]) })
	try(func() { fmt.Println("abc"[five]) })
	try(func() { fmt.Println([2]int{}[five]) })
	try(func() { fmt.Println(s[five:]) })
	try(func() { fmt.Println(s[:five]) })
	try(func() { fmt.Println("abc"[five:]) })
	try(func() { fmt.Println(s[zero:zero:five]) })
	try(func() { _ = [4]int(s) })

	try(func() { m["a"] = 1 })
	try(func() { close(closed) })
	try(func() { close((chan int)(nil)) })
	try(func() { closed <- 1 })

	try(func() { fmt.Println(five / zero) })
	try(func() { fmt.Println(five << minus) })
	try(func() { fmt.Println(p.first) })
	try(func() { _ = make([]int, minus) })
	try(func() { a, b := any(s), any(s); fmt.Println(a == b) })

	try(func() { fmt.Println(none.(int)) })
	try(func() { fmt.Println(any("x").(int)) })
	try(func() { panic(nil) })
	try(func() { panic(errors.New("its own")) })

	// A second look at what was recovered, and panicking with it again, keep the type.
	try(func() {
		defer func() { panic(recover()) }()
		fmt.Println(s[five])
	})

	// Predeclared types are told apart by nothing but their names.
	fmt.Printf("%T %T %T\n", pair[any, error]{}, pair[*error, []error]{}, pair[func(error) error, map[string]error]{})
	fmt.Println(reflect.TypeFor[pair[error, comparison]]().Name(), reflect.TypeFor[pair[error, any]]().String())
}

type comparison interface{ compare() error }

// Output:
// runtime.boundsError "runtime error: index out of range [5] with length 0" true
// runtime.boundsError "runtime error: index out of range [-1]" true
// runtime.boundsError "runtime error: index out of range [5] with length 3" true
// runtime.boundsError "runtime error: index out of range [5] with length 2" true
// runtime.boundsError "runtime error: slice bounds out of range [5:0]" true
// runtime.boundsError "runtime error: slice bounds out of range [:5] with capacity 0" true
// runtime.boundsError "runtime error: slice bounds out of range [5:3]" true
// runtime.boundsError "runtime error: slice bounds out of range [::5] with capacity 0" true
// runtime.boundsError "runtime error: cannot convert slice with length 0 to array or pointer to array with length 4" true
// runtime.plainError "assignment to entry in nil map" true
// runtime.plainError "close of closed channel" true
// runtime.plainError "close of nil channel" true
// runtime.plainError "send on closed channel" true
// runtime.errorString "runtime error: integer divide by zero" true
// runtime.errorString "runtime error: negative shift amount" true
// runtime.errorString "runtime error: invalid memory address or nil pointer dereference" true
// runtime.errorString "runtime error: makeslice: len out of range" true
// runtime.errorString "runtime error: comparing uncomparable type []int" true
// *runtime.TypeAssertionError "interface conversion: interface {} is nil, not int" true
// *runtime.TypeAssertionError "interface conversion: interface {} is string, not int" true
// *runtime.PanicNilError "panic called with nil argument" true
// *errors.errorString "its own" false
// runtime.boundsError "runtime error: index out of range [5] with length 0" true
// main.pair[interface {},error] main.pair[*error,[]error] main.pair[func(error) error,map[string]error]
// pair[error,main.comparison] main.pair[error,interface {}]
