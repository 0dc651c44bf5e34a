// Loops of known length over arrays of known length, nested, triangular, up and down; values that are used behind them.
package main

import "fmt"

type vec [3]float64
type mat [3][3]float64

func (m *mat) mul(o *mat) (r mat) {
	for i := range r {
		for j := range r[i] {
			for k := 0; k < 3; k++ {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return
}

func (m *mat) apply(v vec) (r vec) {
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			r[i] += m[i][j] * v[j]
		}
	}
	return
}

func triangle(v *[5]int) (sum int) {
	var pairs [10]struct{ a, b int }
	n := 0
	for i := range v {
		for j := i + 1; j < len(v); j++ {
			pairs[n].a, pairs[n].b = v[i], v[j]
			n++
		}
	}
	for i, p := range pairs {
		sum += p.a*p.b - i
	}
	return sum*100 + n
}

func below(v *[6]int) (sum int) {
	for i := 5; i >= 0; i-- {
		for j := i; j > 0; j -= 2 {
			sum = sum*3 + v[i] - v[j]
		}
	}
	return
}

func rounds(block [16]uint32) uint32 {
	var w [24]uint32
	copy(w[:], block[:])
	for i := 16; i < 24; i++ {
		x := w[i-15]
		s0 := x>>7 | x<<25
		w[i] = w[i-16] + (s0 ^ x>>3) + w[i-7]
	}
	a, b, c := uint32(1), uint32(2), uint32(3)
	for i := range w {
		a, b, c = b^w[i], c+a<<(i%5), a-b
	}
	return a ^ b ^ c
}

// The counter, and what was computed last, are used behind the loop.
func behind(x int) (int, int, int) {
	i, last := 0, -1
	for ; i < 4; i++ {
		last = x * i
		if last > 20 {
			break
		}
	}
	return i, last, i * last
}

func find(v *[7]int, x int) int {
	for i, y := range v {
		if y == x {
			return i
		}
	}
	return -1
}

func bytes() (n int) {
	for c := uint8(250); c > 4; c++ {
		n = n*7 + int(c)
	}
	for c := int8(126); c > 0; c++ {
		n = n*5 + int(c)
	}
	for c := uint8(3); c < 4; c-- {
		n = n*3 + int(c)
	}
	for c := uint16(65533); c != 2; c++ {
		n ^= int(c)
	}
	return
}

func stays(n int) (sum int) {
	for i := 0; i < 3; i++ {
		for j := 0; j < n; j++ {
			sum += i ^ j
		}
	}
	return
}

// What the loop stores is read after a failed index.
func failing(v []int) (got [4]int, err any) {
	defer func() { err = recover() }()
	for i := 0; i < 4; i++ {
		got[i] = v[i] * 2
	}
	return
}

func switches(v *[6]int) (a, b, c int) {
	for i := range 6 {
		switch v[i] % 4 {
		case 0:
			a += i
		case 1:
			b += a
		case 2:
			c -= b
		default:
			a ^= 5
		}
	}
	return
}

func main() {
	m := mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}
	r := m.mul(&mat{{0, 1, 0}, {2, 0, 1}, {1, 1, 1}})
	fmt.Println(r, m.apply(vec{1, -1, 0.5}), r.apply(vec{0, 1, 2}))
	for k := 0; k < 50; k++ {
		r = m.mul(&r)
		for i := range r {
			for j := range r[i] {
				r[i][j] /= 16
			}
		}
	}
	fmt.Println(r)
	total := 0
	for k := range 200 {
		total += triangle(&[5]int{1, k, 3, k * 2, 5}) + below(&[6]int{k, 2, 3, k, 5, 6})
	}
	fmt.Println(total, triangle(&[5]int{1, 2, 3, 4, 5}), below(&[6]int{1, 2, 3, 4, 5, 6}))
	var block [16]uint32
	for i := range block {
		block[i] = uint32(i) * 0x9e3779b9
	}
	fmt.Println(rounds(block), bytes())
	for x := range 12 {
		a, b, c := behind(x * 2)
		fmt.Print(a, " ", b, " ", c, "; ")
	}
	fmt.Println("end")
	v := [7]int{4, 8, 15, 16, 23, 42, 7}
	fmt.Println(find(&v, 4), find(&v, 16), find(&v, 7), find(&v, 5), stays(10), stays(0))
	fmt.Println(failing([]int{1, 2, 3, 4}))
	fmt.Println(failing([]int{1, 2}))
	fmt.Println(failing(nil))
	fmt.Println(switches(&[6]int{0, 1, 2, 3, 4, 5}))
}

// Output:
// [[7 4 5] [16 10 11] [26 17 18]] [0.5 2 4] [14 32 53]
// [[60.96788982155612 38.81989830185006 42.26295422925442] [137.4615898012407 87.52549829284206 95.28840337190633] [227.5765140892805 144.90409884108936 157.7560881106291]]
// 542526200 4010 7470
// 464048355 9933290411
// 4 0 0; 4 6 24; 4 12 48; 4 18 72; 3 24 72; 3 30 90; 2 24 48; 2 28 56; 2 32 64; 2 36 72; 2 40 80; 1 22 22; end
// 0 3 6 -1 139 0
// [2 4 6 8] <nil>
// [2 4 0 0] runtime error: index out of range [2] with length 2
// [0 0 0 0] runtime error: index out of range [0] with length 0
// 9 9 0
