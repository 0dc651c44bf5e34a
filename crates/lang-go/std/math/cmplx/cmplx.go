// Package cmplx has the elementary functions of complex numbers, after the Cephes library.
package cmplx

import "math"

func Abs(x complex128) float64          { return math.Hypot(real(x), imag(x)) }
func Phase(x complex128) float64        { return math.Atan2(imag(x), real(x)) }
func Polar(x complex128) (r, θ float64) { return Abs(x), Phase(x) }
func Conj(x complex128) complex128      { return complex(real(x), -imag(x)) }
func IsInf(x complex128) bool           { return infinite(real(x)) || infinite(imag(x)) }
func IsNaN(x complex128) bool           { return x != x && !IsInf(x) }
func infinite(f float64) bool           { return math.IsInf(f, 0) }
func zero(sign float64) float64         { return math.Copysign(0, sign) }
func unknown(f float64) bool            { return infinite(f) || f != f }

func Rect(r, θ float64) complex128 {
	s, c := math.Sincos(θ)
	return complex(r*c, r*s)
}

func Inf() complex128 {
	inf := math.Inf(1)
	return complex(inf, inf)
}

func NaN() complex128 {
	nan := math.NaN()
	return complex(nan, nan)
}

// turn is i x, turnBack -i x.
func turn(x complex128) complex128     { return complex(-imag(x), real(x)) }
func turnBack(x complex128) complex128 { return complex(imag(x), -real(x)) }

func Exp(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case infinite(re) && re > 0 && im == 0:
		return x
	case infinite(re) && unknown(im):
		if re < 0 {
			return complex(0, zero(im))
		}
		return complex(math.Inf(1), math.NaN())
	case re != re && im == 0:
		return complex(math.NaN(), im)
	}
	return Rect(math.Exp(re), im)
}

func Log(x complex128) complex128 { return complex(math.Log(Abs(x)), Phase(x)) }

func Log10(x complex128) complex128 {
	z := Log(x)
	return complex(math.Log10E*real(z), math.Log10E*imag(z))
}

func Pow(x, y complex128) complex128 {
	if x == 0 {
		switch {
		case IsNaN(y):
			return NaN()
		case real(y) == 0:
			return 1
		case real(y) > 0:
			return 0
		case real(y) < 0 && imag(y) == 0:
			return complex(math.Inf(1), 0)
		case real(y) < 0:
			return Inf()
		}
		panic("not reached")
	}
	modulus := Abs(x)
	if modulus == 0 {
		return 0
	}
	r := math.Pow(modulus, real(y))
	phase := Phase(x)
	θ := real(y) * phase
	if imag(y) != 0 {
		r *= math.Exp(-imag(y) * phase)
		θ += imag(y) * math.Log(modulus)
	}
	return Rect(r, θ)
}

// Sqrt has a real part that is not negative.
func Sqrt(x complex128) complex128 {
	a, b := real(x), imag(x)
	switch {
	case b == 0 && a == 0:
		return complex(0, b)
	case b == 0 && a < 0:
		return complex(0, math.Copysign(math.Sqrt(-a), b))
	case b == 0:
		return complex(math.Sqrt(a), b)
	case infinite(b):
		return complex(math.Inf(1), b)
	case a == 0 && b < 0:
		r := math.Sqrt(-0.5 * b)
		return complex(r, -r)
	case a == 0:
		r := math.Sqrt(0.5 * b)
		return complex(r, r)
	}
	// Scaled, so that nothing overflows on the way.
	scale := 1.0 / (1 << 27)
	if math.Abs(a) > 4 || math.Abs(b) > 4 {
		a *= 0.25
		b *= 0.25
		scale = 2
	} else {
		a *= 1 << 54
		b *= 1 << 54
	}
	r := math.Hypot(a, b)
	var t float64
	if a > 0 {
		t = math.Sqrt(0.5*r + 0.5*a)
		r = scale * math.Abs((0.5*b)/t)
		t *= scale
	} else {
		r = math.Sqrt(0.5*r - 0.5*a)
		t = scale * math.Abs((0.5*b)/r)
		r *= scale
	}
	if b < 0 {
		return complex(t, -r)
	}
	return complex(t, r)
}
