package main

// Bounds of unsigned types are no negative numbers in the texts of run-time errors.

import (
	"fmt"
	"unsafe"
)

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func pair() (*byte, uint64) { return &bytes[0], uint64(len(bytes)) }

func stringPair() (*byte, int8) { return &bytes[1], 2 }

func addPair() (unsafe.Pointer, int) { return unsafe.Pointer(&bytes[0]), 2 }

var bytes = []byte("hello")

func main() {
	list, text, array := []int{1, 2, 3}, "123", [3]int{}
	huge, most, small := ^uint64(0), ^uintptr(0), uint(7)
	try(func() { _ = list[huge:] })
	try(func() { _ = list[:most] })
	try(func() { _ = list[huge:1] })
	try(func() { _ = list[:2:huge] })
	try(func() { _ = list[:huge:2] })
	try(func() { _ = list[huge:1:2] })
	try(func() { _ = text[huge:] })
	try(func() { _ = text[:huge] })
	try(func() { _ = array[:huge] })
	try(func() { _ = array[huge:1:2] })
	try(func() { _ = list[small:] })
	try(func() { _ = list[int64(huge):] })
	try(func() { _ = list[huge] })

	// Functions of package unsafe take the results of one call, too.
	fmt.Println(string(unsafe.Slice(pair())), *(*byte)(unsafe.Add(addPair())) == 'l')
	fmt.Println(unsafe.String(stringPair()))
}

// Output:
// runtime error: slice bounds out of range [18446744073709551615:3]
// runtime error: slice bounds out of range [:18446744073709551615] with capacity 3
// runtime error: slice bounds out of range [18446744073709551615:1]
// runtime error: slice bounds out of range [::18446744073709551615] with capacity 3
// runtime error: slice bounds out of range [:18446744073709551615:2]
// runtime error: slice bounds out of range [18446744073709551615:1:]
// runtime error: slice bounds out of range [18446744073709551615:3]
// runtime error: slice bounds out of range [:18446744073709551615] with length 3
// runtime error: slice bounds out of range [:18446744073709551615] with length 3
// runtime error: slice bounds out of range [18446744073709551615:1:]
// runtime error: slice bounds out of range [7:3]
// runtime error: slice bounds out of range [-1:]
// runtime error: index out of range [18446744073709551615] with length 3
// hello true
// el
