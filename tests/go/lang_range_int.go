package main

import "fmt"

type small int8
type index uint16

const ten = 10

func main() {
	for i := range 3 {
		fmt.Printf("%T %d ", i, i)
	}
	for i := range ten {
		_ = i
	}
	for i := range 'b' - 'a' + 1 {
		fmt.Printf("%T %d ", i, i)
	}
	for i := range small(3) {
		fmt.Printf("%T %d ", i, i)
	}
	var n index = 65535
	last := index(0)
	for i := range n {
		last = i
	}
	fmt.Println(last)
	var u8 uint8
	for u8 = range 255 {
	}
	fmt.Println(u8)
	var i64 int64
	for i64 = range 5 {
	}
	fmt.Println(i64)
	var s small = -5
	for range s {
		fmt.Println("never")
	}
	for i := range uint64(1) << 2 {
		i += 10
		fmt.Print(i, " ")
	}
	k := 4
	for i := range k {
		k = 100
		fmt.Print(i, k, ";")
	}
	fmt.Println()
	var fs []func() int
	for i := range 3 {
		fs = append(fs, func() int { i *= 2; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	for range 1 << 2 / 2 {
		fmt.Print("*")
	}
	calls := 0
	bound := func() int { calls++; return 3 }
	var arr [3]int
	for arr[calls%3] = range bound() {
		calls++
	}
	fmt.Println(calls, arr)
	var p *[4]int
	for i := range p {
		fmt.Print(i)
	}
	for i := range len(p) {
		fmt.Print(i)
	}
	for range int64(2) {
		fmt.Print("x")
	}
	fmt.Println()
}

// Output:
// int 0 int 1 int 2 int32 0 int32 1 main.small 0 main.small 1 main.small 2 65534
// 254
// 4
// 10 11 12 13 0 100;1 100;2 100;3 100;
// 0 0 2 4 4 8 **4 [2 0 1]
// 01230123xx
