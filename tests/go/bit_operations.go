// Operations of package math/bits at the edges of all widths, with constants and variables.
package main

import (
	"fmt"
	"math/bits"
)

var values = []uint64{0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
	0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x0123456789abcdef,
	0xfedcba9876543210, 0xaaaaaaaaaaaaaaaa, 0x5555555555555555, 1 << 40, 0xf0f0 << 20}

//go:noinline
func counts(x uint64) [15]int {
	a, b, c := uint8(x), uint16(x), uint32(x)
	return [15]int{
		bits.OnesCount8(a), bits.OnesCount16(b), bits.OnesCount32(c), bits.OnesCount64(x), bits.OnesCount(uint(x)),
		bits.LeadingZeros8(a), bits.LeadingZeros16(b), bits.LeadingZeros32(c), bits.LeadingZeros64(x), bits.Len(uint(x)),
		bits.TrailingZeros8(a), bits.TrailingZeros16(b), bits.TrailingZeros32(c), bits.TrailingZeros64(x), bits.Len32(c),
	}
}

//go:noinline
func swapped(x uint64) (uint16, uint32, uint64, uint64) {
	return bits.ReverseBytes16(uint16(x)), bits.ReverseBytes32(uint32(x)), bits.ReverseBytes64(x),
		bits.ReverseBytes64(bits.ReverseBytes64(x))
}

// A count decides a shift and an index, which its range allows.
//
//go:noinline
func highest(x uint64) (uint64, byte) {
	const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/!?"
	n := bits.Len64(x)
	return x >> uint(n-1&63), names[bits.TrailingZeros64(x)] + names[n] - names[bits.OnesCount64(x)]
}

func main() {
	var sum uint64
	for _, x := range values {
		fmt.Println(x, counts(x))
		a, b, c, d := swapped(x)
		h, n := highest(x)
		fmt.Println(a, b, c, d == x, h, n)
		for _, y := range values {
			hi, lo := bits.Mul64(x, y)
			s, carry := bits.Add64(x, y, hi&1)
			d, borrow := bits.Sub64(x, y, lo&1)
			sum = bits.RotateLeft64(sum, 7) ^ hi ^ lo ^ s ^ d ^ carry<<1 ^ borrow
			h32, l32 := bits.Mul32(uint32(x), uint32(y))
			sum += uint64(h32) ^ uint64(l32)<<32
			if y > hi {
				q, r := bits.Div64(hi, lo, y)
				if q != x || r != 0 {
					fmt.Println("wrong:", x, y, q, r)
				}
			}
		}
	}
	fmt.Println(sum)
	fmt.Println(bits.OnesCount64(0xff00ff), bits.Len64(1<<40), bits.TrailingZeros64(1<<40), bits.ReverseBytes32(0x01020304))
}

// Output:
// 0 [0 0 0 0 0 8 16 32 64 0 8 16 32 64 0]
// 0 0 0 true 0 33
// 1 [1 1 1 1 1 7 15 31 63 1 0 0 0 0 1]
// 256 16777216 72057594037927936 true 1 97
// 2 [1 1 1 1 1 6 14 30 62 2 1 1 1 1 2]
// 512 33554432 144115188075855872 true 1 99
// 3 [2 2 2 2 2 6 14 30 62 2 0 0 0 0 2]
// 768 50331648 216172782113783808 true 1 97
// 127 [7 7 7 7 7 1 9 25 57 7 0 0 0 0 7]
// 32512 2130706432 9151314442816847872 true 1 97
// 128 [1 1 1 1 1 0 8 24 56 8 7 7 7 7 8]
// 32768 2147483648 9223372036854775808 true 1 111
// 255 [8 8 8 8 8 0 8 24 56 8 0 0 0 0 8]
// 65280 4278190080 18374686479671623680 true 1 97
// 256 [0 1 1 1 1 8 7 23 55 9 8 8 8 8 9]
// 1 65536 281474976710656 true 1 113
// 32767 [8 15 15 15 15 0 1 17 49 15 0 0 0 0 15]
// 65407 4286513152 18410433801713876992 true 1 97
// 32768 [0 1 1 1 1 8 0 16 48 16 8 15 15 15 16]
// 128 8388608 36028797018963968 true 1 127
// 65535 [8 16 16 16 16 0 0 16 48 16 0 0 0 0 16]
// 65535 4294901760 18446462598732840960 true 1 97
// 65536 [0 0 1 1 1 8 16 15 47 17 8 16 16 16 17]
// 0 256 1099511627776 true 1 129
// 2147483647 [8 16 31 31 31 0 0 1 33 31 0 0 0 0 31]
// 65535 4294967167 18446743519658770432 true 1 97
// 2147483648 [0 0 1 1 1 8 16 0 32 32 8 16 31 31 32]
// 0 128 549755813888 true 1 43
// 4294967295 [8 16 32 32 32 0 0 0 32 32 0 0 0 0 32]
// 65535 4294967295 18446744069414584320 true 1 97
// 4294967296 [0 0 0 1 1 8 16 32 31 33 8 16 32 32 0]
// 0 0 16777216 true 1 45
// 9223372036854775807 [8 16 32 63 63 0 0 0 1 63 0 0 0 0 32]
// 65535 4294967295 18446744073709551487 true 1 97
// 9223372036854775808 [0 0 0 1 1 8 16 32 0 64 8 16 32 63 0]
// 0 0 128 true 1 238
// 18446744073709551615 [8 16 32 64 64 0 0 0 0 64 0 0 0 0 32]
// 65535 4294967295 18446744073709551615 true 1 97
// 81985529216486895 [7 12 20 32 32 0 0 0 7 57 0 0 0 0 32]
// 61389 4023233417 17279655951921914625 true 1 79
// 18364758544493064720 [1 4 12 32 32 3 2 1 0 64 4 4 4 4 31]
// 4146 271733878 1167088121787636990 true 1 63
// 12297829382473034410 [4 8 16 32 32 0 0 0 0 64 1 1 1 1 32]
// 43690 2863311530 12297829382473034410 true 1 60
// 6148914691236517205 [4 8 16 32 32 1 1 1 1 63 0 0 0 0 31]
// 21845 1431655765 6148914691236517205 true 1 73
// 1099511627776 [0 0 0 1 1 8 16 32 23 41 8 16 32 40 0]
// 0 0 65536 true 1 61
// 64676167680 [0 0 4 8 8 8 16 4 28 36 8 16 24 24 28]
// 0 15 64676167680 true 1 91
// 18314311951045883814
// 16 41 40 67305985
