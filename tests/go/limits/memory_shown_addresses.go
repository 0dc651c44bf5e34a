package main

import (
	"fmt"
	"unsafe"
)

type node struct{ next *node }

// Numbers of objects that were shown take memory: it counts.
func main() {
	var list *node
	var last uintptr
	for i := range 100_000_000 {
		list = &node{list}
		last = uintptr(unsafe.Pointer(list))
		if i == 100_000 {
			fmt.Println("some fit")
		}
	}
	fmt.Println("not reached", last)
}

// Flags: --memory=32M
// Output:
// some fit

// Trap: OutOfMemory
