package main

import (
	"errors"
	"fmt"
	"reflect"
)

type Inner struct {
	A int `json:"a,omitempty" xml:"x"`
	b string
}

type Outer struct {
	Inner
	List  []Inner
	Any   any
	Err   error
	M     map[string]int
	P     *Outer
	F     func()
	Float float32
}

type Number int64

func (n Number) String() string { return "n" }
func (n Number) Add(m Number) Number {
	return n + m
}

func describe(t reflect.Type) {
	fmt.Println(t, t.Name(), t.PkgPath(), t.Kind(), t.Size(), t.NumMethod(), t.Comparable())
	for i := range t.NumMethod() {
		if t.Kind() != reflect.Interface {
			fmt.Println("  method", t.Method(i).Name)
		}
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Println("  field", f.Name, f.Type, f.Tag, f.Anonymous, f.IsExported(), f.Tag.Get("xml"), f.Index)
		}
	case reflect.Slice, reflect.Pointer, reflect.Chan:
		fmt.Println("  elem", t.Elem())
	case reflect.Map:
		fmt.Println("  map", t.Key(), t.Elem())
	case reflect.Array:
		fmt.Println("  array", t.Len(), t.Elem())
	}
}

func walk(v reflect.Value, depth int) {
	fmt.Printf("%*s%v %v", 2*depth, "", v.Kind(), v.Type())
	switch v.Kind() {
	case reflect.Int, reflect.Int64, reflect.Int8:
		fmt.Println("", v.Int())
	case reflect.Uint, reflect.Uint8:
		fmt.Println("", v.Uint())
	case reflect.Float32, reflect.Float64:
		fmt.Println("", v.Float())
	case reflect.String:
		fmt.Println("", v.String(), v.Len())
	case reflect.Bool:
		fmt.Println("", v.Bool())
	case reflect.Complex128:
		fmt.Println("", v.Complex())
	case reflect.Struct:
		fmt.Println("", v.NumField(), v.IsZero())
		for i := range v.NumField() {
			walk(v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		fmt.Println("", v.Len(), v.Cap())
		for i := range v.Len() {
			walk(v.Index(i), depth+1)
		}
	case reflect.Map:
		fmt.Println("", v.Len())
		if v.Len() == 1 {
			k := v.MapKeys()[0]
			walk(k, depth+1)
			walk(v.MapIndex(k), depth+1)
		}
	case reflect.Interface, reflect.Pointer:
		fmt.Println("", v.IsNil())
		if !v.IsNil() {
			walk(v.Elem(), depth+1)
		}
	default:
		fmt.Println()
	}
}

type loop struct {
	next *loop
	n    int
}

func main() {
	for _, v := range []any{1, int64(1), uint(2), uint8(3), Number(4), "s", 2.5, float32(1), true, 1 + 2i, []int{1}, [2]string{}, map[string]bool{},
		Outer{}, &Inner{}, func(int) string { return "" }, make(chan int), struct{ X int }{}, errors.New("e")} {
		describe(reflect.TypeOf(v))
	}
	describe(reflect.TypeOf((*error)(nil)).Elem())
	fmt.Println(reflect.TypeOf(nil), reflect.TypeOf(1) == reflect.TypeOf(2), reflect.TypeOf(1) == reflect.TypeOf(int64(2)))
	stringer := reflect.TypeOf((*fmt.Stringer)(nil)).Elem()
	fmt.Println(reflect.TypeOf(Number(1)).Implements(stringer), reflect.TypeOf(1).Implements(stringer), reflect.TypeOf(1).AssignableTo(reflect.TypeOf(2)))

	o := Outer{Inner: Inner{1, "b"}, List: []Inner{{2, "c"}}, Any: 7, Err: nil, M: map[string]int{"k": 1}}
	o.P = &Outer{Float: 1.5}
	walk(reflect.ValueOf(o), 0)
	walk(reflect.ValueOf(&o).Elem().Field(1), 0)
	walk(reflect.ValueOf([]any{1, "x", nil, 2.5, []byte("hi"), 1 + 2i}), 0)
	v := reflect.ValueOf(&o).Elem()
	a := v.Field(0).Field(0).Interface()
	inner := v.Field(0).Interface()
	o.A = 99
	fmt.Println(a, inner, v.FieldByName("List").Len(), v.FieldByName("None").IsValid(), v.Field(0).Field(1).CanInterface())
	for it := reflect.ValueOf(map[int]string{1: "a"}).MapRange(); it.Next(); {
		fmt.Println(it.Key().Int(), it.Value())
	}
	s := []string{"a", "b", "c"}
	reflect.Swapper(s)(0, 2)
	fmt.Println(s, reflect.Indirect(reflect.ValueOf(&s)).Len(), reflect.ValueOf(s).Index(1))
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf("x").Int()
	}()

	l1, l2 := &loop{n: 1}, &loop{n: 1}
	l1.next, l2.next = l1, l2
	nan := 0.0
	nan /= nan
	pairs := [][2]any{{1, 1}, {1, int64(1)}, {nil, nil}, {nil, 1}, {[]int{1, 2}, []int{1, 2}}, {[]int{}, []int(nil)}, {map[string][]int{"a": {1}}, map[string][]int{"a": {1}}},
		{map[int]int{1: 1}, map[int]int{1: 2}}, {map[int]int{1: 1}, map[int]int{2: 1}}, {o, o}, {&o, &o}, {l1, l2}, {nan, nan}, {[]float64{nan}, []float64{nan}},
		{[]any{1, "a", nil}, []any{1, "a", nil}}, {[]any{1, "a", nil}, []any{1, "a", 0}}, {errors.New("a"), errors.New("a")}, {errors.New("a"), errors.New("b")},
		{[]byte("ab"), []byte("ab")}, {[]byte("ab"), []byte("ac")}, {[2][]int{{1}}, [2][]int{{1}}}, {Inner{1, "x"}, Inner{1, "x"}}, {Inner{1, "x"}, Inner{1, "y"}}}
	for _, p := range pairs {
		fmt.Println(reflect.DeepEqual(p[0], p[1]))
	}
	f := func() {}
	fmt.Println(reflect.DeepEqual(f, f), reflect.DeepEqual((func())(nil), (func())(nil)))
}

// Output:
// int int  int 8 0 true
// int64 int64  int64 8 0 true
// uint uint  uint 8 0 true
// uint8 uint8  uint8 1 0 true
// main.Number Number main int64 8 2 true
//   method Add
//   method String
// string string  string 16 0 true
// float64 float64  float64 8 0 true
// float32 float32  float32 4 0 true
// bool bool  bool 1 0 true
// complex128 complex128  complex128 16 0 true
// []int   slice 24 0 false
//   elem int
// [2]string   array 32 0 true
//   array 2 string
// map[string]bool   map 8 0 false
//   map string bool
// main.Outer Outer main struct 112 0 false
//   field Inner main.Inner  true true  [0]
//   field List []main.Inner  false true  [1]
//   field Any interface {}  false true  [2]
//   field Err error  false true  [3]
//   field M map[string]int  false true  [4]
//   field P *main.Outer  false true  [5]
//   field F func()  false true  [6]
//   field Float float32  false true  [7]
// *main.Inner   ptr 8 0 true
//   elem main.Inner
// func(int) string   func 8 0 false
// chan int   chan 8 0 true
//   elem int
// struct { X int }   struct 8 0 true
//   field X int  false true  [0]
// *errors.errorString   ptr 8 1 true
//   method Error
//   elem errors.errorString
// error error  interface 16 1 true
// <nil> true false
// true false true
// struct main.Outer 8 false
//   struct main.Inner 2 false
//     int int 1
//     string string b 1
//   slice []main.Inner 1 1
//     struct main.Inner 2 false
//       int int 2
//       string string c 1
//   interface interface {} false
//     int int 7
//   interface error true
//   map map[string]int 1
//     string string k 1
//     int int 1
//   ptr *main.Outer false
//     struct main.Outer 8 false
//       struct main.Inner 2 true
//         int int 0
//         string string  0
//       slice []main.Inner 0 0
//       interface interface {} true
//       interface error true
//       map map[string]int 0
//       ptr *main.Outer true
//       func func()
//       float32 float32 1.5
//   func func()
//   float32 float32 0
// slice []main.Inner 1 1
//   struct main.Inner 2 false
//     int int 2
//     string string c 1
// slice []interface {} 6 6
//   interface interface {} false
//     int int 1
//   interface interface {} false
//     string string x 1
//   interface interface {} true
//   interface interface {} false
//     float64 float64 2.5
//   interface interface {} false
//     slice []uint8 2 2
//       uint8 uint8 104
//       uint8 uint8 105
//   interface interface {} false
//     complex128 complex128 (1+2i)
// 1 {1 b} 1 false false
// 1 a
// [c b a] 3 b
// reflect: call of reflect.Value.Int on string Value
// true
// false
// true
// false
// true
// false
// true
// false
// false
// true
// true
// true
// false
// false
// true
// false
// true
// false
// true
// false
// true
// true
// false
// false true
