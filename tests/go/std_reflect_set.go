package main

import (
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
)

type MyInt int

func (m MyInt) String() string { return fmt.Sprintf("my%d", int(m)) }

type Pair struct {
	X int `a:"1"`
	Y string
}

type Inner struct {
	A int8
	B []string
}
type Outer struct {
	Bool  bool
	I8    int8
	U16   uint16
	F32   float32
	C     complex64
	S     string
	L     []int
	M     map[string]*Inner
	P     *Inner
	Any   any
	Err   error
	Arr   [3]Inner
	Fn    func(int) int
	In    Inner
	Ch    chan string
	inner int
}

// fill sets everything that can be set.
func fill(v reflect.Value, n int) int {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(n%2 == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(n) / 4)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(n), -1))
	case reflect.String:
		v.SetString(fmt.Sprint("s", n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 5))
		for i := range v.Len() {
			n = fill(v.Index(i), n+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			n = fill(v.Index(i), n+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				n = fill(v.Field(i), n+1)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		n = fill(v.Elem(), n+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			n = fill(k, n+1)
			n = fill(e, n+1)
			v.SetMapIndex(k, e)
		}
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf(n))
		} else {
			v.Set(reflect.ValueOf(fmt.Errorf("error %d", n)))
		}
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func(in []reflect.Value) []reflect.Value { return in }))
	case reflect.Chan:
		v.Set(reflect.MakeChan(v.Type(), 1))
	}
	return n
}

func setting() {
	var o Outer
	fmt.Println(fill(reflect.ValueOf(&o).Elem(), 0))
	fmt.Println(o.Bool, o.I8, o.U16, o.F32, o.C, o.S, o.L, cap(o.L), len(o.M), *o.P, o.Any, o.Err, o.Arr, o.Fn(41), o.In, cap(o.Ch), o.inner)
	var copied Outer
	reflect.ValueOf(&copied).Elem().Set(reflect.ValueOf(o))
	copied.Fn = nil
	fmt.Println(reflect.DeepEqual(o, copied), reflect.ValueOf(o).IsZero())
	o.Fn = nil
	fmt.Println(reflect.DeepEqual(o, copied))
	copied.M["s99"] = nil
	fmt.Println(reflect.DeepEqual(o, copied))
	copied.Arr[1].B = append([]string(nil), "x")
	fmt.Println(reflect.DeepEqual(o, copied))
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.CanSet() {
			f.SetZero()
		}
	}
	fmt.Println(v.IsZero(), reflect.DeepEqual(o, Outer{}))
	l := reflect.ValueOf(&[]int{1, 2, 3, 4, 5}).Elem()
	l.SetLen(3)
	l.SetCap(4)
	fmt.Println(l, l.Cap(), l.Slice(1, 3), l.Slice3(1, 2, 4).Cap())
	l.Grow(10)
	fmt.Println(l.Len(), l.Cap() >= 13)
	l.Set(reflect.AppendSlice(l, reflect.ValueOf([]int{8, 9})))
	l.Set(reflect.Append(l, reflect.ValueOf(10), reflect.ValueOf(11)))
	fmt.Println(l, reflect.Copy(l, reflect.ValueOf([]int{-1, -2})), l)
	b := make([]byte, 4)
	fmt.Println(reflect.Copy(reflect.ValueOf(b), reflect.ValueOf("xyz")), string(b[:3]))
	sw := reflect.Swapper(l.Interface())
	sw(0, 6)
	fmt.Println(l)
	l.Clear()
	fmt.Println(l)
	arr := [4]int{1, 2, 3, 4}
	s := reflect.ValueOf(&arr).Elem().Slice(1, 3)
	s.Index(0).SetInt(20)
	fmt.Println(arr, s.Cap())
}

func maps() {
	m := map[any]int{1: 1, "a": 2, 2.5: 3, [2]int{1, 2}: 4, Pair{1, "x"}: 5, true: 6}
	v := reflect.ValueOf(m)
	for _, k := range []any{1, "a", 2.5, [2]int{1, 2}, Pair{1, "x"}, true, false, int8(1)} {
		e := v.MapIndex(reflect.ValueOf(k))
		fmt.Print(k, " ", e.IsValid())
		if e.IsValid() {
			fmt.Print(" ", e.Int())
		}
		fmt.Println()
	}
	fm := map[float64]string{0: "zero", math.Inf(1): "inf"}
	fv := reflect.ValueOf(fm)
	fmt.Println(fv.MapIndex(reflect.ValueOf(math.Copysign(0, -1))), fv.Len())
	fv.SetMapIndex(reflect.ValueOf(1.5), reflect.ValueOf("x"))
	fv.SetMapIndex(reflect.ValueOf(0.0), reflect.Value{})
	fmt.Println(fm)
	sm := map[struct{}]int{{}: 3}
	fmt.Println(reflect.ValueOf(sm).MapIndex(reflect.ValueOf(struct{}{})))
	var keys []string
	k, e := reflect.New(reflect.TypeFor[string]()).Elem(), reflect.New(reflect.TypeFor[any]()).Elem()
	it := reflect.ValueOf(map[string]int{"x": 1, "y": 2, "z": 3}).MapRange()
	for it.Next() {
		k.SetIterKey(it)
		e.SetIterValue(it)
		keys = append(keys, fmt.Sprint(k, e, it.Key(), it.Value().Int()))
	}
	sort.Strings(keys)
	fmt.Println(keys)
	it.Reset(reflect.ValueOf(map[string]int{"q": 1}))
	fmt.Println(it.Next(), it.Key(), it.Next())
	fmt.Println(len(reflect.ValueOf(map[int]int(nil)).MapKeys()), reflect.ValueOf(map[int]int(nil)).MapIndex(reflect.ValueOf(1)).IsValid())
}

func channels() {
	c := make(chan any, 2)
	v := reflect.ValueOf(c)
	v.Send(reflect.ValueOf("one"))
	fmt.Println(v.TrySend(reflect.ValueOf(2)), v.TrySend(reflect.ValueOf(3)), v.Len(), v.Cap())
	x, ok := v.Recv()
	fmt.Println(x, x.Kind(), ok)
	x, ok = v.TryRecv()
	fmt.Println(x, ok)
	x, ok = v.TryRecv()
	fmt.Println(x.IsValid(), ok)
	v.Close()
	x, ok = v.Recv()
	fmt.Println(x.IsValid(), x.IsNil(), ok)
	cs := []chan int{make(chan int), make(chan int), make(chan int, 1)}
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(cs[0])}, {Dir: reflect.SelectSend, Chan: reflect.ValueOf(cs[1]), Send: reflect.ValueOf(5)},
		{Dir: reflect.SelectRecv}, {Dir: reflect.SelectDefault}}
	i, r, ok := reflect.Select(cases)
	fmt.Println(i, r.IsValid(), ok)
	go func() { cs[0] <- 77 }()
	i, r, ok = reflect.Select(cases[:3])
	fmt.Println(i, r, ok)
	close(cs[0])
	i, r, ok = reflect.Select(cases[:1])
	fmt.Println(i, r, ok)
	cases[1].Chan = reflect.ValueOf(cs[2])
	i, r, ok = reflect.Select(cases[1:])
	fmt.Println(i, r.IsValid(), ok, <-cs[2])
}

func iteration() {
	for _, x := range []any{3, uint8(2), MyInt(2), []string{"a", "b"}, [2]bool{true}, &[1]int{9}, "né", map[string]int{"k": 1}, func(y func(int) bool) { _ = y(1) && y(2) }} {
		v := reflect.ValueOf(x)
		fmt.Print(v.Type(), v.Type().CanSeq(), v.Type().CanSeq2())
		for a := range v.Seq() {
			fmt.Print(" ", a.Type(), a)
		}
		if v.Type().CanSeq2() {
			for a, b := range v.Seq2() {
				fmt.Print(" ", a, "=", b)
			}
		}
		fmt.Println()
	}
	pairs := reflect.ValueOf(func(y func(string, int) bool) { _ = y("a", 1) && y("b", 2) && y("c", 3) })
	for a, b := range pairs.Seq2() {
		fmt.Print(a, b, " ")
		if b.Int() == 2 {
			break
		}
	}
	fmt.Println(strings.Repeat("-", 5))
	for f, v := range reflect.ValueOf(Pair{1, "y"}).Fields() {
		fmt.Print(f.Name, v, " ")
	}
	for m, v := range reflect.ValueOf(MyInt(3)).Methods() {
		fmt.Println(m.Name, v.Call(nil)[0])
	}
}

func main() {
	setting()
	maps()
	channels()
	iteration()
}

// Output:
// 55
// false 2 3 1 (5-1i) s6 [8 9] 5 2 {27 [s29 s30]} 31 error 32 [{35 [s37 s38]} {40 [s42 s43]} {45 [s47 s48]}] 41 {51 [s53 s54]} 1 0
// false false
// true
// true
// false
// true true
// [1 2 3] 4 [2 3] 3
// 3 true
// [-1 -2 3 8 9 10 11] 2 [-1 -2 3 8 9 10 11]
// 3 xyz
// [11 -2 3 8 9 10 -1]
// [0 0 0 0 0 0 0]
// [1 20 3 4] 3
// 1 true 1
// a true 2
// 2.5 true 3
// [1 2] true 4
// {1 x} true 5
// true true 6
// false false
// 1 false
// zero 2
// map[1.5:x +Inf:inf]
// 3
// [x 1 x 1 y 2 y 2 z 3 z 3]
// true q false
// 0 false
// true false 2 2
// one interface true
// 2 true
// false false
// true true false
// 3 false false
// 0 77 true
// 0 0 false
// 0 false false 5
// int true false int 0 int 1 int 2
// uint8 true false uint8 0 uint8 1
// main.MyInt true false main.MyInt my0 main.MyInt my1
// []string true true int 0 int 1 0=a 1=b
// [2]bool true true int 0 int 1 0=true 1=false
// *[1]int true true int 0 0=9
// string true true int 0 int 1 0=110 1=233
// map[string]int true true string k k=1
// func(func(int) bool) true false int 1 int 2
// a 1 b 2 -----
// X1 Yy String my3
