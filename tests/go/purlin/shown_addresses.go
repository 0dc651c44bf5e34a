package main

import (
	"fmt"
	"hash/maphash"
	"reflect"
	"unsafe"
)

type node struct {
	next *node
	data [6]int
}

type small struct{ p *int }

var sink any

// number is an object's address as a program sees it.
func number(p *node) uintptr { return uintptr(unsafe.Pointer(p)) }

// garbage lets the collector run, at times that depend on the tier.
func garbage(n int) {
	for range n {
		sink = &node{data: [6]int{n}}
	}
}

// An address that is shown does not depend on what was collected before, on the tier or on the machine: each
// object gets its number when it is shown first.
func main() {
	var kept []*node
	var sum uintptr
	for i := range 2000 {
		garbage(i % 7)
		p := &node{}
		if i%3 == 0 {
			kept = append(kept, p)
		}
		sum = sum*31 + number(p)
	}
	fmt.Printf("%x\n", sum)
	garbage(40000)
	for _, p := range kept {
		sum = sum*31 + number(p)
	}
	fmt.Printf("%x\n", sum)

	list := make([]small, 100)
	before := uintptr(unsafe.Pointer(&list[0]))
	garbage(1000)
	fmt.Println(uintptr(unsafe.Pointer(&list[99]))-before, reflect.ValueOf(&list[3]).Pointer()-before)
	fmt.Println(len(fmt.Sprintf("%p%p%v", kept[0], kept[1], &list[7].p)))

	var h maphash.Hash
	h.SetSeed(maphash.MakeSeed())
	maphash.WriteComparable(&h, kept[5])
	a := h.Sum64()
	h.Reset()
	maphash.WriteComparable(&h, kept[5])
	fmt.Println(a == h.Sum64())

	// Many objects that are dropped do not fill the table.
	different := map[uintptr]bool{}
	for i := range 200000 {
		at := number(&node{data: [6]int{i}})
		if i%20000 == 0 {
			different[at] = true
		}
	}
	fmt.Println(len(different))
	fmt.Printf("%p\n", sink)
}

// Output:
// 3111ff98862cfa00
// 30ca198f61df7c0
// 792 24
// 36
// true
// 10
// 0xc000c64780
