// Slices that share an array, at equal, neighbouring and far indices: a store through one is seen through the other.
package main

import "fmt"

type body struct {
	x, v, m float64
	hits    int
}

//go:noinline
func pairs(b []body) {
	for i := range b {
		p := &b[i]
		for j := i + 1; j < len(b); j++ {
			q := &b[j]
			d := p.x - q.x
			p.v -= d * q.m
			q.v += d * p.m
			p.hits++
			q.hits += 2
		}
	}
}

// Every pair, each with itself too: then both are one.
//
//go:noinline
func all(b []body) {
	for i := range b {
		p := &b[i]
		for j := range b {
			q := &b[j]
			p.v += q.m
			q.v *= 0.5
			p.hits += q.hits
		}
	}
}

// The index of the store starts below that of the load, at it, or above.
//
//go:noinline
func sweep(a []int, at, from, to int) int {
	sum := 0
	for i := from; i < to; i++ {
		sum = sum*3 + a[at]
		a[i] += a[at]
	}
	return sum
}

//go:noinline
func total(out, in []int, k int) {
	for i := range in {
		out[k] += in[i]
	}
}

//go:noinline
func matrix(c, a, b [][]int) {
	for i := range c {
		for j := range c[i] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j] % 10
			}
		}
	}
}

//go:noinline
func bytes(b []byte, words []uint16) int {
	sum := 0
	for i := range words {
		b[0] += byte(words[i])
		words[i] += uint16(b[0])
		sum += int(b[0])<<8 + int(words[i])
	}
	return sum
}

//go:noinline
func down(a []int, at, from int) int {
	sum := 0
	for i := from; i >= 0; i-- {
		a[i]++
		sum += a[at]
	}
	return sum
}

func show(b []body) {
	for _, x := range b {
		fmt.Printf("%.4f/%d\n", x.v, x.hits)
	}
}

func main() {
	b := make([]body, 5)
	for i := range b {
		b[i] = body{x: float64(i*i) - 3, v: float64(i), m: 1 / float64(i+2), hits: i}
	}
	pairs(b)
	show(b)
	all(b)
	show(b)
	all(b[1:4])
	show(b)

	a := []int{1, 2, 3, 4, 5, 6, 7, 8}
	for at := range a {
		fmt.Println(sweep(a, at, at, 8), sweep(a, at, at+1, 8), sweep(a, at, 0, 4), down(a, at, 7), a[at])
		for i := range a {
			a[i] = a[i]%97 + i
		}
	}
	total(a, a, 3)
	fmt.Println(a)
	total(a[2:6], a[1:], 1)
	fmt.Println(a)
	total(make([]int, 1), a, 0)

	m := [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	matrix(m, m, m)
	fmt.Println(m)
	row := []int{1, 2, 3}
	same := [][]int{row, row, row}
	matrix(same, m, same)
	fmt.Println(same)

	fmt.Println(bytes(make([]byte, 4), []uint16{1, 2, 300, 4}))
}

// Output:
// 5.8000/4
// 5.3500/6
// 2.0000/8
// -4.2500/10
// -13.4000/12
// 0.2563/44
// 0.2964/130
// 0.2896/386
// 0.2714/1152
// 0.3062/3448
// 0.2563/44
// 0.1912/1798
// 0.2820/5520
// 0.4256/16940
// 0.3062/3448
// 4373 2186 106 33 5
// 17484 8736 1056 386 49
// 7760 3872 1312 515 65
// 8694 4320 4320 1732 217
// 3498 1716 5280 1061 133
// 850 400 4000 806 101
// 345 138 5520 1111 139
// 69 0 5520 1112 139
// [5 31 19 420 55 21 55 49]
// [5 31 19 1120 55 21 55 49]
// [[11 8 20] [10 18 20] [20 20 10]]
// [[12 14 16] [12 14 16] [12 14 16]]
// 26521
