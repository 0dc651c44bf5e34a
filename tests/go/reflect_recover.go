// Methods that reflection has made functions of may recover when these are deferred, and so may functions of MakeFunc.
package main

import (
	"fmt"
	"reflect"
)

type pointer struct{ name string }

func (p *pointer) Stop()        { fmt.Println(p.name, "stops", recover()) }
func (p *pointer) With(n int)   { fmt.Println(p.name, "stops with", n, recover()) }
func (p *pointer) Any(n ...int) { fmt.Println(p.name, "stops with", n, recover()) }
func (p *pointer) Deep()        { deeper() }

func deeper() { fmt.Println("deeper", recover()) }

type word uintptr

func (w word) Stop() { fmt.Println("word", w, "stops", recover()) }

type large [3]string

func (l large) Stop() { fmt.Println("large", l, "stops", recover()) }

type outer struct {
	n int
	*pointer
}

type stopper interface{ Stop() }

type holder struct{ stopper }

// try defers what a function gives, and panics.
func try(name string, deferred func() func()) {
	defer func() { fmt.Println(name, "left", recover()) }()
	f := deferred()
	defer f()
	panic(name)
}

func bound(v any, method string) func() func() {
	return func() func() { return reflect.ValueOf(v).MethodByName(method).Interface().(func()) }
}

func main() {
	p := &pointer{"p"}
	for i, v := range []any{p, word(7), large{"a", "b", "c"}, outer{1, p}, &outer{2, p}, holder{word(8)}} {
		try(fmt.Sprint("bound ", i), bound(v, "Stop"))
	}
	try("deep", bound(p, "Deep"))
	var s stopper = p
	try("of an interface", func() func() {
		return reflect.ValueOf(&s).Elem().Method(0).Interface().(func())
	})
	try("expression", func() func() {
		m, _ := reflect.TypeOf(p).MethodByName("Stop")
		f := m.Func.Interface().(func(*pointer))
		return func() {
			defer f(p)
			panic("within")
		}
	})
	func() {
		defer func() { fmt.Println("with left", recover()) }()
		f := reflect.ValueOf(p).MethodByName("With").Interface().(func(int))
		defer f(3)
		panic("with")
	}()
	func() {
		defer func() { fmt.Println("variadic left", recover()) }()
		f := reflect.ValueOf(p).MethodByName("Any").Interface().(func(...int))
		defer f(3, 4)
		panic("variadic")
	}()
	func() {
		defer func() { fmt.Println("variadic expression left", recover()) }()
		m, _ := reflect.TypeOf(p).MethodByName("Any")
		f := m.Func.Interface().(func(*pointer, ...int))
		defer f(p, 5, 6)
		panic("variadic expression")
	}()
	try("made", func() func() {
		f := func([]reflect.Value) []reflect.Value {
			fmt.Println("made stops", recover())
			return nil
		}
		return reflect.MakeFunc(reflect.TypeFor[func()](), f).Interface().(func())
	})
	try("made of a method", func() func() {
		f := func([]reflect.Value) []reflect.Value { return reflect.ValueOf(p).MethodByName("Stop").Call(nil) }
		return reflect.MakeFunc(reflect.TypeFor[func()](), f).Interface().(func())
	})
	try("called", func() func() {
		return func() {
			defer reflect.ValueOf(p).MethodByName("Stop").Call(nil)
			panic("within")
		}
	})
	// Not deferred, recover does nothing.
	reflect.ValueOf(p).MethodByName("Stop").Interface().(func())()
}

// Output:
// p stops bound 0
// bound 0 left <nil>
// word 7 stops bound 1
// bound 1 left <nil>
// large [a b c] stops bound 2
// bound 2 left <nil>
// p stops bound 3
// bound 3 left <nil>
// p stops bound 4
// bound 4 left <nil>
// word 8 stops bound 5
// bound 5 left <nil>
// deeper <nil>
// deep left deep
// p stops of an interface
// of an interface left <nil>
// p stops within
// expression left expression
// p stops with 3 with
// with left <nil>
// p stops with [3 4] variadic
// variadic left <nil>
// p stops with [5 6] variadic expression
// variadic expression left <nil>
// made stops made
// made left <nil>
// p stops <nil>
// made of a method left made of a method
// p stops <nil>
// called left within
// p stops <nil>
