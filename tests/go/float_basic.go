// Float arithmetic, division by zero, signed zero and comparison.
package main

import (
	"fmt"
	"math"
)

func main() {
	zero := 0.0
	neg := math.Copysign(0, -1)
	inf := 1 / zero
	nan := zero / zero
	fmt.Println(inf, -inf, nan, neg, 1/neg)
	fmt.Println(nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan, !(nan < 1))
	fmt.Println(inf > math.MaxFloat64, -inf < -math.MaxFloat64, inf == inf, inf-inf, inf*0)
	fmt.Println(neg == 0, math.Signbit(neg), math.Signbit(-neg), -zero == neg)
	a, b := 0.1, 0.2
	fmt.Println(a+b, a+b == 0.3, 0.1+0.2 == 0.3, float32(a)+float32(b))
	var f float32 = 16777216
	fmt.Println(f+1, f+2, float64(f)+1)
	fmt.Println(math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32)
	x := math.MaxFloat64
	fmt.Println(x*2, -x*2, x/1e308/1e308)
	tiny := math.SmallestNonzeroFloat64
	fmt.Println(tiny/2, tiny/2 == 0, -tiny/2)
	fmt.Println(7.0/2, 7/2, 7/2.0, -7.5/2)
	fmt.Println(1e100, 1e20, 1e21, 123456789.0, 1e-4, 1e-5, 0.000012345)
	fmt.Println(float32(0.1), float64(float32(0.1)), float32(1e10), float32(3.4e38))
	fmt.Println(100000.0, 1000000.0, 1e6+0.5, 12345678901234567890.0)
	var i interface{} = nan
	fmt.Println(i == i)
}

// Output:
// +Inf -Inf NaN -0 -Inf
// false true false false false true
// true true true NaN NaN
// true true false true
// 0.30000000000000004 false true 0.3
// 1.6777216e+07 1.6777218e+07 1.6777217e+07
// 1.7976931348623157e+308 5e-324 3.4028234663852886e+38 1.401298464324817e-45
// +Inf -Inf 1.7976931348623155e-308
// 0 true -0
// 3.5 3 3.5 -3.75
// 1e+100 1e+20 1e+21 1.23456789e+08 0.0001 1e-05 1.2345e-05
// 0.1 0.10000000149011612 1e+10 3.4e+38
// 100000 1e+06 1.0000005e+06 1.2345678901234567e+19
// false
