package main

import (
	"fmt"
	"reflect"
)

type ro struct {
	a []int
	f func()
}

func try(n string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				r = "E " + e.Error()
			}
			fmt.Println(n, "panic:", r)
		}
	}()
	f()
}

type I interface {
	m()
	M()
}
type J struct{}

func (J) m() {}
func (J) M() {}

type E struct{ I }

func main() {
	a := reflect.ValueOf(ro{[]int{1}, func() {}}).Field(0)
	try("append", func() { reflect.Append(a, reflect.ValueOf(1)) })
	try("appendslice", func() { reflect.AppendSlice(a, reflect.ValueOf([]int{})) })
	try("appendslice2", func() { reflect.AppendSlice(reflect.ValueOf([]int{}), a) })
	try("append3", func() { reflect.Append(reflect.ValueOf([]int{}), a.Index(0)) })
	try("append4", func() { reflect.Append(reflect.ValueOf([]int{}), reflect.ValueOf("")) })
	try("append5", func() { reflect.Append(reflect.ValueOf([]int{}), reflect.Value{}) })
	try("append0", func() { reflect.Append(reflect.ValueOf([]int{}).Index(0)) })
	try("append6", func() { reflect.Append(reflect.ValueOf(1)) })
	try("append7", func() { reflect.Append(reflect.Value{}) })
	try("call", func() { reflect.ValueOf(ro{nil, func() {}}).Field(1).Call(nil) })
	try("callnil", func() { reflect.ValueOf((func())(nil)).Call(nil) })
	try("call1", func() { reflect.ValueOf(func(int) {}).Call(nil) })
	try("call2", func() { reflect.ValueOf(func(int) {}).Call([]reflect.Value{reflect.ValueOf(""), reflect.ValueOf(1)}) })
	try("call3", func() { reflect.ValueOf(func(int) {}).Call([]reflect.Value{reflect.ValueOf("")}) })
	try("call4", func() { reflect.ValueOf(func(int) {}).Call([]reflect.Value{{}}) })
	try("call5", func() {
		reflect.ValueOf(func(int, ...string) {}).Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(1)})
	})
	try("call6", func() { reflect.ValueOf(func(int, ...string) {}).CallSlice([]reflect.Value{reflect.ValueOf(1)}) })
	try("call7", func() { reflect.ValueOf(func(int) {}).CallSlice([]reflect.Value{reflect.ValueOf(1)}) })
	try("call8", func() { reflect.ValueOf(func(int) {}).Call([]reflect.Value{a.Index(0)}) })
	try("call9", func() { reflect.ValueOf(1).Call(nil) })
	v := reflect.ValueOf(E{J{}}).Field(0)
	for i := 0; i < 3; i++ {
		try("m", func() { fmt.Println(v.Method(i).Type()); v.Method(i).Call(nil) })
		try("me", func() { v.Elem().Method(i).Call(nil) })
	}
	fmt.Println(v.NumMethod(), v.Elem().NumMethod(), v.Type().NumMethod())
	try("sf", func() { fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "φ", Type: reflect.TypeOf("")}})) })
	try("sf", func() { fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "a", Type: reflect.TypeOf("")}})) })
	try("sf", func() {
		fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "a", PkgPath: "main", Type: reflect.TypeOf("")}}))
	})
	try("sf", func() {
		fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "A", PkgPath: "main", Type: reflect.TypeOf("")}}))
	})
	var n int
	c := func(v any) bool { return reflect.ValueOf(v).Comparable() }
	fmt.Println(c(1), c([]int{}), c([1]any{[]int{}}), c([1]any{1}), c(map[int]int{}), c(struct{ a []int }{}), c(struct{ a any }{[]int{}}), c([0][]int{}), c(func() {}), c(&n))
	fmt.Println(reflect.ValueOf(1), reflect.ValueOf("x"))
	fmt.Printf("%v %d %s %T %+v %#v\n", reflect.ValueOf(1), reflect.ValueOf(1), reflect.ValueOf("s"), reflect.ValueOf(1), reflect.ValueOf(E{J{}}), reflect.ValueOf(E{}))
	fmt.Println(reflect.Value{}, reflect.ValueOf(ro{}).Field(0), reflect.ValueOf(ro{}).Field(1).IsNil(), reflect.ValueOf(fmt.Println).Kind())
}

// Output:
// append panic: reflect: unknown method using value obtained using unexported field
// appendslice panic: reflect: unknown method using value obtained using unexported field
// appendslice2 panic: reflect: unknown method using value obtained using unexported field
// append3 panic: reflect: reflect.Value.Set using value obtained using unexported field
// append4 panic: reflect.Set: value of type string is not assignable to type int
// append5 panic: E reflect: call of reflect.Value.Set on zero Value
// append0 panic: reflect: slice index out of range
// append6 panic: E reflect: call of unknown method on int Value
// append7 panic: E reflect: call of unknown method on zero Value
// call panic: reflect: reflect.Value.Call using value obtained using unexported field
// callnil panic: reflect.Value.Call: call of nil function
// call1 panic: reflect: Call with too few input arguments
// call2 panic: reflect: Call with too many input arguments
// call3 panic: reflect: Call using string as type int
// call4 panic: reflect: Call using zero Value argument
// call5 panic: reflect: cannot use int as type string in Call
// call6 panic: reflect: CallSlice with too few input arguments
// call7 panic: reflect: CallSlice of non-variadic function
// call8 panic: reflect: reflect.Value.Call using value obtained using unexported field
// call9 panic: E reflect: call of reflect.Value.Call on int Value
// func()
// func()
// m panic: reflect: Call of unexported method
// me panic: reflect: Method index out of range
// m panic: reflect: Method index out of range
// me panic: reflect: Method index out of range
// 2 1 2
// struct { φ string }
// sf panic: reflect.StructOf: field "a" is unexported but missing PkgPath
// struct { a string }
// struct { A string }
// true false false true false false false false false true
// 1 x
// 1 1 s reflect.Value {I:{}} main.E{I:main.I(nil)}
// <invalid reflect.Value> [] true func
