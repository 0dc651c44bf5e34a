// Matrices: products in three loop orders, determinants, inverses, LU, powers and rotations.
package main

import (
	"fmt"
	"math"
)

type matrix [][]float64

func newMatrix(r, c int) matrix {
	cells := make([]float64, r*c)
	m := make(matrix, r)
	for i := range m {
		m[i], cells = cells[:c:c], cells[c:]
	}
	return m
}

func (a matrix) mul(b matrix) matrix {
	c := newMatrix(len(a), len(b[0]))
	for i := range a {
		for k, x := range a[i] {
			for j, y := range b[k] {
				c[i][j] += float64(x * y)
			}
		}
	}
	return c
}

func (a matrix) mulDot(b matrix) matrix {
	c := newMatrix(len(a), len(b[0]))
	for i := range c {
		for j := range c[i] {
			s := 0.0
			for k := range b {
				s += float64(a[i][k] * b[k][j])
			}
			c[i][j] = s
		}
	}
	return c
}

func (a matrix) det() float64 {
	m := newMatrix(len(a), len(a))
	for i := range a {
		copy(m[i], a[i])
	}
	d := 1.0
	for i := range m {
		p := i
		for r := i + 1; r < len(m); r++ {
			if math.Abs(m[r][i]) > math.Abs(m[p][i]) {
				p = r
			}
		}
		if m[p][i] == 0 {
			return 0
		}
		if p != i {
			m[p], m[i] = m[i], m[p]
			d = -d
		}
		d *= m[i][i]
		for r := i + 1; r < len(m); r++ {
			f := m[r][i] / m[i][i]
			for c := i; c < len(m); c++ {
				m[r][c] -= float64(f * m[i][c])
			}
		}
	}
	return d
}

func identity(n int) matrix {
	m := newMatrix(n, n)
	for i := range m {
		m[i][i] = 1
	}
	return m
}

func (a matrix) pow(n int) matrix {
	r := identity(len(a))
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.mul(a)
		}
		a = a.mul(a)
	}
	return r
}

func (a matrix) transpose() matrix {
	t := newMatrix(len(a[0]), len(a))
	for i, row := range a {
		for j, x := range row {
			t[j][i] = x
		}
	}
	return t
}

type ints [3][3]int64

func (a ints) mul(b ints) (c ints) {
	for i := range c {
		for j := range c[i] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

func main() {
	n := 24
	a, b := newMatrix(n, n), newMatrix(n, n)
	for i := range a {
		for j := range a[i] {
			a[i][j] = 1 / float64(i+j+1)
			b[i][j] = float64(i-j) * 0.25
		}
	}
	c, d := a.mul(b), a.mulDot(b)
	same := true
	trace := 0.0
	for i := range c {
		trace += c[i][i]
		for j := range c[i] {
			same = same && c[i][j] == d[i][j]
		}
	}
	fmt.Println(same, trace, c[3][5], d[n-1][0])
	small := matrix{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}
	fmt.Println(small.det(), small.pow(5), small.transpose(), identity(2), matrix{{1, 2}, {2, 4}}.det())
	f := ints{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	p := ints{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for i := 0; i < 90; i++ {
		p = p.mul(f)
	}
	fmt.Println(p)
	x, y := 1.0, 0.0
	s, k := math.Sincos(math.Pi / 6)
	for i := 0; i < 12; i++ {
		x, y = float64(x*k)-float64(y*s), float64(x*s)+float64(y*k)
	}
	fmt.Printf("%.12f %.12f\n", x, math.Abs(y))
	func() {
		defer func() { fmt.Println(recover()) }()
		a.mul(small)
	}()
}

// Output:
// true 1.3322676295501878e-15 1.369222305182815 1.7779660161363278
// 18 [[189 369 315] [369 873 999] [315 999 1557]] [[2 1 0] [1 3 1] [0 1 4]] [[1 0] [0 1]] 0
// [[4660046610375530309 2880067194370816120 0] [2880067194370816120 1779979416004714189 0] [0 0 1]]
// 1.000000000000 0.000000000000
// runtime error: index out of range [3] with length 3
