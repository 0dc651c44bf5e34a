package main

import (
	"fmt"
	"reflect"
	"strings"
)

// Types that are made while the program runs.

type Key struct {
	A, B int
}

type Rec struct {
	Next *Rec
	Name string `json:"name"`
}

func (r Rec) Hello() string    { return "hello " + r.Name }
func (r *Rec) Rename(s string) { r.Name = s }

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "panics:", r)
		}
	}()
	f()
}

func main() {
	T := func(x any) reflect.Type { return reflect.TypeOf(x) }
	key, str, num := T(Key{}), T(""), T(0)
	// Types that the program has are found.
	var m map[string][]int
	fmt.Println(reflect.MapOf(str, reflect.SliceOf(num)) == T(m), reflect.ArrayOf(3, str) == T([3]string{}), reflect.PointerTo(key) == T(&Key{}),
		reflect.ChanOf(reflect.RecvDir, num) == T(make(<-chan int)), reflect.FuncOf([]reflect.Type{num, T([]string{})}, []reflect.Type{str}, true) == T(func(int, ...string) string { return "" }),
		reflect.StructOf([]reflect.StructField{{Name: "X", Type: num, Tag: `a:"b"`}}) == T(struct {
			X int `a:"b"`
		}{}), reflect.StructOf([]reflect.StructField{{Name: "X", Type: num}}) == T(struct {
			X int `a:"b"`
		}{}))
	// Others are made once.
	deep := reflect.MapOf(key, reflect.SliceOf(reflect.ArrayOf(2, reflect.PointerTo(reflect.SliceOf(key)))))
	fmt.Println(deep, deep == reflect.MapOf(key, reflect.SliceOf(reflect.ArrayOf(2, reflect.PointerTo(reflect.SliceOf(key))))), deep.Kind(), deep.Elem().Elem().Size(), deep.Comparable())
	// Maps.
	mt := reflect.MapOf(key, reflect.ArrayOf(2, str))
	mv := reflect.MakeMapWithSize(mt, 10)
	for i := range 50 {
		e := reflect.New(mt.Elem()).Elem()
		e.Index(0).SetString(fmt.Sprint("v", i))
		e.Index(1).SetString(strings.Repeat("x", i%3))
		mv.SetMapIndex(reflect.ValueOf(Key{i % 20, 1}), e)
	}
	fmt.Println(mv.Len(), mv.MapIndex(reflect.ValueOf(Key{7, 1})), mv.MapIndex(reflect.ValueOf(Key{7, 2})).IsValid())
	x := mv.Interface()
	fmt.Printf("%T %v\n", x, len(fmt.Sprint(x)))
	n := 0
	for it := mv.MapRange(); it.Next(); {
		n += int(it.Key().Field(0).Int()) + it.Value().Index(0).Len()
	}
	fmt.Println(n, reflect.DeepEqual(x, mv.Interface()), reflect.ValueOf(x).Type() == mt)
	mv.SetMapIndex(reflect.ValueOf(Key{7, 1}), reflect.Value{})
	fmt.Println(mv.Len())
	mv.Clear()
	fmt.Println(mv.Len())
	// Structs.
	st := reflect.StructOf([]reflect.StructField{{Name: "ID", Type: T(int8(0)), Tag: `k:"v"`}, {Name: "When", Type: T(float64(0))}, {Name: "Rec", Type: T(Rec{})}, {Name: "L", Type: reflect.SliceOf(T(Rec{}))}, {Name: "F", Type: T(func() {})}})
	sv := reflect.New(st).Elem()
	sv.Field(0).SetInt(-4)
	sv.FieldByName("When").SetFloat(2.5)
	sv.Field(2).Field(1).SetString("rec")
	sv.Field(3).Set(reflect.Append(sv.Field(3), sv.Field(2), reflect.ValueOf(Rec{nil, "two"})))
	fmt.Println(st, st.Size(), st.NumField(), st.Field(0).Tag.Get("k"), st.Field(3).Offset, st.Comparable())
	fmt.Printf("%v %+v\n", sv.Interface(), sv.Field(3).Interface())
	fmt.Println(sv.Field(2).Addr().MethodByName("Hello").Call(nil)[0], sv.Addr().Elem().Field(3).Index(1).Addr().NumMethod())
	sv.Field(2).Addr().Interface().(*Rec).Rename("again")
	fmt.Println(sv.Field(2).Field(1), sv.Field(2).Interface().(Rec).Hello())
	other := reflect.New(st).Elem()
	other.Set(sv)
	fmt.Println(reflect.DeepEqual(sv.Interface(), other.Interface()), reflect.DeepEqual(sv.Addr().Interface(), reflect.New(st).Interface()))
	// Comparing and hashing them as interfaces.
	ct := reflect.StructOf([]reflect.StructField{{Name: "A", Type: str}, {Name: "B", Type: reflect.ArrayOf(2, T(any(nil) == nil))}})
	c1, c2 := reflect.New(ct).Elem(), reflect.New(ct).Elem()
	c1.Field(0).SetString("k")
	c2.Field(0).SetString("k" + "")
	set := map[any]int{}
	set[c1.Interface()]++
	set[c2.Interface()]++
	c2.Field(1).Index(1).SetBool(true)
	set[c2.Interface()]++
	fmt.Println(len(set), set[c1.Interface()], c1.Interface() == c2.Interface(), c1.Equal(c1), c1.Comparable())
	try("compare", func() { a := sv.Interface(); fmt.Println(a == a) })
	var any1 any = c1.Interface()
	_, isStringer := any1.(fmt.Stringer)
	_, isError := any1.(error)
	switch any1.(type) {
	case int, string, Rec, *Rec, Key:
		fmt.Println("wrong")
	default:
		fmt.Println("neither", isStringer, isError)
	}
	try("assert", func() { _ = any1.(fmt.Stringer) })
	try("assert", func() { _ = any1.(Rec) })
	// Slices, arrays, channels and pointers of made types.
	list := reflect.MakeSlice(reflect.SliceOf(ct), 0, 1)
	for i := range 10 {
		c1.Field(0).SetString(fmt.Sprint(i))
		list = reflect.Append(list, c1)
	}
	fmt.Println(list.Len(), list.Index(9).Field(0), list.Slice(2, 4).Interface())
	arr := reflect.New(reflect.ArrayOf(3, ct)).Elem()
	reflect.Copy(arr, list)
	fmt.Println(arr.Interface(), arr.Slice(1, 3).Len())
	ch := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, ct), 2)
	ch.Send(list.Index(3))
	ch.Send(list.Index(4))
	r, ok := ch.Recv()
	fmt.Println(r.Interface(), ok, ch.Len(), ch.Type())
	pp := reflect.New(reflect.PointerTo(reflect.PointerTo(ct)))
	fmt.Println(pp.Type(), pp.Elem().IsNil(), pp.Elem().Type().Elem().Elem() == ct)
	// Functions.
	ft := reflect.FuncOf([]reflect.Type{ct, num}, []reflect.Type{str, ct}, false)
	f := reflect.MakeFunc(ft, func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(fmt.Sprint(in[0].Field(0), in[1])), in[0]}
	})
	out := f.Call([]reflect.Value{list.Index(5), reflect.ValueOf(8)})
	fmt.Println(ft, out[0], out[1].Interface(), f.Kind(), f.IsNil())
	try("call", func() { f.Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(8)}) })
	fmt.Printf("%T\n", f.Interface())
	// Many pieces of garbage between.
	keep := []reflect.Value{}
	for i := range 300 {
		t := reflect.ArrayOf(i%7+20, reflect.PointerTo(ct))
		v := reflect.New(t).Elem()
		p := reflect.New(ct)
		p.Elem().Field(0).SetString(strings.Repeat("g", i))
		v.Index(i % 20).Set(p)
		keep = append(keep, v)
		_ = make([]byte, 10000)
	}
	sum := 0
	for i, v := range keep {
		sum += v.Index(i % 20).Elem().Field(0).Len()
	}
	fmt.Println(sum)
	// Rules.
	for _, f := range []func(){
		func() { reflect.MapOf(reflect.SliceOf(num), num) }, func() { reflect.ArrayOf(-1, num) }, func() { reflect.ChanOf(8, num) },
		func() { reflect.FuncOf([]reflect.Type{num}, nil, true) }, func() { reflect.StructOf([]reflect.StructField{{Name: "a", Type: num}}) },
		func() { reflect.StructOf([]reflect.StructField{{Name: "A", Type: num}, {Name: "A", Type: num}}) },
		func() { reflect.StructOf([]reflect.StructField{{Name: "A"}}) }, func() { reflect.StructOf([]reflect.StructField{{Type: num}}) },
	} {
		try("rule", f)
	}
	private := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "a", PkgPath: "main", Type: num}, {Name: "B", Type: num}})).Elem()
	try("private", func() { private.Field(0).SetInt(1) })
	private.Field(1).SetInt(2)
	fmt.Println(private, private.Type().Field(0).PkgPath, private.Type().Field(0).IsExported())
}

// Output:
// true true true true true true false
// map[main.Key][][2]*[]main.Key true map 16 false
// 20 [v47 xx] false
// map[main.Key][2]string 293
// 250 true true
// 19
// 0
// struct { ID int8 "k:\"v\""; When float64; Rec main.Rec; L []main.Rec; F func() } 72 5 v 40 false
// {-4 2.5 {<nil> rec} [{<nil> rec} {<nil> two}] <nil>} [{Next:<nil> Name:rec} {Next:<nil> Name:two}]
// hello rec 2
// again hello again
// true false
// 2 2 false true true
// compare panics: runtime error: comparing uncomparable type struct { ID int8 "k:\"v\""; When float64; Rec main.Rec; L []main.Rec; F func() }
// neither false false
// assert panics: interface conversion: struct { A string; B [2]bool } is not fmt.Stringer: missing method String
// assert panics: interface conversion: interface {} is struct { A string; B [2]bool }, not main.Rec
// 10 9 [{2 [false false]} {3 [false false]}]
// [{0 [false false]} {1 [false false]} {2 [false false]}] 2
// {3 [false false]} true 1 chan struct { A string; B [2]bool }
// ***struct { A string; B [2]bool } true true
// func(struct { A string; B [2]bool }, int) (string, struct { A string; B [2]bool }) 5 8 {5 [false false]} func false
// call panics: reflect: Call using int as type struct { A string; B [2]bool }
// func(struct { A string; B [2]bool }, int) (string, struct { A string; B [2]bool })
// 44850
// rule panics: reflect.MapOf: invalid key type []int
// rule panics: reflect: negative length passed to ArrayOf
// rule panics: reflect.ChanOf: invalid dir
// rule panics: reflect.FuncOf: last arg of variadic func must be slice
// rule panics: reflect.StructOf: field "a" is unexported but missing PkgPath
// rule panics: reflect.StructOf: duplicate field A
// rule panics: reflect.StructOf: field 0 has no type
// rule panics: reflect.StructOf: field 0 has no name
// private panics: reflect: reflect.Value.SetInt using value obtained using unexported field
// {0 2} main false
