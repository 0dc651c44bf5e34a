// Strings and bytes taken for each other by package unsafe: through variables, headers and functions.
package main

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

func b2s(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }

func b2sVar(b []byte) string {
	p := unsafe.Pointer(&b)
	s := (*string)(p)
	return *s
}

func b2sNew(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func b2sPart(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	p := &b[0]
	return unsafe.String(p, len(b)/2)
}

func s2b(s string) []byte {
	return *(*[]byte)(unsafe.Pointer(&struct {
		string
		Cap int
	}{s, len(s)}))
}

func s2bNew(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func s2bVar(s string) []byte {
	p := unsafe.StringData(s)
	n := len(s)
	return unsafe.Slice(p, n)
}

type stringHeader struct {
	data unsafe.Pointer
	len  int
}

type sliceHeader struct {
	data unsafe.Pointer
	len  int
	cap  int
}

// index is where part lies in whole, of which it is a part.
func index(whole, part string) int {
	w := *(*stringHeader)(unsafe.Pointer(&whole))
	p := *(*stringHeader)(unsafe.Pointer(&part))
	return int(uintptr(p.data) - uintptr(w.data))
}

func rebuilt(s string) []byte {
	h := *(*stringHeader)(unsafe.Pointer(&s))
	b := sliceHeader{data: h.data, len: h.len, cap: h.len}
	return *(*[]byte)(unsafe.Pointer(&b))
}

func renamed(b []byte) string {
	h := *(*sliceHeader)(unsafe.Pointer(&b))
	t := stringHeader{h.data, h.len}
	return *(*string)(unsafe.Pointer(&t))
}

func lengths(s string, b []byte) (int, int, int) {
	sh := *(*reflect.StringHeader)(unsafe.Pointer(&s))
	bh := *(*reflect.SliceHeader)(unsafe.Pointer(&b))
	return sh.Len, bh.Len, bh.Cap
}

func firstFour(s string) [4]byte { return *(*[4]byte)(unsafe.Pointer(unsafe.StringData(s))) }

type text []byte
type name string

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "panics")
		}
	}()
	f()
}

func main() {
	for _, s := range []string{"", "a", "hello", strings.Repeat("long ", 50), "日本語\x00\xff"} {
		b := []byte(s)
		fmt.Printf("%q %q %q %q\n", b2s(b), b2sVar(b), b2sNew(b), b2sPart(b))
		for _, f := range []func(string) []byte{s2b, s2bNew, s2bVar, rebuilt} {
			c := f(s)
			fmt.Printf("%d %v ", len(c), string(c) == s)
		}
		fmt.Println(renamed(b) == s)
		fmt.Println(lengths(s, b[:len(b):len(b)]))
	}
	long := "one two three"
	parts := strings.Split(long, " ")
	for _, part := range parts {
		fmt.Println(index(long, part), part)
	}
	fmt.Println(firstFour("abcdef"))
	n := name("named")
	t := text("typed")
	fmt.Println(*(*string)(unsafe.Pointer(&n)), *(*string)(unsafe.Pointer(&t)), *(*name)(unsafe.Pointer(&t)))

	// The string sees what is written to the bytes that it is of.
	b := []byte("shared")
	s := b2s(b)
	b[0] = 'S'
	fmt.Println(s, b2sNew(b))

	arr := [...]byte{1, 2, 3, 4, 5}
	p := &arr[1]
	fmt.Println(unsafe.Slice(p, 4), len(unsafe.String(p, 0)))
	four := (*[4]byte)(unsafe.Pointer(p))
	four[0] = 9
	fmt.Println(arr, four[:2])
	words := []uint32{1, 2, 3}
	w := &words[0]
	fmt.Println(unsafe.Slice(w, 3), len(unsafe.Slice(w, 0)))
	var none *byte
	fmt.Println(unsafe.Slice(none, 0) == nil, unsafe.String(none, 0) == "")
	one := new(string)
	*one = "x"
	fmt.Println(unsafe.Slice(one, 1))
	try("a negative length", func() { m := -1; fmt.Println(unsafe.Slice(p, m)) })
	try("a string of a negative length", func() { m := -1; fmt.Println(unsafe.String(p, m)) })
	try("no bytes", func() { m := 1; fmt.Println(unsafe.String(none, m)) })
	try("no slice", func() { m := 1; fmt.Println(unsafe.Slice(none, m)) })
}

// Output:
// "" "" "" ""
// 0 true 0 true 0 true 0 true true
// 0 0 0
// "a" "a" "a" ""
// 1 true 1 true 1 true 1 true true
// 1 1 1
// "hello" "hello" "hello" "he"
// 5 true 5 true 5 true 5 true true
// 5 5 5
// "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long " "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long " "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long " "long long long long long long long long long long long long long long long long long long long long long long long long long "
// 250 true 250 true 250 true 250 true true
// 250 250 250
// "日本語\x00\xff" "日本語\x00\xff" "日本語\x00\xff" "日\xe6\x9c"
// 11 true 11 true 11 true 11 true true
// 11 11 11
// 0 one
// 4 two
// 8 three
// [97 98 99 100]
// named typed typed
// Shared Shared
// [2 3 4 5] 0
// [1 9 3 4 5] [9 3]
// [1 2 3] 0
// true true
// [x]
// a negative length panics
// a string of a negative length panics
// no bytes panics
// no slice panics
