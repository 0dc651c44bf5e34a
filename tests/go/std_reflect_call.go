package main

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"sort"
	"strings"
	"sync"
	"time"
)

// Calls through reflection that wait, panic and unwind.

type Big struct {
	A [5]int
	S string
	M map[string]int
}

type Shape interface {
	Area() float64
	Scale(f float64) Shape
}

type Sq struct{ L float64 }

func (s Sq) Area() float64         { return s.L * s.L }
func (s Sq) Scale(f float64) Shape { return Sq{s.L * f} }
func (s *Sq) Grow(n float64)       { s.L += n }
func (s Sq) Many(a int8, b string, c Big, d ...any) (Big, error, uint16) {
	c.A[2] = int(a)
	c.S = b + fmt.Sprint(d...)
	return c, errors.New("e" + b), uint16(len(d))
}

type Str string

func (s Str) Upper() string { return strings.ToUpper(string(s)) }

type Fn func(int) int

func (f Fn) Twice(n int) int { return f(f(n)) }

type Base struct{ N int }

func (b *Base) Inc() int { b.N++; return b.N }
func (b Base) Get() int  { return b.N }

type Derived struct {
	*Base
	Str
}

func main() {
	big := Big{S: "s", M: map[string]int{"k": 1}}
	v := reflect.ValueOf(Sq{3})
	out := v.MethodByName("Many").Call([]reflect.Value{reflect.ValueOf(int8(-5)), reflect.ValueOf("x"), reflect.ValueOf(big),
		reflect.ValueOf(1), reflect.ValueOf("two"), reflect.ValueOf(3.5)})
	fmt.Println(out[0].Interface(), out[1].Interface(), out[2].Uint(), out[1].Kind(), out[1].Type())
	fmt.Println(big.A)
	// Through an interface.
	var s Shape = Sq{2}
	iv := reflect.ValueOf(&s).Elem()
	fmt.Println(iv.Kind(), iv.NumMethod(), iv.Type().Method(0).Name, iv.Type().Method(0).Type, iv.Method(0).Call(nil)[0])
	fmt.Println(iv.MethodByName("Scale").Call([]reflect.Value{reflect.ValueOf(1.5)})[0].Elem().Field(0))
	// Methods of pointers, promoted methods, named functions and strings.
	p := &Sq{1}
	reflect.ValueOf(p).MethodByName("Grow").Call([]reflect.Value{reflect.ValueOf(2.0)})
	fmt.Println(p.L, reflect.ValueOf(p).MethodByName("Area").Call(nil)[0].Float())
	d := Derived{&Base{4}, "str"}
	dv := reflect.ValueOf(d)
	for i := 0; i < dv.NumMethod(); i++ {
		fmt.Println(dv.Type().Method(i).Name, dv.Type().Method(i).Type, dv.Method(i).Type(), dv.Method(i).Call(nil)[0], dv.Type().Method(i).Func.Call([]reflect.Value{dv})[0])
	}
	fmt.Println(reflect.ValueOf(Fn(func(n int) int { return n * 3 })).MethodByName("Twice").Call([]reflect.Value{reflect.ValueOf(2)})[0])
	// Method values as functions keep their receivers.
	sq := Sq{5}
	area := reflect.ValueOf(&sq).Elem().Method(0).Interface().(func() float64)
	sq.L = 1
	fmt.Println(area(), sq.Area())
	f := reflect.ValueOf(p).MethodByName("Grow").Interface().(func(float64))
	f(10)
	fmt.Println(p.L)
	// Waiting inside.
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		r := reflect.ValueOf(func(n int) int { time.Sleep(time.Millisecond); return n + <-c }).Call([]reflect.Value{reflect.ValueOf(7)})
		fmt.Println("got", r[0].Int())
	}()
	c <- 35
	wg.Wait()
	// Panics pass through.
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		defer fmt.Println("deferred")
		reflect.ValueOf(func() { panic("inner") }).Call(nil)
	}()
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		reflect.MakeFunc(reflect.TypeOf(func() {}), func([]reflect.Value) []reflect.Value { panic("made") }).Interface().(func())()
	}()
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		var np *Sq
		reflect.ValueOf(np).MethodByName("Area").Call(nil)
	}()
	// Functions made of all kinds of parameters.
	swap := func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} }
	for _, fn := range []any{new(func(int, int) (int, int)), new(func(string, Big) (Big, string)), new(func(float32, []int) ([]int, float32)),
		new(func(any, error) (error, any)), new(func(Shape, complex128) (complex128, Shape)), new(func([3]string, struct{}) (struct{}, [3]string)), new(func(bool, func()) (func(), bool))} {
		fv := reflect.ValueOf(fn).Elem()
		fv.Set(reflect.MakeFunc(fv.Type(), swap))
	}
	var sw func(string, Big) (Big, string)
	reflect.ValueOf(&sw).Elem().Set(reflect.MakeFunc(reflect.TypeOf(sw), swap))
	b2, s2 := sw("q", big)
	fmt.Println(b2, s2)
	var sw3 func([3]string, struct{}) (struct{}, [3]string)
	reflect.ValueOf(&sw3).Elem().Set(reflect.MakeFunc(reflect.TypeOf(sw3), swap))
	fmt.Println(sw3([3]string{"a", "b", "c"}, struct{}{}))
	var sw4 func(any, error) (error, any)
	reflect.ValueOf(&sw4).Elem().Set(reflect.MakeFunc(reflect.TypeOf(sw4), swap))
	fmt.Println(sw4(1, io.EOF))
	fmt.Println(sw4(nil, nil))
	variadic := reflect.MakeFunc(reflect.TypeOf(fmt.Sprint), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(fmt.Sprint(len(in), in[0].Len(), in[0].Type()))}
	}).Interface().(func(...any) string)
	fmt.Println(variadic(), variadic(1, 2))
	// Recursion through reflection.
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		fv := reflect.ValueOf(fib)
		return int(fv.Call([]reflect.Value{reflect.ValueOf(n - 1)})[0].Int() + fv.Call([]reflect.Value{reflect.ValueOf(n - 2)})[0].Int())
	}
	fmt.Println(fib(15))
	// Sorting with a made function.
	names := []string{"c", "a", "b"}
	less := reflect.MakeFunc(reflect.TypeOf(func(i, j int) bool { return false }), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(names[in[0].Int()] < names[in[1].Int()])}
	}).Interface().(func(i, j int) bool)
	sort.Slice(names, less)
	fmt.Println(names)
	// Type.Method of all kinds.
	for _, t := range []reflect.Type{reflect.TypeOf(Sq{}), reflect.TypeOf(&Sq{}), reflect.TypeOf((*Shape)(nil)).Elem(), reflect.TypeOf((*error)(nil)).Elem(), reflect.TypeOf(d)} {
		for i := range t.NumMethod() {
			m := t.Method(i)
			fmt.Println(t, m.Name, m.Type, m.Index, m.PkgPath == "", m.Func.IsValid())
		}
		_, ok := t.MethodByName("Nope")
		fmt.Println(ok)
	}
	go func() { defer wg.Done() }()
	wg.Add(1)
	wg.Wait()
	defer func() {
		r := recover()
		fmt.Println(r)
	}()
	defer reflect.ValueOf(fmt.Println).Call([]reflect.Value{reflect.ValueOf("deferred call")})
	reflect.ValueOf(func() { var m map[string]int; m["a"] = 1 }).Call(nil)
}

// Output:
// {[0 0 -5 0 0] x1two3.5 map[k:1]} ex 3 interface error
// [0 0 0 0 0]
// interface 2 Area func() float64 4
// 3
// 3 9
// Get func(main.Derived) int func() int 4 4
// Inc func(main.Derived) int func() int 5 6
// Upper func(main.Derived) string func() string STR STR
// 18
// 1 1
// 13
// got 42
// deferred
// recovered inner
// recovered made
// recovered value method main.Sq.Area called using nil *Sq pointer
// {[0 0 0 0 0] s map[k:1]} q
// {} [a b c]
// EOF 1
// <nil> <nil>
// 1 0 []interface {} 1 2 []interface {}
// 610
// [a b c]
// main.Sq Area func(main.Sq) float64 0 true true
// main.Sq Many func(main.Sq, int8, string, main.Big, ...interface {}) (main.Big, error, uint16) 1 true true
// main.Sq Scale func(main.Sq, float64) main.Shape 2 true true
// false
// *main.Sq Area func(*main.Sq) float64 0 true true
// *main.Sq Grow func(*main.Sq, float64) 1 true true
// *main.Sq Many func(*main.Sq, int8, string, main.Big, ...interface {}) (main.Big, error, uint16) 2 true true
// *main.Sq Scale func(*main.Sq, float64) main.Shape 3 true true
// false
// main.Shape Area func() float64 0 true false
// main.Shape Scale func(float64) main.Shape 1 true false
// false
// error Error func() string 0 true false
// false
// main.Derived Get func(main.Derived) int 0 true true
// main.Derived Inc func(main.Derived) int 1 true true
// main.Derived Upper func(main.Derived) string 2 true true
// false
// deferred call
// assignment to entry in nil map
