// The types of run-time errors that programs name.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

func try(f func()) {
	defer func() {
		r := recover()
		err, _ := r.(error)
		fmt.Printf("%T %v\n", r, r)
		var null *runtime.PanicNilError
		var assertion *runtime.TypeAssertionError
		var any runtime.Error
		fmt.Println(errors.As(err, &null), errors.As(err, &assertion), errors.As(err, &any))
	}()
	f()
}

type celsius float64

func main() {
	try(func() { panic(nil) })
	try(func() {
		var err error
		panic(err)
	})
	try(func() {
		var x any = celsius(1)
		_ = x.(string)
	})
	try(func() {
		var x any
		_ = x.(error)
	})
	try(func() {
		var x any = 1
		_ = x.(fmt.Stringer)
	})
	fmt.Println(new(runtime.PanicNilError).Error())
	defer func() { panic(recover()) }()
	var err error
	_ = err.(runtime.Error)
}

// Exit: 2
// Stderr:
// panic: interface conversion: interface is nil, not runtime.Error [recovered, repanicked]
// goroutine 1 [running]:

// Output:
// *runtime.PanicNilError panic called with nil argument
// true false true
// *runtime.PanicNilError panic called with nil argument
// true false true
// *runtime.TypeAssertionError interface conversion: interface {} is main.celsius, not string
// false true true
// *runtime.TypeAssertionError interface conversion: interface is nil, not error
// false true true
// *runtime.TypeAssertionError interface conversion: int is not fmt.Stringer: missing method String
// false true true
// panic called with nil argument
