// Constants are exact and untyped until they meet a type.
package main

import "fmt"

const (
	huge  = 1 << 100
	small = huge >> 98
	third = 1.0 / 3
	mixed = 'a' + 1
	str   = "con" + "stant"
	cond  = huge > 1 && len(str) == 8
)

const typed int8 = 100

type weekday uint8

const (
	sunday weekday = iota
	monday
)

func main() {
	fmt.Println(small, third*3 == 1, mixed, string(rune(mixed)), str, cond)
	fmt.Println(huge/(huge-1), huge%7, huge>>90)
	const x = 5 / 2
	const y = 5 / 2.0
	const z = 5.0 / 2
	fmt.Println(x, y, z, 7/2*2.0, 7/2.0*2)
	fmt.Println(typed+27, monday, sunday-0)
	var f float32 = 1 << 24
	var b byte = 'x'
	var r = 'x'
	var d float64 = 3
	var i int = 6.0
	fmt.Println(f, b, r, d/2, i/4)
	const mask = ^uint32(0)
	const all = -1
	fmt.Println(mask, uint8(all&0xff), ^0, -5%3, -5/3)
	fmt.Println(0x1p-2, 0b1011, 0o17, 017, 1_000_000, 0x_ff, 'a', '\n', '\x41', '\u00e9', '\'')
	fmt.Println(1e3, 1.5e-3, .5, 1., 0x1.8p1)
	fmt.Println(len("héllo"), len([3]int{}), len([...]string{2: "x"}))
	fmt.Printf("%T %T %T %T %T %T\n", 1, 1.0, 'a', "s", true, 1<<3)
	var u uint64 = 1<<64 - 1
	fmt.Println(u, 1<<62, -1<<63)
	const eps = 1e-400
	fmt.Println(eps*1e400 == 1, eps > 0)
}

// Output:
// 4 true 98 b constant true
// 1 2 1024
// 2 2.5 2.5 6 7
// 127 1 0
// 1.6777216e+07 120 120 1.5 1
// 4294967295 255 -1 -2 -1
// 0.25 11 15 15 1000000 255 97 10 65 233 39
// 1000 0.0015 0.5 1 3
// 6 3 3
// int float64 int32 string bool int
// 18446744073709551615 4611686018427387904 -9223372036854775808
// true true
