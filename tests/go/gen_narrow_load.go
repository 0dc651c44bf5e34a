// A narrow integer that is loaded, sign-extended to an unsigned type in between, and widened from there.
package main

import "fmt"

type cell struct {
	a, b int8
	c, d int16
	e, f int32
}

func word(a any) uint64 {
	switch v := a.(type) {
	case uint16:
		return uint64(v)
	case uint32:
		return uint64(v)
	}
	return 0
}

func widen(p *cell) (s uint64) {
	s += uint64(uint16(p.a)) + uint64(uint32(p.a))*3
	s += uint64(uint32(p.c))*5 + uint64(uint16(p.c))*7
	s += uint64(uint32(p.e)) * 11
	return s
}

func main() {
	x := int8(-5)
	more := func() { x = x*3 - 1 }
	more()
	fmt.Println(word(uint16(x)), word(uint32(x)), uint64(uint16(x)), uint(uint32(x)))
	c := &cell{a: -1, b: 77, c: -2, d: 88, e: -3, f: 99}
	for range 3 {
		fmt.Println(widen(c), uint32(uint16(c.a)))
		c.a--
		c.c *= 3
		c.e ^= 0x7000
	}
	bytes := []int8{-1, 2, -3, 4}
	for i := range bytes {
		fmt.Println(uint64(uint16(bytes[i])), uint64(uint32(bytes[i])), word(uint16(bytes[i])))
	}
}

// Output:
// 65520 4294967280 65520 4294967280
// 81604902851 65535
// 81604587407 65534
// 81604902651 65533
// 65535 4294967295 65535
// 2 2 2
// 65533 4294967293 65533
// 4 4 4
