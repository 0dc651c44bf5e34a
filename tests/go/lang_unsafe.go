package main

import (
	"fmt"
	"math"
	"unsafe"
)

type pair struct{ a, b uint32 }

type node struct {
	next *node
	v    int
}
type twin node

func view(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }

func str(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	f := 1.5
	fmt.Println(*(*uint64)(unsafe.Pointer(&f)) == math.Float64bits(1.5))
	p := (*pair)(unsafe.Pointer(&f))
	p.b |= 1 << 31
	fmt.Println(f, *(*[8]byte)(unsafe.Pointer(p)))
	b := []byte("hello")
	s, t := view(b), str(b)
	b[0] = 'J'
	fmt.Println(s, t, str(nil) == "", unsafe.SliceData([]int(nil)) == nil, unsafe.SliceData(make([]int, 0)) != nil)
	a := [5]int{1, 2, 3, 4, 5}
	v := unsafe.Slice(&a[1], 3)
	v[0] = 20
	fmt.Println(a, v, len(v), cap(v), unsafe.String(&b[1], 2), unsafe.Slice(unsafe.StringData("abc"), 2))
	n := (*twin)(unsafe.Pointer(&node{v: 3}))
	fmt.Println(n.v, *unsafe.SliceData(v))
	k := -1
	try(func() { fmt.Println(unsafe.String(&b[0], k)) })
	try(func() { _ = unsafe.Slice(&a[k], 1) })
	var q unsafe.Pointer = unsafe.Pointer(&a)
	fmt.Println(q != nil, uintptr(q) != 0, uintptr(unsafe.Pointer(nil)))
}

// Output:
// true
// -1.5 [0 0 0 0 0 0 248 191]
// Jello Jello true true true
// [1 20 3 4 5] [20 3 4] 3 3 el [97 98]
// 3 20
// runtime error: unsafe.String: len out of range
// runtime error: index out of range [-1]
// true true 0
