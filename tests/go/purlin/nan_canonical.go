// Arithmetic that makes a NaN makes the same one on every machine and tier.
package main

import (
	"fmt"
	"math"
)

func main() {
	zero := 0.0
	inf := 1 / zero
	nan := zero / zero
	for _, x := range []float64{nan, inf - inf, inf * zero, zero * -inf, math.Sqrt(-1), nan + 1, 1 - nan, nan * 0} {
		fmt.Printf("%x ", math.Float64bits(x))
	}
	fmt.Println(".")
	zero32 := float32(0)
	fmt.Printf("%x %x\n", math.Float32bits(zero32/zero32), math.Float64bits(float64(zero32/zero32)))
	// Its sign does not show either; other NaNs keep their bits.
	fmt.Println(math.Signbit(nan), math.Copysign(1, nan), math.Copysign(1, -inf), math.Max(nan, 1), nan == nan)
	for _, bits := range []uint64{0x7ff8000000000001, 0xfff8000000000001, 0xfff8000000000000, 0x7ff8000000000000} {
		fmt.Printf("%x ", math.Float64bits(math.Float64frombits(bits)))
	}
	fmt.Println(math.Float64bits(math.NaN()) == math.Float64bits(math.NaN()-nan))
}

// Output:
// 7ff8000000000000 7ff8000000000000 7ff8000000000000 7ff8000000000000 7ff8000000000000 7ff8000000000000 7ff8000000000000 7ff8000000000000 .
// 7fc00000 7ff8000000000000
// false 1 -1 NaN false
// 7ff8000000000001 fff8000000000001 7ff8000000000000 7ff8000000000000 true
