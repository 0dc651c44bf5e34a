package math

// far is where a Bessel function is a plain wave: (1 / SqrtPi) × one of sin ± cos / Sqrt(x).
const far = 1 << 302

// turned is cos x + sin x after n quarter turns.
func turned(n int, x float64) float64 {
	s, c := Sincos(x)
	switch n & 3 {
	case 0:
		return c + s
	case 1:
		return -c + s
	case 2:
		return -c - s
	}
	return c - s
}

// Jn is the Bessel function of the first kind of order n, by recurrence from orders 0 and 1, or down to them.
func Jn(n int, x float64) float64 {
	switch {
	case x != x:
		return x
	case IsInf(x, 0):
		return 0
	case n == 0:
		return J0(x)
	case x == 0:
		return 0
	}
	if n < 0 {
		n, x = -n, -x
	}
	if n == 1 {
		return J1(x)
	}
	negative := x < 0 && n&1 == 1
	x = Abs(x)
	var b float64
	switch {
	case float64(n) <= x && x >= far:
		b = (1 / SqrtPi) * turned(n, x) / Sqrt(x)
	case float64(n) <= x:
		a := J0(x)
		b = J1(x)
		for i := 1; i < n; i++ {
			a, b = b, b*(float64(i+i)/x)-a
		}
	case x >= 1.0/(1<<29):
		b = down(n, x)
	case n <= 33:
		// The first term of the series.
		half := x * 0.5
		b = half
		a := 1.0
		for i := 2; i <= n; i++ {
			a *= float64(i)
			b *= half
		}
		b /= a
	}
	if negative {
		return -b
	}
	return b
}

// down starts from the continued fraction of J(n) / J(n-1).
func down(n int, x float64) float64 {
	w, h := float64(n+n)/x, 2/x
	z := w + h
	q0, q1 := w, w*z-1
	k := 1
	for q1 < 1e9 {
		k++
		z += h
		q0, q1 = q1, z*q1-q0
	}
	t := 0.0
	for i := 2 * (n + k); i >= n+n; i -= 2 {
		t = 1 / (float64(i)/x - t)
	}
	a, b := t, 1.0
	// Whether b may overflow on the way.
	size := float64(n)
	size = size * Log(Abs(2/x*size))
	for i := n - 1; i > 0; i-- {
		a, b = b, b*float64(i+i)/x-a
		if size >= 7.09782712893383973096e+02 && b > 1e100 {
			a /= b
			t /= b
			b = 1
		}
	}
	return t * J0(x) / b
}

// Yn is the Bessel function of the second kind of order n.
func Yn(n int, x float64) float64 {
	switch {
	case x < 0 || x != x:
		return NaN()
	case IsInf(x, 1):
		return 0
	case n == 0:
		return Y0(x)
	case x == 0:
		if n < 0 && n&1 == 1 {
			return Inf(1)
		}
		return Inf(-1)
	}
	negative := n < 0 && n&1 == 1
	if n < 0 {
		n = -n
	}
	b := Y1(x)
	if n != 1 && x >= far {
		b = (1 / SqrtPi) * turned(n+1, x) / Sqrt(x)
	} else if n != 1 {
		a := Y0(x)
		for i := 1; i < n && !IsInf(b, -1); i++ {
			a, b = b, float64(i+i)/x*b-a
		}
	}
	if negative {
		return -b
	}
	return b
}
