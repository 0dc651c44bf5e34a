// spectral_norm n, written for speed: the denominators of a row follow from each other by one addition, a division takes
// the place of a division and a product, and two rows are computed at once. Same results as spectral_norm.go.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
)

// first is the denominator of A(i,0); the denominator of A(i,j+1) is larger than that of A(i,j) by i+j+1.
func first(i int) int {
	return i*(i+1)/2 + i + 1
}

func times(v, u []float64) {
	i := 0
	for ; i+1 < len(v); i += 2 {
		a, b := first(i), first(i+1)
		step := i + 1
		var sum, next float64
		for _, x := range u {
			sum += x / float64(a)
			next += x / float64(b)
			a += step
			step++
			b += step
		}
		v[i], v[i+1] = sum, next
	}
	for ; i < len(v); i++ {
		a := first(i)
		sum := 0.0
		for j, x := range u {
			sum += x / float64(a)
			a += i + j + 1
		}
		v[i] = sum
	}
}

func timesTransposed(v, u []float64) {
	i := 0
	for ; i+1 < len(v); i += 2 {
		a, b := i*(i+1)/2+1, (i+1)*(i+2)/2+1
		step := i + 2
		var sum, next float64
		for _, x := range u {
			sum += x / float64(a)
			next += x / float64(b)
			a += step
			step++
			b += step
		}
		v[i], v[i+1] = sum, next
	}
	for ; i < len(v); i++ {
		a := i*(i+1)/2 + 1
		sum := 0.0
		for j, x := range u {
			sum += x / float64(a)
			a += i + j + 2
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
