// Shifts by the width or more give zero or the sign; the count may be of any integer type.
package main

import "fmt"

func shl8(x int8, n uint) int8      { return x << n }
func shr8(x int8, n uint) int8      { return x >> n }
func shlu8(x uint8, n uint) uint8   { return x << n }
func shru8(x uint8, n uint8) uint8  { return x >> n }
func shl16(x int16, n int) int16    { return x << n }
func shr32(x int32, n uint64) int32 { return x >> n }
func shl32(x uint32, n int8) uint32 { return x << n }
func shl64(x int64, n uint) int64   { return x << n }
func shr64(x int64, n int) int64    { return x >> n }
func shru64(x uint64, n uint) uint64 {
	return x >> n
}

// Rotations, and two shifts that are nearly one.
func rotations(x uint64, y uint32) (uint64, uint64, uint64, uint32, uint32, uint32) {
	return x<<5 | x>>59, x<<5 | x>>60, x<<5 | x>>58, y<<5 ^ y>>27, y<<5 ^ y>>28, y<<5 + y>>26
}

// A rotation only while the count is below the width.
func rotateBy(x uint64, n uint) uint64 {
	n &= 127
	return x<<n | x>>(64-n)
}

// A variable, so that what is shifted is not known before the program runs.
var bits uint64 = 0xf123456789abcdef

func main() {
	for _, n := range []uint{0, 1, 6, 7, 8, 9, 31, 32, 63, 64, 65, 1 << 40} {
		fmt.Println(n, shl8(-3, n), shr8(-3, n), shlu8(255, n), shru8(255, uint8(n)), shl64(-3, n), shru64(1<<63, n))
	}
	for _, n := range []int{0, 1, 15, 16, 31, 32, 33, 63, 64, 100} {
		fmt.Println(n, shl16(0x7fff, n), shr32(-0x80000000, uint64(n)), shl32(0xffffffff, int8(n)), shr64(-1<<63, n), shr64(1<<62, n))
	}
	fmt.Println(shr32(-5, 1<<63), shr32(5, 1<<32), shru64(1<<63, 1<<32))
	fmt.Println(rotations(bits, uint32(bits)))
	for _, n := range []uint{0, 1, 63, 64, 65, 128, 130} {
		fmt.Println(n, rotateBy(bits, n+uint(bits>>63)-1))
	}
	var c uint8 = 200
	x := 1 << c
	y := -1 >> c
	fmt.Println(x, y, uint8(1)<<c>>c)
	var s uint = 33
	var i = 1 << s
	var j int32 = 1 << s
	var k = uint64(1 << s)
	var w int64 = 1.0 << 33
	fmt.Println(i, j, k, w, 1<<3 == 2<<2)
	z := 1
	z <<= 4
	z >>= 1
	z |= 1
	z &^= 8
	z ^= 3
	fmt.Println(z)
	fmt.Println(uint16(1)<<15, int16(1)<<14, ^0, 5&^3, 6&3|8, 1<<2+3, -8>>1)
}

// Output:
// 0 -3 -3 255 255 -3 9223372036854775808
// 1 -6 -2 254 127 -6 4611686018427387904
// 6 64 -1 192 3 -192 144115188075855872
// 7 -128 -1 128 1 -384 72057594037927936
// 8 0 -1 0 0 -768 36028797018963968
// 9 0 -1 0 0 -1536 18014398509481984
// 31 0 -1 0 0 -6442450944 4294967296
// 32 0 -1 0 0 -12884901888 2147483648
// 63 0 -1 0 0 -9223372036854775808 1
// 64 0 -1 0 0 0 0
// 65 0 -1 0 0 0 0
// 1099511627776 0 -1 0 255 0 0
// 0 32767 -2147483648 4294967295 -9223372036854775808 4611686018427387904
// 1 -2 -1073741824 4294967294 -4611686018427387904 2305843009213693952
// 15 -32768 -65536 4294934528 -281474976710656 140737488355328
// 16 0 -32768 4294901760 -140737488355328 70368744177664
// 31 0 -1 2147483648 -4294967296 2147483648
// 32 0 -1 0 -2147483648 1073741824
// 33 0 -1 0 -1073741824 536870912
// 63 0 -1 0 -1 0
// 64 0 -1 0 -1 0
// 100 0 -1 0 -1 0
// -1 0 0
// 2623536934927580670 2623536934927580655 2623536934927580668 897170929 897170920 897170946
// 0 17375808098319191535
// 1 16304872122928831455
// 63 17911276086014371575
// 64 17375808098319191535
// 65 0
// 128 17375808098319191535
// 130 14163000172148111295
// 0 -1 0
// 8589934592 0 8589934592 8589934592 true
// 2
// 32768 16384 -1 4 10 7 -4
