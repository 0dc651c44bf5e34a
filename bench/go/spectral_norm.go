// spectral_norm n: the spectral norm of the infinite matrix A(i,j) = 1/((i+j)(i+j+1)/2+i+1),
// cut to n by n, by ten power steps; prints the square root of (u.v / v.v).
// Check: n = 100 prints 1.274219991. Default 4500; the Benchmarks Game uses 5500.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
)

func evalA(i, j int) float64 {
	return 1 / float64((i+j)*(i+j+1)/2+i+1)
}

func times(v, u []float64) {
	for i := range v {
		sum := 0.0
		for j := range u {
			sum += evalA(i, j) * u[j]
		}
		v[i] = sum
	}
}

func timesTransposed(v, u []float64) {
	for i := range v {
		sum := 0.0
		for j := range u {
			sum += evalA(j, i) * u[j]
		}
		v[i] = sum
	}
}

func timesBoth(v, u, scratch []float64) {
	times(scratch, u)
	timesTransposed(v, scratch)
}

func spectralNorm(n int) float64 {
	u := make([]float64, n)
	v := make([]float64, n)
	scratch := make([]float64, n)
	for i := range u {
		u[i] = 1
	}
	for i := 0; i < 10; i++ {
		timesBoth(v, u, scratch)
		timesBoth(u, v, scratch)
	}
	var uv, vv float64
	for i := range v {
		uv += u[i] * v[i]
		vv += v[i] * v[i]
	}
	return math.Sqrt(uv / vv)
}

func main() {
	n := 4500
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	fmt.Printf("%.9f\n", spectralNorm(n))
}
