// The functions of math at ordinary and at extreme arguments.
package main

import (
	"fmt"
	"math"
)

func main() {
	fmt.Println(math.Sqrt(2), math.Sqrt(-1), math.Sqrt(math.Inf(1)))
	fmt.Println(math.Abs(-2.5), math.Abs(math.Inf(-1)), math.Floor(2.7), math.Ceil(2.1), math.Trunc(2.7))
	fmt.Println(math.Max(1, math.NaN()), math.Min(-1, math.Inf(-1)), math.Max(0, 3))
	fmt.Println(math.Mod(7, 3), math.Mod(-7, 3), math.Mod(7.5, -2), math.Mod(1, 0))
	fmt.Println(math.IsNaN(math.NaN()), math.IsInf(math.Inf(-1), -1), math.IsInf(1, 0))
	fmt.Printf("%.10f %.10f %.10f\n", math.Sin(1), math.Cos(1), math.Tan(1))
	fmt.Printf("%.10f %.10f %.10f %.10f\n", math.Exp(1), math.Log(10), math.Log2(8), math.Log10(1000))
	fmt.Printf("%.10f %.10f %.10f\n", math.Pow(2, 10), math.Pow(2, 0.5), math.Pow(-8, 3))
	fmt.Printf("%.10f %.10f %.10f\n", math.Atan(1), math.Atan2(-1, -1), math.Hypot(3, 4))
	fmt.Println(math.Float64bits(1.5), math.Float64frombits(0x4009_21fb_5444_2d18), math.Float32bits(-2))
	fmt.Println(math.Pi, math.E, float32(math.Pi), math.Pi*2)
	fmt.Println(math.Cbrt(27))
	fmt.Println(math.Modf(-3.25))
	fmt.Println(math.Log(0), math.Log(-1), math.Exp(1000), math.Pow(0, -1))
	fmt.Println(math.Float64bits(math.Copysign(0, -1)) == 1<<63)
}

// Output:
// 1.4142135623730951 NaN +Inf
// 2.5 +Inf 2 3 2
// NaN -Inf 3
// 1 -1 1.5 NaN
// true true false
// 0.8414709848 0.5403023059 1.5574077247
// 2.7182818285 2.3025850930 3.0000000000 3.0000000000
// 1024.0000000000 1.4142135624 -512.0000000000
// 0.7853981634 -2.3561944902 5.0000000000
// 4609434218613702656 3.141592653589793 3221225472
// 3.141592653589793 2.718281828459045 3.1415927 6.283185307179586
// 3
// -3 -0.25
// -Inf NaN +Inf +Inf
// true
