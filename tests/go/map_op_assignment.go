// Assignments with an operator to elements of maps assign once, as compiled Go does: it shows in panics.
package main

import "fmt"

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	z0 := 0
	var nilm map[any]int
	try("nil key slice", func() { nilm[[]int{1}]++ })
	try("nil ok", func() { nilm[1]++ })
	try("nil div", func() { nilm[1] /= z0 })
	try("nil div1", func() { nilm[1] /= 1 })
	try("nil div slice", func() { nilm[[]int{1}] /= z0 })
	m := map[any]int{}
	try("empty", func() { m[[]int{1}]++ })
	try("empty +=", func() { m[[]int{1}] += 2 })
	try("empty div", func() { m[[]int{1}] /= 2 })
	m[1] = 1
	try("full", func() { m[[]int{1}]++ })
	try("full div", func() { m[[]int{1}] %= 2 })
	n := map[int]int{}
	s := -1
	try("shift", func() { n[1] <<= s })
	fmt.Println(len(n))
	var xs []int
	try("rhs", func() { n[2] += xs[3] })
	fmt.Println(len(n))
	z := 0
	try("div", func() { n[3] /= z })
	fmt.Println(len(n))
	var p *int
	try("nil rhs", func() { n[4] |= *p })
	fmt.Println(len(n))
	var q map[string]int
	try("nil rhs", func() { q["a"] += func() int { fmt.Println("called"); return 1 }() })
	st := map[string]string{}
	st["a"] += "x"
	st["a"] += st["a"]
	st["b"] += st["a"]
	fmt.Println(st)
	n[7] += len(n)
	fmt.Println(n)
	var i any = "x"
	try("assert", func() { n[9] += i.(int) })
	fmt.Println(len(n))
	var g func() int
	try("nil map and bad rhs", func() { q["a"] += xs[1] })
	try("nil func", func() { n[10] += g() })
	fmt.Println(len(n))
}

// Output:
// nil key slice assignment to entry in nil map
// nil ok assignment to entry in nil map
// nil div runtime error: integer divide by zero
// nil div1 assignment to entry in nil map
// nil div slice hash of unhashable type: []int
// empty runtime error: hash of unhashable type []int
// empty += runtime error: hash of unhashable type []int
// empty div hash of unhashable type: []int
// full runtime error: hash of unhashable type []int
// full div runtime error: hash of unhashable type []int
// shift runtime error: negative shift amount
// 1
// rhs runtime error: index out of range [3] with length 0
// 1
// div runtime error: integer divide by zero
// 1
// nil rhs runtime error: invalid memory address or nil pointer dereference
// 1
// called
// nil rhs assignment to entry in nil map
// map[a:xx b:xx]
// map[1:0 7:1]
// assert interface conversion: interface {} is string, not int
// 2
// nil map and bad rhs runtime error: index out of range [1] with length 0
// nil func runtime error: invalid memory address or nil pointer dereference
// 2
