// Extreme values of all integer types: as constants, printed, compared and negated.
package main

import (
	"fmt"
	"math"
)

func cmp(a, b uint64) string {
	switch {
	case a < b:
		return "less"
	case a > b:
		return "more"
	}
	return "same"
}

func main() {
	fmt.Println(math.MaxInt8, math.MinInt8, math.MaxUint8)
	fmt.Println(math.MaxInt16, math.MinInt16, math.MaxUint16)
	fmt.Println(math.MaxInt32, math.MinInt32, math.MaxUint32)
	fmt.Println(math.MaxInt64, math.MinInt64, uint64(math.MaxUint64))
	fmt.Println(math.MaxInt, math.MinInt)
	fmt.Println(cmp(1<<63, 1), cmp(1, 1<<63), cmp(1<<63, 1<<63), cmp(0, math.MaxUint64))
	var s int64 = math.MinInt64
	var u = uint64(s)
	fmt.Println(s < 0, u > 0, s < 1, u < 1, -s == s)
	var a, b uint32 = 0x80000000, 0x7fffffff
	fmt.Println(a > b, int32(a) > int32(b), a/3, int32(a)/3, a>>4, int32(a)>>4, a%7, int32(a)%7)
	var x, y uint8 = 0x80, 0x7f
	fmt.Println(x > y, int8(x) > int8(y), x/3, int8(x)/3)
	fmt.Println(min(3, 1, 2), max(3, 1, 2), min(-0.5, 2), max("a", "b"))
}

// Output:
// 127 -128 255
// 32767 -32768 65535
// 2147483647 -2147483648 4294967295
// 9223372036854775807 -9223372036854775808 18446744073709551615
// 9223372036854775807 -9223372036854775808
// more less same less
// true true true false true
// true false 715827882 -715827882 134217728 -134217728 2 -2
// true false 42 -42
// 1 3 -0.5 b
