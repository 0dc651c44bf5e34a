package math

// These are natives; lowering knows some of them as operations of the machine.
func Sqrt(x float64) float64
func Floor(x float64) float64
func Ceil(x float64) float64
func Trunc(x float64) float64
func Abs(x float64) float64
func Copysign(f, sign float64) float64
func RoundToEven(x float64) float64
func Round(x float64) float64
func Float64bits(f float64) uint64
func Float64frombits(b uint64) float64
func Float32bits(f float32) uint32
func Float32frombits(b uint32) float32
func FMA(x, y, z float64) float64
func Frexp(f float64) (frac float64, exp int)
func Ldexp(frac float64, exp int) float64
func Modf(f float64) (integer float64, fractional float64)
func Mod(x, y float64) float64
func Remainder(x, y float64) float64
func Exp(x float64) float64
func Exp2(x float64) float64
func Expm1(x float64) float64
func Log(x float64) float64
func Log10(x float64) float64
func Log1p(x float64) float64
func Log2(x float64) float64
func Pow(x, y float64) float64
func Cbrt(x float64) float64
func Hypot(p, q float64) float64
func Sin(x float64) float64
func Cos(x float64) float64
func Tan(x float64) float64
func Asin(x float64) float64
func Acos(x float64) float64
func Atan(x float64) float64
func Atan2(y, x float64) float64
func Sinh(x float64) float64
func Cosh(x float64) float64
func Tanh(x float64) float64
func Asinh(x float64) float64
func Acosh(x float64) float64
func Atanh(x float64) float64
func Gamma(x float64) float64
func Erf(x float64) float64
func Erfc(x float64) float64
func Lgamma(x float64) (lgamma float64, sign int)
func Erfinv(x float64) float64
func J0(x float64) float64
func J1(x float64) float64
func Y0(x float64) float64
func Y1(x float64) float64

func Erfcinv(x float64) float64 { return Erfinv(1 - x) }

func Sincos(x float64) (sin, cos float64) { return Sin(x), Cos(x) }

func NaN() float64 { return Float64frombits(0x7FF8000000000001) }

func IsNaN(f float64) (is bool) { return f != f }

func Inf(sign int) float64 {
	if sign >= 0 {
		return Float64frombits(0x7FF0000000000000)
	}
	return Float64frombits(0xFFF0000000000000)
}

func IsInf(f float64, sign int) bool {
	return sign >= 0 && f > MaxFloat64 || sign <= 0 && f < -MaxFloat64
}

func Signbit(x float64) bool { return Float64bits(x)>>63 != 0 }

func Max(x, y float64) float64 {
	switch {
	case IsInf(x, 1) || IsInf(y, 1):
		return Inf(1)
	case x != x || y != y:
		return NaN()
	case x == 0 && x == y:
		if Signbit(x) {
			return y
		}
		return x
	case x > y:
		return x
	}
	return y
}

func Min(x, y float64) float64 {
	switch {
	case IsInf(x, -1) || IsInf(y, -1):
		return Inf(-1)
	case x != x || y != y:
		return NaN()
	case x == 0 && x == y:
		if Signbit(x) {
			return x
		}
		return y
	case x < y:
		return x
	}
	return y
}

func Dim(x, y float64) float64 {
	if v := x - y; v > 0 || v != v {
		return v
	}
	return 0
}

func Logb(x float64) float64 {
	switch {
	case x == 0:
		return Inf(-1)
	case IsInf(x, 0):
		return Inf(1)
	case x != x:
		return x
	}
	return float64(Ilogb(x))
}

func Ilogb(x float64) int {
	switch {
	case x == 0:
		return MinInt32
	case x != x || IsInf(x, 0):
		return MaxInt32
	}
	_, exp := Frexp(x)
	return exp - 1
}

func Nextafter(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return NaN()
	case x == y:
		return x
	case x == 0:
		return Copysign(Float64frombits(1), y)
	case (y > x) == (x > 0):
		return Float64frombits(Float64bits(x) + 1)
	}
	return Float64frombits(Float64bits(x) - 1)
}

func Nextafter32(x, y float32) float32 {
	switch {
	case x != x || y != y:
		return float32(NaN())
	case x == y:
		return x
	case x == 0:
		return float32(Copysign(float64(Float32frombits(1)), float64(y)))
	case (y > x) == (x > 0):
		return Float32frombits(Float32bits(x) + 1)
	}
	return Float32frombits(Float32bits(x) - 1)
}

// Pow10 is 10**n, rounded.
func Pow10(n int) float64 {
	switch {
	case n < -323:
		return 0
	case n > 308:
		return Inf(1)
	}
	return pow10(n)
}

func pow10(n int) float64
