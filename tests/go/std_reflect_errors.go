package main

import (
	"fmt"
	"reflect"
)

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

type u int
type W interface{ w() }
type X interface{ X() }

func main() {
	S := func(f ...reflect.StructField) {
		try("s", func() {
			t := reflect.StructOf(f)
			fmt.Println(t, t.NumMethod(), t.Size(), t.PkgPath(), t.Field(0).PkgPath, t.Comparable())
		})
	}
	I := reflect.TypeOf(1)
	S(reflect.StructField{Name: "A", PkgPath: "main", Type: I, Anonymous: true})
	S(reflect.StructField{Name: "Int", Type: I, Anonymous: true})
	S(reflect.StructField{Name: "_", Type: I})
	S(reflect.StructField{Name: "_", PkgPath: "main", Type: I}, reflect.StructField{Name: "_", PkgPath: "main", Type: I})
	S(reflect.StructField{Name: "A", Type: I}, reflect.StructField{Name: "A", Type: I})
	S(reflect.StructField{Name: "a", PkgPath: "x", Type: I}, reflect.StructField{Name: "b", PkgPath: "y", Type: I})
	S(reflect.StructField{Name: "U", Type: reflect.TypeOf(u(0)), Anonymous: true})
	S(reflect.StructField{Name: "A", Type: I, Tag: `json:"x"`, Offset: 77, Index: []int{9}}, reflect.StructField{Name: "Z", Type: reflect.TypeOf(struct{}{})})
	try("chanof", func() { reflect.ChanOf(0, I) })
	try("chanof", func() { reflect.ChanOf(reflect.BothDir, reflect.TypeOf([1 << 16]byte{})) })
	try("mapof", func() { reflect.MapOf(reflect.TypeOf([]int{}), I) })
	try("funcof", func() { reflect.FuncOf([]reflect.Type{I}, nil, true) })
	try("arrayof", func() { reflect.ArrayOf(-1, I) })
	try("arrayof", func() { reflect.ArrayOf(1<<62, I) })
	try("ptr", func() { fmt.Println(reflect.PointerTo(reflect.PointerTo(reflect.PointerTo(I)))) })
	try("copy", func() { reflect.Copy(reflect.ValueOf(1), reflect.ValueOf([]int{1})) })
	try("copy", func() { reflect.Copy(reflect.ValueOf([]int{1}), reflect.ValueOf(1)) })
	try("copy", func() { reflect.Copy(reflect.ValueOf([]int{1}), reflect.ValueOf([]int8{1})) })
	try("copy", func() { reflect.Copy(reflect.ValueOf([1]int{1}), reflect.ValueOf([]int{1})) })
	try("appendslice", func() { reflect.AppendSlice(reflect.ValueOf([]int{1}), reflect.ValueOf([]int8{1})) })
	try("select", func() { reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: I0}}) })
	try("select", func() {
		reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(make(chan int)), Send: reflect.ValueOf("")}})
	})
	try("makeslice", func() { reflect.MakeSlice(I, 0, 0) })
	try("makeslice", func() { reflect.MakeSlice(reflect.TypeOf([]int{}), 3, 2) })
	try("makemap", func() { reflect.MakeMap(I) })
	try("makechan", func() { reflect.MakeChan(reflect.TypeOf(make(<-chan int)), 0) })
	try("makefunc", func() { reflect.MakeFunc(I, nil) })
	try("new", func() { reflect.New(nil) })
	try("zero", func() { reflect.Zero(nil) })
	try("setmapindex", func() { reflect.ValueOf(map[string]int(nil)).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
	try("setmapindex", func() { reflect.ValueOf(map[string]int{}).SetMapIndex(reflect.ValueOf(1), reflect.ValueOf(1)) })
	try("mapindex", func() { reflect.ValueOf(map[string]int{}).MapIndex(reflect.ValueOf(1)) })
	try("convert", func() { reflect.ValueOf(1).Convert(reflect.TypeOf([]int{})) })
	try("convert", func() { reflect.ValueOf([]int{1}).Convert(reflect.TypeOf([2]int{})) })
	try("convert", func() { reflect.ValueOf([]int{1}).Convert(reflect.TypeOf(&[2]int{})) })
	try("field", func() { reflect.ValueOf(1).Field(0) })
	try("field", func() { reflect.ValueOf(struct{}{}).Field(0) })
	try("tfield", func() { reflect.TypeOf(struct{}{}).Field(0) })
	try("slice", func() { reflect.ValueOf([3]int{}).Slice(0, 1) })
	try("slice", func() { reflect.ValueOf([]int{}).Slice(0, 1) })
	try("slice3", func() { reflect.ValueOf([]int{}).Slice3(0, 1, 1) })
	try("slice", func() { reflect.ValueOf("abc").Slice(2, 1) })
	try("grow", func() { x := []int{}; reflect.ValueOf(&x).Elem().Grow(-1) })
	try("setlen", func() { x := []int{}; reflect.ValueOf(&x).Elem().SetLen(1) })
	try("setcap", func() { x := []int{}; reflect.ValueOf(&x).Elem().SetCap(1) })
	try("send", func() { reflect.ValueOf((<-chan int)(make(chan int))).Send(reflect.ValueOf(1)) })
	try("recv", func() { reflect.ValueOf((chan<- int)(make(chan int))).Recv() })
	try("close", func() { reflect.ValueOf((<-chan int)(make(chan int))).Close() })
	try("trysend", func() { reflect.ValueOf(make(chan int)).TrySend(reflect.ValueOf("")) })
	try("elem", func() { I.Elem() })
	try("key", func() { I.Key() })
	try("in", func() { I.In(0) })
	try("in", func() { reflect.TypeOf(func() {}).In(0) })
	try("len", func() { I.Len() })
	try("len", func() { x := 1; reflect.ValueOf(&x).Len() })
	try("numfield", func() { I.NumField() })
	try("chandir", func() { I.ChanDir() })
	try("isvariadic", func() { I.IsVariadic() })
	try("method", func() { I.Method(0) })
	try("vmethod", func() { reflect.ValueOf(1).Method(0) })
	try("nilmethod", func() { var e struct{ E error }; reflect.ValueOf(e).Field(0).Method(0) })
	try("seq", func() { reflect.ValueOf(1.5).Seq() })
	try("seq2", func() { reflect.ValueOf(1).Seq2() })
	try("isnil", func() { reflect.ValueOf(1).IsNil() })
	try("isvalid", func() { reflect.Value{}.IsZero() })
	try("type", func() { reflect.Value{}.Type() })
	try("iface", func() { reflect.Value{}.Interface() })
	try("setz", func() { reflect.ValueOf(1).SetZero() })
	try("clear", func() { reflect.ValueOf(1).Clear() })
	try("overflow", func() { I.OverflowFloat(1) })
	try("overflow", func() { reflect.ValueOf(1).OverflowFloat(1) })
	try("equal", func() { reflect.ValueOf([]int{}).Equal(reflect.ValueOf([]int{})) })
	try("fbi", func() { I.FieldByIndex([]int{0}) })
	try("fbn", func() { I.FieldByName("x") })
	try("vfbn", func() { reflect.ValueOf(1).FieldByName("x") })
	try("visible", func() { reflect.VisibleFields(I) })
	try("swapper", func() { reflect.Swapper(1) })
	try("implements", func() { I.Implements(I) })
	try("addr", func() { reflect.ValueOf(1).Addr() })
	try("unsafeaddr", func() { reflect.ValueOf(1).UnsafeAddr() })
	try("pointer", func() { reflect.ValueOf(1).Pointer() })
	try("bytes", func() { reflect.ValueOf([]int{}).Bytes() })
	try("bytes", func() { reflect.ValueOf([2]byte{}).Bytes() })
	try("setbytes", func() { x := []int{}; reflect.ValueOf(&x).Elem().SetBytes(nil) })
	try("set", func() { x := 1; reflect.ValueOf(&x).Elem().Set(reflect.Value{}) })
	try("set", func() { x := 1; reflect.ValueOf(&x).Elem().Set(reflect.ValueOf("")) })
	try("set", func() { x := 1; reflect.ValueOf(&x).Elem().SetString("") })
	try("makefunc", func() {
		reflect.MakeFunc(reflect.TypeOf(func() int { return 0 }), func([]reflect.Value) []reflect.Value { return nil }).Call(nil)
	})
	try("makefunc", func() {
		reflect.MakeFunc(reflect.TypeOf(func() int { return 0 }), func([]reflect.Value) []reflect.Value { return []reflect.Value{{}} }).Call(nil)
	})
	try("makefunc", func() {
		reflect.MakeFunc(reflect.TypeOf(func() int { return 0 }), func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf("")} }).Call(nil)
	})
	try("iter", func() { new(reflect.MapIter).Next() })
	try("iter", func() { reflect.ValueOf(map[int]int{}).MapRange().Key() })
	try("iter", func() { i := reflect.ValueOf(map[int]int{}).MapRange(); i.Next(); i.Next() })
	try("iter", func() { i := reflect.ValueOf(map[int]int{}).MapRange(); i.Next(); i.Value() })
	try("maprange", func() { reflect.ValueOf(1).MapRange() })
	try("typeassert", func() { reflect.TypeAssert[int](reflect.Value{}) })
	try("typeassert", func() { fmt.Println(reflect.TypeAssert[int](reflect.ValueOf("x"))) })
	try("nilconv", func() { I.ConvertibleTo(nil) })
	try("nilassign", func() { I.AssignableTo(nil) })
	try("nilimpl", func() { I.Implements(nil) })
}

var I0 = reflect.ValueOf(1)

// Output:
// s panic: reflect.StructOf: field "A" is anonymous but has PkgPath set
// struct { int } 0 8   true
// s panic: reflect.StructOf: field "_" is unexported but missing PkgPath
// struct { _ int; _ int } 0 16  main true
// s panic: reflect.StructOf: duplicate field A
// s panic: reflect.Struct: fields with different PkgPath x and y
// struct { main.u } 0 8   true
// struct { A int "json:\"x\""; Z struct {} } 0 16   true
// chanof panic: reflect.ChanOf: invalid dir
// chanof panic: reflect.ChanOf: element size too large
// mapof panic: reflect.MapOf: invalid key type []int
// funcof panic: reflect.FuncOf: last arg of variadic func must be slice
// arrayof panic: reflect: negative length passed to ArrayOf
// arrayof panic: reflect.ArrayOf: array size would exceed virtual address space
// ***int
// copy panic: E reflect: call of reflect.Copy on int Value
// copy panic: E reflect: call of reflect.Copy on int Value
// copy panic: reflect.Copy: int != int8
// copy panic: reflect: unknown method using unaddressable value
// appendslice panic: reflect.AppendSlice: int != int8
// select panic: E reflect: call of unknown method on int Value
// select panic: reflect.Select: value of type string is not assignable to type int
// makeslice panic: reflect.MakeSlice of non-slice type
// makeslice panic: reflect.MakeSlice: len > cap
// makemap panic: reflect.MakeMapWithSize of non-map type
// makechan panic: reflect.MakeChan: unidirectional channel type
// makefunc panic: reflect: call of MakeFunc with non-Func type
// new panic: reflect: New(nil)
// zero panic: reflect: Zero(nil)
// setmapindex panic: E assignment to entry in nil map
// setmapindex panic: reflect.Value.SetMapIndex: value of type int is not assignable to type string
// mapindex panic: reflect.Value.MapIndex: value of type int is not assignable to type string
// convert panic: reflect.Value.Convert: value of type int cannot be converted to type []int
// convert panic: reflect: cannot convert slice with length 1 to array with length 2
// convert panic: reflect: cannot convert slice with length 1 to pointer to array with length 2
// field panic: E reflect: call of reflect.Value.Field on int Value
// field panic: reflect: Field index out of range
// tfield panic: reflect: Field index out of bounds
// slice panic: reflect.Value.Slice: slice of unaddressable array
// slice panic: reflect.Value.Slice: slice index out of bounds
// slice3 panic: reflect.Value.Slice3: slice index out of bounds
// slice panic: reflect.Value.Slice: string slice index out of bounds
// grow panic: reflect.Value.Grow: negative len
// setlen panic: reflect: slice length out of range in SetLen
// setcap panic: reflect: slice capacity out of range in SetCap
// send panic: reflect: send on recv-only channel
// recv panic: reflect: recv on send-only channel
// close panic: reflect: close of receive-only channel
// trysend panic: reflect.Value.Send: value of type string is not assignable to type int
// elem panic: reflect: Elem of invalid type int
// key panic: reflect: Key of non-map type int
// in panic: reflect: In of non-func type int
// in panic: E runtime error: index out of range [0] with length 0
// len panic: reflect: Len of non-array type int
// len panic: reflect: call of reflect.Value.Len on ptr to non-array Value
// numfield panic: reflect: NumField of non-struct type int
// chandir panic: reflect: ChanDir of non-chan type int
// isvariadic panic: reflect: IsVariadic of non-func type int
// method panic: reflect: Method index out of range
// vmethod panic: reflect: Method index out of range
// nilmethod panic: reflect: Method on nil interface value
// seq panic: reflect: float64 cannot produce iter.Seq[Value]
// seq2 panic: reflect: int cannot produce iter.Seq2[Value, Value]
// isnil panic: E reflect: call of reflect.Value.IsNil on int Value
// isvalid panic: E reflect: call of reflect.Value.IsZero on zero Value
// type panic: E reflect: call of reflect.Value.Type on zero Value
// iface panic: E reflect: call of reflect.Value.Interface on zero Value
// setz panic: reflect: reflect.Value.SetZero using unaddressable value
// clear panic: E reflect: call of reflect.Value.Clear on int Value
// overflow panic: reflect: OverflowFloat of non-float type int
// overflow panic: E reflect: call of reflect.Value.OverflowFloat on int Value
// equal panic: reflect.Value.Equal: values of type []int are not comparable
// fbi panic: reflect: FieldByIndex of non-struct type int
// fbn panic: reflect: FieldByName of non-struct type int
// vfbn panic: E reflect: call of reflect.Value.FieldByName on int Value
// visible panic: reflect.VisibleFields of non-struct type
// swapper panic: E reflect: call of Swapper on int Value
// implements panic: reflect: non-interface type passed to Type.Implements
// addr panic: reflect.Value.Addr of unaddressable value
// unsafeaddr panic: reflect.Value.UnsafeAddr of unaddressable value
// pointer panic: E reflect: call of reflect.Value.Pointer on int Value
// bytes panic: reflect.Value.Bytes of non-byte slice
// bytes panic: reflect.Value.Bytes of unaddressable byte array
// setbytes panic: reflect.Value.SetBytes of non-byte slice
// set panic: E reflect: call of reflect.Value.Set on zero Value
// set panic: reflect.Set: value of type string is not assignable to type int
// set panic: E reflect: call of reflect.Value.SetString on int Value
// makefunc panic: reflect: wrong return count from function created by MakeFunc
// makefunc panic: reflect: function created by MakeFunc using closure returned zero Value
// makefunc panic: reflect.MakeFunc: value of type string is not assignable to type int
// iter panic: MapIter.Next called on an iterator that does not have an associated map Value
// iter panic: MapIter.Key called before Next
// iter panic: MapIter.Next called on exhausted iterator
// iter panic: MapIter.Value called on exhausted iterator
// maprange panic: E reflect: call of reflect.Value.MapRange on int Value
// typeassert panic: E reflect: call of reflect.TypeAssert on zero Value
// 0 false
// nilconv panic: reflect: nil type passed to Type.ConvertibleTo
// nilassign panic: reflect: nil type passed to Type.AssignableTo
// nilimpl panic: reflect: nil type passed to Type.Implements
