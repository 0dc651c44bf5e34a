// Float to integer truncates; out of range values are what amd64 gives for int64.
package main

import (
	"fmt"
	"math"
)

func main() {
	for _, f := range []float64{0, 0.9, -0.9, 1.5, -1.5, 2.999999, 1e9, -1e9, 4294967295.5, 1e15 + 0.5} {
		fmt.Println(f, int64(f), int(f), int32(int64(f)))
	}
	for _, f := range []float64{0, 0.99, 127.9, 255.5} {
		fmt.Println(uint8(f), uint16(f), uint32(f), uint64(f))
	}
	fmt.Println(uint64(float64(1<<63)), uint64(1.8e19))
	fmt.Println(float64(math.MaxInt64), float64(uint64(math.MaxUint64)), float32(math.MaxInt32))
	var i int64 = 1<<53 + 1
	fmt.Println(float64(i), int64(float64(i)), i)
	var u uint64 = 1<<63 + 1<<10
	fmt.Println(float64(u), uint64(float64(u)), float32(u))
	var f32 float32 = 1e10
	fmt.Println(int64(f32), int64(-f32))
	fmt.Println(int8(int(-f32)), math.Trunc(-3.7), math.Floor(-3.7), math.Ceil(-3.7), math.Round(-3.5), math.RoundToEven(2.5))
}

// Output:
// 0 0 0 0
// 0.9 0 0 0
// -0.9 0 0 0
// 1.5 1 1 1
// -1.5 -1 -1 -1
// 2.999999 2 2 2
// 1e+09 1000000000 1000000000 1000000000
// -1e+09 -1000000000 -1000000000 -1000000000
// 4.2949672955e+09 4294967295 4294967295 -1
// 1.0000000000000005e+15 1000000000000000 1000000000000000 -1530494976
// 0 0 0 0
// 0 0 0 0
// 127 127 127 127
// 255 255 255 255
// 9223372036854775808 18000000000000000000
// 9.223372036854776e+18 1.8446744073709552e+19 2.1474836e+09
// 9.007199254740992e+15 9007199254740992 9007199254740993
// 9.223372036854776e+18 9223372036854775808 9.223372e+18
// 10000000000 -10000000000
// 0 -3 -4 -3 -4 2
