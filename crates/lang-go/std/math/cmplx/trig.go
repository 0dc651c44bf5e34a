package cmplx

import (
	"math"
	"math/bits"
)

// hyperbolic are sinh and cosh.
func hyperbolic(x float64) (sinh, cosh float64) {
	if math.Abs(x) <= 0.5 {
		return math.Sinh(x), math.Cosh(x)
	}
	e := math.Exp(x)
	inverse := 0.5 / e
	e *= 0.5
	return e - inverse, e + inverse
}

func Sin(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && unknown(re):
		return complex(math.NaN(), im)
	case infinite(im) && re == 0, re == 0 && im != im:
		return x
	case infinite(im) && unknown(re):
		return complex(math.NaN(), im)
	}
	s, c := math.Sincos(re)
	sh, ch := hyperbolic(im)
	return complex(s*ch, c*sh)
}

func Sinh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case re == 0 && unknown(im):
		return complex(re, math.NaN())
	case infinite(re) && im == 0:
		return x
	case infinite(re) && unknown(im):
		return complex(re, math.NaN())
	case im == 0 && re != re:
		return complex(math.NaN(), im)
	}
	s, c := math.Sincos(im)
	sh, ch := hyperbolic(re)
	return complex(c*sh, s*ch)
}

func Cos(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && unknown(re):
		return complex(math.NaN(), -im*zero(re))
	case infinite(im) && re == 0:
		return complex(math.Inf(1), -re*zero(im))
	case infinite(im) && unknown(re):
		return complex(math.Inf(1), math.NaN())
	case re == 0 && im != im:
		return complex(math.NaN(), 0)
	}
	s, c := math.Sincos(re)
	sh, ch := hyperbolic(im)
	return complex(c*ch, -s*sh)
}

func Cosh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case re == 0 && unknown(im):
		return complex(math.NaN(), re*zero(im))
	case infinite(re) && im == 0:
		return complex(math.Inf(1), im*zero(re))
	case infinite(re) && unknown(im):
		return complex(math.Inf(1), math.NaN())
	case im == 0 && re != re:
		return complex(math.NaN(), im)
	}
	s, c := math.Sincos(im)
	sh, ch := hyperbolic(re)
	return complex(c*ch, s*sh)
}

func Tan(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case infinite(im) && unknown(re):
		return complex(zero(re), math.Copysign(1, im))
	case infinite(im):
		return complex(zero(math.Sin(2*re)), math.Copysign(1, im))
	case re == 0 && im != im:
		return x
	}
	d := math.Cos(2*re) + math.Cosh(2*im)
	if math.Abs(d) < 0.25 {
		d = tanSeries(x)
	}
	if d == 0 {
		return Inf()
	}
	return complex(math.Sin(2*re)/d, math.Sinh(2*im)/d)
}

func Tanh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case infinite(re) && unknown(im):
		return complex(math.Copysign(1, re), zero(im))
	case infinite(re):
		return complex(math.Copysign(1, re), zero(math.Sin(2*im)))
	case im == 0 && re != re:
		return x
	}
	d := math.Cosh(2*re) + math.Cos(2*im)
	if d == 0 {
		return Inf()
	}
	return complex(math.Sinh(2*re)/d, math.Sin(2*im)/d)
}

func Cot(x complex128) complex128 {
	re, im := real(x), imag(x)
	d := math.Cosh(2*im) - math.Cos(2*re)
	if math.Abs(d) < 0.25 {
		d = tanSeries(x)
	}
	if d == 0 {
		return Inf()
	}
	return complex(math.Sin(2*re)/d, -math.Sinh(2*im)/d)
}

// tanSeries is cosh 2y - cos 2x, up to multiples of π in x, by its series.
func tanSeries(z complex128) float64 {
	const epsilon = 1.0 / (1 << 53)
	x := modPi(math.Abs(2 * real(z)))
	y := math.Abs(2 * imag(z))
	x *= x
	y *= y
	px, py, factorial := 1.0, 1.0, 1.0
	n, d := 0.0, 0.0
	for {
		var t float64
		for _, sign := range [...]float64{1, -1} {
			n++
			factorial *= n
			n++
			factorial *= n
			px *= x
			py *= y
			t = (py + sign*px) / factorial
			d += t
		}
		if !(math.Abs(t/d) > epsilon) {
			return d
		}
	}
}

// modPi is x less the nearest multiple of π.
func modPi(x float64) float64 {
	if math.Abs(x) < 1<<30 {
		const (
			pi1 = 3.141592502593994
			pi2 = 1.5099578831723193e-07
			pi3 = 1.0780605716316238e-14
		)
		t := float64(int64(x/math.Pi + 0.5))
		return ((x - t*pi1) - t*pi2) - t*pi3
	}
	// The fraction of x/π (Payne and Hanek, 1983): an integer times three words of 1/π.
	b := math.Float64bits(x)
	exp := int(b>>52&0x7ff) - 1023 - 52
	m := b&(1<<52-1) | 1<<52
	word, shift := uint(exp+64)/64, uint(exp+64)%64
	z0 := inversePi[word]<<shift | inversePi[word+1]>>(64-shift)
	z1 := inversePi[word+1]<<shift | inversePi[word+2]>>(64-shift)
	z2 := inversePi[word+2]<<shift | inversePi[word+3]>>(64-shift)
	high2, _ := bits.Mul64(z2, m)
	high1, low1 := bits.Mul64(z1, m)
	low, carry := bits.Add64(low1, high2, 0)
	high, _ := bits.Add64(z0*m, high1, carry)
	lead := uint(bits.LeadingZeros64(high))
	high = high<<(lead+1) | low>>(64-(lead+1))
	x = math.Float64frombits(high>>12 | uint64(1023-(lead+1))<<52)
	if x > 0.5 {
		x--
	}
	return math.Pi * x
}

// inversePi are the bits of 1/π.
var inversePi = [...]uint64{
	0x0000000000000000, 0x517cc1b727220a94, 0xfe13abe8fa9a6ee0, 0x6db14acc9e21c820,
	0xff28b1d5ef5de2b0, 0xdb92371d2126e970, 0x0324977504e8c90e, 0x7f0ef58e5894d39f,
	0x74411afa975da242, 0x74ce38135a2fbf20, 0x9cc8eb1cc1a99cfa, 0x4e422fc5defc941d,
	0x8ffc4bffef02cc07, 0xf79788c5ad05368f, 0xb69b3f6793e584db, 0xa7a31fb34f2ff516,
	0xba93dd63f5f2f8bd, 0x9e839cfbc5294975, 0x35fdafd88fc6ae84, 0x2b0198237e3db5d5,
}

func Asin(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && math.Abs(re) <= 1:
		return complex(math.Asin(re), im)
	case re == 0 && math.Abs(im) <= 1:
		return complex(re, math.Asinh(im))
	case im != im && re == 0:
		return complex(re, math.NaN())
	case im != im && infinite(re):
		return complex(math.NaN(), re)
	case im != im:
		return NaN()
	case infinite(im) && re != re:
		return x
	case infinite(im) && infinite(re):
		return complex(math.Copysign(math.Pi/4, re), im)
	case infinite(im):
		return complex(zero(re), im)
	case infinite(re):
		return complex(math.Copysign(math.Pi/2, re), math.Copysign(re, im))
	}
	square := x * x
	root := Sqrt(complex(1-real(square), -imag(square)))
	return turnBack(Log(turn(x) + root))
}

func Asinh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && math.Abs(re) <= 1:
		return complex(math.Asinh(re), im)
	case re == 0 && math.Abs(im) <= 1:
		return complex(re, math.Asin(im))
	case infinite(re) && infinite(im):
		return complex(re, math.Copysign(math.Pi/4, im))
	case infinite(re) && im != im, re != re && im == 0:
		return x
	case infinite(re):
		return complex(re, zero(im))
	case re != re && infinite(im):
		return complex(im, re)
	case re != re:
		return NaN()
	case infinite(im):
		return complex(math.Copysign(im, re), math.Copysign(math.Pi/2, im))
	}
	square := x * x
	return Log(x + Sqrt(complex(1+real(square), imag(square))))
}

func Acos(x complex128) complex128 {
	w := Asin(x)
	return complex(math.Pi/2-real(w), -imag(w))
}

func Acosh(x complex128) complex128 {
	if x == 0 {
		return complex(0, math.Copysign(math.Pi/2, imag(x)))
	}
	w := Acos(x)
	if imag(w) <= 0 {
		return turn(w)
	}
	return turnBack(w)
}

func Atan(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0:
		return complex(math.Atan(re), im)
	case re == 0 && math.Abs(im) <= 1:
		return complex(re, math.Atanh(im))
	case IsInf(x) && re != re:
		return complex(math.NaN(), zero(im))
	case IsInf(x):
		return complex(math.Copysign(math.Pi/2, re), zero(im))
	case x != x:
		return NaN()
	}
	square := re * re
	a := 1 - square - im*im
	if a == 0 {
		return NaN()
	}
	w := modPi(0.5 * math.Atan2(2*re, a))
	t := im - 1
	b := square + t*t
	if b == 0 {
		return NaN()
	}
	t = im + 1
	return complex(w, 0.25*math.Log((square+t*t)/b))
}

func Atanh(x complex128) complex128 { return turnBack(Atan(turn(x))) }
