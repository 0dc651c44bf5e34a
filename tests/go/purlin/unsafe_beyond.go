// What package unsafe cannot reach: memory after an object, references as numbers, the module's constants.
package main

import (
	"fmt"
	"unsafe"
)

type header struct {
	data unsafe.Pointer
	len  int
}

type mixed struct {
	n    int
	name string
}

var constant = "a constant of the module"

func try(what string, f func()) {
	defer func() { fmt.Println(what+":", recover()) }()
	f()
}

func bits(p unsafe.Pointer) uint64 { return *(*uint64)(p) }

func main() {
	b := make([]byte, 16)
	try("the last word", func() { fmt.Println(*(*uint64)(unsafe.Pointer(&b[8]))) })
	try("a word too far", func() { fmt.Println(*(*uint64)(unsafe.Pointer(&b[9]))) })
	try("a pointer to an array too far", func() { fmt.Println((*[17]byte)(unsafe.Pointer(&b[0]))[16]) })
	try("nil", func() { fmt.Println(bits(nil)) })
	m := &mixed{1, "x"}
	try("an object with references", func() { fmt.Println(bits(unsafe.Pointer(m))) })
	p := &b[0]
	try("as many bytes as there are", func() { fmt.Println(len(unsafe.Slice(p, 16))) })
	try("more bytes", func() { n := 1 << 20; fmt.Println(len(unsafe.Slice(p, n))) })
	try("a string of more bytes", func() { n := 1 << 20; fmt.Println(len(unsafe.String(p, n))) })
	try("a field alone", func() { fmt.Println(unsafe.Slice(&m.n, 1)) })
	try("a field and what follows", func() { n := 2; fmt.Println(unsafe.Slice(&m.n, n)) })
	names := []string{"a", "b"}
	q := &names[0]
	try("a string alone", func() { fmt.Println(unsafe.Slice(q, 1)) })
	try("two strings", func() { n := 2; fmt.Println(unsafe.Slice(q, n)) })

	h := *(*header)(unsafe.Pointer(&constant))
	h.len = 1 << 30
	try("a constant and much more", func() { fmt.Println(len(*(*string)(unsafe.Pointer(&h)))) })
	h.len = -1
	try("a negative length", func() { fmt.Println(len(*(*string)(unsafe.Pointer(&h)))) })
	h.len = 10
	try("part of a constant", func() { fmt.Println(*(*string)(unsafe.Pointer(&h))) })
	try("a constant as a number", func() { fmt.Println(*(*uint64)(h.data)) })

	// What is written to the bytes of a string is written to a copy.
	s := unsafe.Slice(unsafe.StringData(constant), len(constant))
	s[0] = 'A'
	d := unsafe.StringData(constant)
	*d = 'B'
	c := *(*[]byte)(unsafe.Pointer(&struct {
		string
		int
	}{constant, 0}))
	c[0] = 'C'
	fmt.Println(constant, string(s[:3]), string(*d), string(c[:3]))
}

// Output:
// 0
// the last word: <nil>
// a word too far: runtime error: unsafe.Pointer does not lead to the memory of a uint64
// a pointer to an array too far: runtime error: unsafe.Pointer does not lead to the memory of a [17]byte
// nil: runtime error: invalid memory address or nil pointer dereference
// an object with references: runtime error: unsafe.Pointer does not lead to the memory of a uint64
// 16
// as many bytes as there are: <nil>
// more bytes: runtime error: unsafe.Slice: len out of range
// a string of more bytes: runtime error: unsafe.String: len out of range
// [1]
// a field alone: <nil>
// a field and what follows: runtime error: unsafe.Slice: len out of range
// [a]
// a string alone: <nil>
// two strings: runtime error: unsafe.Slice: len out of range
// a constant and much more: runtime error: unsafe.Pointer does not lead to as many bytes as a header says
// a negative length: runtime error: unsafe.Pointer does not lead to as many bytes as a header says
// a constant
// part of a constant: <nil>
// a constant as a number: runtime error: unsafe.Pointer does not lead to the memory of a uint64
// a constant of the module A c B C c
