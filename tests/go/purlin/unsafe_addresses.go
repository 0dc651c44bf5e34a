package main

import (
	"fmt"
	"unsafe"
)

// The number of an address is what %p prints: it depends on the program alone, and differences within an object
// are those of the machine.
func main() {
	var a [4]int64
	p := &a
	fmt.Println(fmt.Sprintf("%p", p) == fmt.Sprintf("%#x", uintptr(unsafe.Pointer(p))))
	fmt.Println(uintptr(unsafe.Pointer(&p[3]))-uintptr(unsafe.Pointer(&p[0])), uintptr(unsafe.Pointer(p))%8)
	fmt.Println(uintptr(unsafe.Pointer(p))>>32 == 0xc0)
}

// Output:
// true
// 24 0
// true
