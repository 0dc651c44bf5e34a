// More live values than registers, in integers, floats and both, across calls and loops.
package main

import "fmt"

func ints(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p int) int {
	x1, x2, x3, x4 := a*b+c, d*e-f, g*h^i, j*k|l
	x5, x6, x7, x8 := m*n&o, p-a, b<<3, c>>1
	for r := 0; r < 5; r++ {
		a, b, c, d, e, f, g, h = b+x1, c^x2, d+x3, e-x4, f+x5, g^x6, h+x7, a-x8
		i, j, k, l, m, n, o, p = j+a, k^b, l+c, m-d, n+e, o^f, p+g, i-h
		x1, x2, x3, x4, x5, x6, x7, x8 = x8, x1^i, x2+j, x3-k, x4+l, x5^m, x6+n, x7-o
	}
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ n ^ o ^ p ^ x1 ^ x2 ^ x3 ^ x4 ^ x5 ^ x6 ^ x7 ^ x8
}

func floats(a, b, c, d, e, f, g, h, i, j, k, l float64, n int, s string) (float64, int, string) {
	t := 0.0
	for r := 0; r < n; r++ {
		a, b, c, d, e, f = b*0.5, c+1, d-2, e*0.25, f+3, a-4
		g, h, i, j, k, l = h+a, i*0.5+b, j-c, k+d, l*0.5-e, g+f
		t += a + b + c + d + e + f + g + h + i + j + k + l
		s += string(rune('a' + int(t)&15))
	}
	return t, len(s), s
}

func id(x int) int { return x }

func acrossCalls(n int) int {
	a, b, c, d, e, f, g, h := 1, 2, 3, 4, 5, 6, 7, 8
	x, y, z := 1.5, 2.5, 3.5
	for i := 0; i < n; i++ {
		a, b, c, d = id(b), id(c), id(d), id(e+i)
		e, f, g, h = id(f), id(g), id(h), id(a)
		x, y, z = float64(id(int(y)))+0.5, z, x+1
	}
	return a + b*2 + c*3 + d*5 + e*7 + f*11 + g*13 + h*17 + int(x+y+z)
}

type wide struct{ a, b, c, d, e, f, g, h int }

func rot(w wide) wide { return wide{w.b, w.c, w.d, w.e, w.f, w.g, w.h, w.a + 1} }

func multi() (int, string, float64, []int, error, map[string]int, wide, bool) {
	return 1, "two", 3.5, []int{4}, nil, map[string]int{"six": 6}, wide{h: 7}, true
}

func mixed(i8 int8, u16 uint16, f float32, s string, b bool, p *int, e interface{}, sl []byte, fn func() int, d float64, r rune) string {
	return fmt.Sprint(i8, u16, f, s, b, *p, e, sl, fn(), d, r)
}

func main() {
	fmt.Println(ints(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
	fmt.Println(floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 10, "s"))
	fmt.Println(acrossCalls(20))
	w := wide{1, 2, 3, 4, 5, 6, 7, 8}
	for i := 0; i < 11; i++ {
		w = rot(w)
	}
	fmt.Println(w)
	fmt.Println(multi())
	_, s, _, sl, err, m, ww, _ := multi()
	fmt.Println(s, sl, err, m, ww)
	n := 5
	fmt.Println(mixed(-1, 65535, 0.5, "s", true, &n, nil, []byte("b"), func() int { return n * 2 }, 1e10, 'r'))
	defer func(a, b, c int, s string, f float64, w wide) { fmt.Println(a, b, c, s, f, w) }(1, 2, 3, "d", 4.5, w)
	done := make(chan wide)
	go func(a int, s string, w wide, f float64) {
		w.a += a + len(s) + int(f)
		done <- w
	}(1, "go", w, 2.5)
	fmt.Println(<-done)
}

// Output:
// -197
// 123.4375 11 sfokpknkdil
// 1852
// {5 6 7 8 9 3 4 5}
// 1 two 3.5 [4] <nil> map[six:6] {0 0 0 0 0 0 0 7} true
// two [4] <nil> map[six:6] {0 0 0 0 0 0 0 7}
// -1 65535 0.5strue 5 <nil> [98] 10 1e+10 114
// {10 6 7 8 9 3 4 5}
// 1 2 3 d 4.5 {5 6 7 8 9 3 4 5}
