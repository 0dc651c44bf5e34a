// Fields that are not exported are not decoded: this panics as reflection does.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

type U struct {
	a int32
}
type B struct {
	_ int32
	B int32
	c [2]int8
}

func main() {
	f := func(v any) {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(binary.Read(bytes.NewReader(make([]byte, 100)), binary.LittleEndian, v))
	}
	g := func(v any) {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(binary.Decode(make([]byte, 100), binary.LittleEndian, v))
	}
	f(&U{})
	f(&B{})
	f([]U{{}})
	g(&U{})
	g(&B{})
	g([]U{{}})
	f(&struct{ x bool }{})
	f(&struct{ x float64 }{})
	f(&struct{ x uint8 }{})
	f(&struct{ x complex64 }{})
	f(&struct{ x struct{ Y int8 } }{})
	f(&struct{ x [0]int8 }{})
}

// Output:
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// reflect: reflect.Value.SetBool using value obtained using unexported field
// reflect: reflect.Value.SetFloat using value obtained using unexported field
// reflect: reflect.Value.SetUint using value obtained using unexported field
// reflect: reflect.Value.SetComplex using value obtained using unexported field
// reflect: reflect.Value.SetInt using value obtained using unexported field
// <nil>
// <nil>
