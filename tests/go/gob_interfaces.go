// Interfaces within interfaces, what cannot be encoded, and what cannot be registered.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"fmt"
)

type New struct{ X int }
type New2 struct{ Y []New }
type Wrap struct {
	P []any
	Q any
}

func p(v ...any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("PANIC", r)
		}
	}()
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	for _, x := range v {
		err := e.Encode(x)
		if err != nil {
			fmt.Println("ERR", err)
		}
	}
	fmt.Printf("%T [%s]\n", v[0], hex.EncodeToString(b.Bytes()))
	d := gob.NewDecoder(&b)
	for range v {
		var w Wrap
		fmt.Println(d.Decode(&w), w)
	}
}
func main() {
	gob.Register(New{})
	gob.Register(New2{})
	gob.Register(Wrap{})
	gob.Register([]any{})
	p(Wrap{P: []any{Wrap{Q: New{1}}, New2{[]New{{3}}}, 5}, Q: "s"})
	p(Wrap{Q: []any{Wrap{Q: []any{New2{}, 1}}, New{7}}})
	p(Wrap{Q: (*int)(nil)})
	p((*int)(nil))
	p(nil)
	p(Wrap{Q: struct{ A int }{}})
	p(func() {})
	p(make(chan int))
	p(struct{ a int }{1})
	p(struct{}{})
	p([]any{(*New)(nil)})
	p([]*int{nil})
	p(map[string]*int{"a": nil})
	p([]chan int{})
	p(map[string]func(){})
	type P *P
	var pp P
	pp = &pp
	p(pp)
	p(struct{ A struct{ b int } }{})
	p([2]*int{})
	reg := func(n string, v any) {
		defer func() { fmt.Printf("%q %v\n", n, recover()) }()
		if n == "" {
			gob.Register(v)
		} else {
			gob.RegisterName(n, v)
		}
	}
	reg("a", New{})
	reg("main.New", 3)
	reg("", nil)
	reg("x", struct{ X int }{})
	reg("x", struct{ X int }{})
	reg("y", struct{ X int }{})
	reg("", &New{})
	reg("*main.New", &New{})
	reg("z", uintptr(3))
	reg("z", []uintptr{})
	reg("z", []bool{})
	reg("z", []byte{})
	reg("z2", []complex64{})
	reg("z", int8(3))
	reg("z3", []rune{})
	reg("z3", []float32{})
	reg("z4", []int8{})
	reg("z4", []error{})
	reg("z5", []string{})
	reg("z6", []uint16{})
	func() { defer func() { fmt.Println(recover()) }(); gob.RegisterName("", 3) }()
}

// Output:
// main.Wrap [1e7f030101045772617001ff8000010201015001ff820001015101100000001cff810201010e5b5d696e74657266616365207b7d01ff8200011000005dff800103096d61696e2e57726170ff802102086d61696e2e4e6577ff83030101034e657701ff84000101010158010400000007ff840301020000096d61696e2e4e657732ff85030101044e65773201ff8600010101015901ff8800000019ff870201010a5b5d6d61696e2e4e657701ff880001ff8400001fff860601010106000003696e740402000a0106737472696e670c0300017300]
// <nil> {[{[] {1}} {[{3}]} 5] s}
// main.Wrap [1e7f030101045772617001ff8000010201015001ff820001015101100000001cff810201010e5b5d696e74657266616365207b7d01ff820001100000ffadff80020e5b5d696e74657266616365207b7dff82ff960002096d61696e2e57726170ff8078020e5b5d696e74657266616365207b7dff82250002096d61696e2e4e657732ff85030101044e65773201ff8600010101015901ff8800000019ff870201010a5b5d6d61696e2e4e657701ff880001ff84000017ff83030101034e657701ff8400010101015801040000000cff86010003696e740402000200086d61696e2e4e6577ff8403010e0000]
// <nil> {[] [{[] [{[]} 1]} {7}]}
// ERR gob: gob: cannot encode nil pointer of type *int inside interface
// main.Wrap [1e7f030101045772617001ff8000010201015001ff820001015101100000001cff810201010e5b5d696e74657266616365207b7d01ff820001100000]
// unexpected EOF {[] <nil>}
// PANIC gob: cannot encode nil pointer of type *int
// ERR gob: cannot encode nil value
// <nil> []
// EOF {[] <nil>}
// ERR gob: type not registered for interface: struct { A int }
// main.Wrap [1e7f030101045772617001ff8000010201015001ff820001015101100000001cff810201010e5b5d696e74657266616365207b7d01ff820001100000]
// unexpected EOF {[] <nil>}
// ERR gob NewTypeObject can't handle type: func()
// func() []
// EOF {[] <nil>}
// ERR gob NewTypeObject can't handle type: chan int
// chan int []
// EOF {[] <nil>}
// ERR gob: type struct { a int } has no exported fields
// struct { a int } [0aff89030102ff8a000000]
// unexpected EOF {[] <nil>}
// struct {} [0aff8b030102ff8c00000003ff8c00]
// <nil> {[] <nil>}
// ERR gob: gob: cannot encode nil pointer of type *main.New inside interface
// []interface {} [1cff810201010e5b5d696e74657266616365207b7d01ff820001100000]
// unexpected EOF {[] <nil>}
// ERR gob: encodeArray: nil element
// []*int [0cff8d020102ff8e0001040000]
// unexpected EOF {[] <nil>}
// ERR gob: encodeReflectValue: nil element
// map[string]*int [0eff8f040102ff9000010c01040000]
// unexpected EOF {[] <nil>}
// ERR gob NewTypeObject can't handle type: chan int
// []chan int []
// EOF {[] <nil>}
// ERR gob NewTypeObject can't handle type: func()
// map[string]func() []
// EOF {[] <nil>}
// ERR can't represent recursive pointer type main.P
// main.P []
// EOF {[] <nil>}
// ERR gob: type struct { b int } has no exported fields
// struct { A struct { b int } } [13ff91030102ff9200010101014101ff940000001cff9303010110737472756374207b206220696e74207d01ff94000000]
// unexpected EOF {[] <nil>}
// ERR gob: encodeArray: nil element
// [2]*int [0eff95010102ff9600010401040000]
// unexpected EOF {[] <nil>}
// "a" gob: registering duplicate names for main.New: "main.New" != "a"
// "main.New" gob: registering duplicate types for "main.New": main.New != int
// "" runtime error: invalid memory address or nil pointer dereference
// "x" <nil>
// "x" <nil>
// "y" gob: registering duplicate names for struct { X int }: "x" != "y"
// "" gob: registering duplicate names for *main.New: "main.New" != "*main.New"
// "*main.New" gob: registering duplicate names for *main.New: "main.New" != "*main.New"
// "z" gob: registering duplicate names for uintptr: "uintptr" != "z"
// "z" gob: registering duplicate names for []uintptr: "[]uintptr" != "z"
// "z" gob: registering duplicate names for []bool: "[]bool" != "z"
// "z" gob: registering duplicate names for []uint8: "[]uint8" != "z"
// "z2" gob: registering duplicate names for []complex64: "[]complex64" != "z2"
// "z" gob: registering duplicate names for int8: "int8" != "z"
// "z3" gob: registering duplicate names for []int32: "[]int32" != "z3"
// "z3" gob: registering duplicate names for []float32: "[]float32" != "z3"
// "z4" gob: registering duplicate names for []int8: "[]int8" != "z4"
// "z4" <nil>
// "z5" gob: registering duplicate names for []string: "[]string" != "z5"
// "z6" gob: registering duplicate names for []uint16: "[]uint16" != "z6"
// attempt to register empty name
