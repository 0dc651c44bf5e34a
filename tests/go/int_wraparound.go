// Every integer type wraps around on overflow, in each operation.
package main

import "fmt"

func main() {
	var i8 int8 = 127
	var i16 int16 = 32767
	var i32 int32 = 2147483647
	var i64 int64 = 9223372036854775807
	i8++
	i16++
	i32++
	i64++
	fmt.Println(i8, i16, i32, i64)
	i8--
	i16--
	i32--
	i64--
	fmt.Println(i8, i16, i32, i64)
	var u8 uint8
	var u16 uint16
	var u32 uint32
	var u64 uint64
	u8--
	u16--
	u32--
	u64--
	fmt.Println(u8, u16, u32, u64)
	fmt.Println(u8+1, u16+2, u32+3, u64+4)
	fmt.Println(u8*u8, u16*u16, u32*u32, u64*u64)
	fmt.Println(i8*i8, i16*i16, i32*i32, i64*i64)
	fmt.Println(-u8, -u16, -u32, -u64)
	fmt.Println(^u8, ^i8, ^u16, ^i16, ^u32, ^i32, ^u64, ^i64)
	m8, m64 := int8(-128), int64(-9223372036854775808)
	fmt.Println(-m8, -m64, m8-1, m64-1)
	x := int8(100)
	y := int8(100)
	fmt.Println(x+y, int(x)+int(y), x*y, (x+y)/2)
	var a, b uint8 = 200, 100
	fmt.Println(a+b, a+b < a, b-a, b-a > b, a*b>>1, (a+b)>>1)
	sum := int32(0)
	for i := 0; i < 100000; i++ {
		sum += int32(i) * int32(i)
	}
	fmt.Println(sum)
	h := uint32(2166136261)
	for _, c := range []byte("wrap around") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h)
}

// Output:
// -128 -32768 -2147483648 -9223372036854775808
// 127 32767 2147483647 9223372036854775807
// 255 65535 4294967295 18446744073709551615
// 0 1 2 3
// 1 1 1 1
// 1 1 1 1
// 1 1 1 1
// 0 -128 0 -32768 0 -2147483648 0 -9223372036854775808
// -128 -9223372036854775808 127 9223372036854775807
// -56 200 16 -28
// 44 true 156 true 16 22
// 216474736
// 194049098
