// Float sums keep their order and are never fused or reassociated: bit-exact at any tier.
package main

import (
	"fmt"
	"math"
)

func sum(a []float64) (s float64) {
	for _, x := range a {
		s += x
	}
	return
}

func dot(a, b []float64) (s float64) {
	for i := range a {
		s += float64(a[i] * b[i])
	}
	return
}

func sum32(a []float32) (s float32) {
	for _, x := range a {
		s += x
	}
	return
}

func horner(c []float64, x float64) (y float64) {
	for i := len(c) - 1; i >= 0; i-- {
		y = float64(y*x) + c[i]
	}
	return
}

func identities(x float64) [8]uint64 {
	var out [8]uint64
	for i, v := range []float64{x + 0, x - 0, x * 1, x / 1, 0 - x, -x, x * 0, x - x} {
		out[i] = math.Float64bits(v)
		if v != v {
			out[i] = 1
		}
	}
	return out
}

func max(a []float64) float64 {
	m := a[0]
	for _, x := range a {
		if x > m {
			m = x
		}
	}
	return m
}

func main() {
	n := 1000
	a, b := make([]float64, n), make([]float64, n)
	f := make([]float32, n)
	seed := 42
	for i := range a {
		seed = (seed*3877 + 29573) % 139968
		a[i] = float64(seed)/139968 - 0.5
		b[i] = 1 / (a[i] + 2)
		f[i] = float32(a[i]) * 1e3
		if i%7 == 0 {
			a[i] *= 1e12
		}
	}
	fmt.Println(math.Float64bits(sum(a)), math.Float64bits(dot(a, b)), math.Float32bits(sum32(f)), math.Float64bits(horner(a[:20], 0.97)))
	fmt.Println(sum(a), dot(a, b), sum32(f), max(a))
	fmt.Println(sum([]float64{1e16, 1, 1, 1, 1, -1e16}), sum([]float64{1, 1, 1, 1, 1e16, -1e16}), sum(nil))
	for _, x := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324} {
		fmt.Println(x, identities(x))
	}
	x, y := 1e308, 10.0
	fmt.Println(x*y/y, x/y*y, x*(y/y))
	fmt.Println(0.1*3, 0.1+0.1+0.1, 1-0.9, float32(0.1)*3)
	t := 0.1
	fmt.Println(t*3, t+t+t, 1-9*t, (t+0.2)+0.3 == t+(0.2+0.3))
	prod := float32(1)
	for i := 1; i < 30; i++ {
		prod *= float32(i) / 3
	}
	fmt.Println(prod, float64(prod))
	nan := math.NaN()
	fmt.Println(max([]float64{1, nan, 2}), max([]float64{nan, 1, 2}) != max([]float64{nan, 1, 2}), nan < 1 || nan >= 1, !(nan != nan))
}

// Output:
// 4786824444695089041 14015717138391174269 1182472626 13998206037702997529
// 1.0382373114004865e+12 -2.450535957793561e+12 16070.424 4.763088705989941e+11
// 0 4 0
// 0 [0 0 0 0 0 9223372036854775808 0 0]
// -0 [0 9223372036854775808 9223372036854775808 9223372036854775808 0 0 9223372036854775808 0]
// 1.5 [4609434218613702656 4609434218613702656 4609434218613702656 4609434218613702656 13832806255468478464 13832806255468478464 0 0]
// +Inf [9218868437227405312 9218868437227405312 9218868437227405312 9218868437227405312 18442240474082181120 18442240474082181120 1 1]
// -Inf [18442240474082181120 18442240474082181120 18442240474082181120 18442240474082181120 9218868437227405312 9218868437227405312 1 1]
// NaN [1 1 1 1 1 1 1 1]
// 5e-324 [1 1 1 1 9223372036854775809 9223372036854775809 0 0]
// +Inf 1e+308 1e+308
// 0.3 0.3 0.1 0.3
// 0.30000000000000004 0.30000000000000004 0.09999999999999998 false
// 1.2883161e+17 1.2883160708258202e+17
// 2 true false false
