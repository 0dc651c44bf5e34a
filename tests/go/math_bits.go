// Functions of package math to the last bit: those that are assembly in Go, and those built on them.
package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/cmplx"
)

type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

func (r *random) float() float64 {
	kind, bits := r.next()%8, r.next()
	unit := float64(bits>>11) / (1 << 53)
	switch kind {
	case 0, 1, 2:
		return math.Float64frombits(bits)
	case 3:
		return (unit - 0.5) * 1600
	case 4:
		return (unit - 0.5) * 80
	case 5:
		return unit
	case 6:
		return (unit - 0.5) * 4
	}
	return math.Trunc((unit-0.5)*400) / 2
}

func sum(name string, f func(x, y float64) float64) {
	r := random(len(name))
	h := fnv.New64a()
	for range 400 {
		v := f(r.float(), r.float())
		bits := math.Float64bits(v)
		if v != v {
			bits = 1
		}
		fmt.Fprintf(h, "%x ", bits)
	}
	fmt.Printf("%-8s %016x\n", name, h.Sum64())
}

func parts(c complex128) float64 { return real(c) + 3*imag(c) }

func main() {
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{
		{"Exp", math.Exp}, {"Exp2", math.Exp2}, {"Expm1", math.Expm1}, {"Log", math.Log}, {"Log2", math.Log2},
		{"Log10", math.Log10}, {"Log1p", math.Log1p}, {"Sinh", math.Sinh}, {"Cosh", math.Cosh}, {"Tanh", math.Tanh},
		{"Asinh", math.Asinh}, {"Acosh", math.Acosh}, {"Atanh", math.Atanh}, {"Gamma", math.Gamma}, {"Erf", math.Erf},
		{"Erfc", math.Erfc}, {"Erfinv", math.Erfinv}, {"Sin", math.Sin}, {"Cos", math.Cos}, {"Tan", math.Tan},
		{"Cbrt", math.Cbrt}, {"J0", math.J0}, {"Y1", math.Y1}, {"Floor", math.Floor}, {"Sqrt", math.Sqrt},
	} {
		sum(f.name, func(x, _ float64) float64 { return f.f(x) })
	}
	sum("Lgamma", func(x, _ float64) float64 { v, s := math.Lgamma(x); return v * float64(s) })
	sum("Hypot", math.Hypot)
	sum("Pow", math.Pow)
	sum("Dim", math.Dim)
	sum("Jn", func(x, y float64) float64 { return math.Jn(int(math.Float64bits(y)%7), x) })
	sum("cExp", func(x, y float64) float64 { return parts(cmplx.Exp(complex(x, y))) })
	sum("cLog", func(x, y float64) float64 { return parts(cmplx.Log(complex(x, y))) })
	sum("cPow", func(x, y float64) float64 { return parts(cmplx.Pow(complex(x, y), complex(y/64, 0.5))) })
	sum("cSqrt", func(x, y float64) float64 { return parts(cmplx.Sqrt(complex(x, y))) })
	sum("cTanh", func(x, y float64) float64 { return parts(cmplx.Tanh(complex(x, y))) })
	sum("cAsin", func(x, y float64) float64 { return parts(cmplx.Asin(complex(x, y))) })

	half := math.Sqrt2 / 2
	for _, x := range []float64{half, math.Nextafter(half, 1), 5e-324, 2.2e-308, 2.2250738585072014e-308, 2, 10, 1e300} {
		fmt.Println(x, math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x))
	}
	for _, x := range []float64{1, -1, 0.1, 709.782712893384, 709.7827128933841, -708.4, -745.1, -745.2, -1e300, 1e-20} {
		fmt.Println(x, math.Exp(x), math.Exp2(x), math.Expm1(x), math.Sinh(x))
	}
	fmt.Println(math.Hypot(5e-324, 5e-324), math.Hypot(1e308, 1e308), math.Hypot(3, 4), math.Hypot(math.Inf(-1), math.NaN()))
	fmt.Println(math.Pow(2.5, 3.7), math.Pow(0.1, 0.1), math.Gamma(5.5), math.Gamma(170.3), math.Gamma(-33.5))
}

// Output:
// Exp      c9c5269b238d2147
// Exp2     70059d280eee01c3
// Expm1    504c03022d362743
// Log      16dd78ab88b9e8e0
// Log2     78ce2ad8504d3468
// Log10    ba5941ffe471c0e9
// Log1p    c7c522956b6394c5
// Sinh     86df9942eebe4bb5
// Cosh     963ec0cf0cd99d53
// Tanh     2b2b4e14110e804b
// Asinh    6253197e531d50a5
// Acosh    c408aee0793f1fc4
// Atanh    d6555a19ff7c6025
// Gamma    8c09024c16b4dbcb
// Erf      76b3e25dbdad84c9
// Erfc     5461d6ce919890ec
// Erfinv   73bb6232bd5376eb
// Sin      248db6090e100b2b
// Cos      3877b81cfb1604ea
// Tan      6ba3a9a300481821
// Cbrt     c700d2835b84a606
// J0       bee5e03af5db6cd5
// Y1       b6d040e10fd41f3e
// Floor    0e1da9a361fdf474
// Sqrt     f958e65126e1fb5f
// Lgamma   fc2970ac36fd2dc6
// Hypot    3350cb1b8a67d1b7
// Pow      dc1a9407b2be28df
// Dim      5191878c2bf1bf7c
// Jn       9cc94e345813a969
// cExp     1ab6f0d47db36623
// cLog     609b05eeac622606
// cPow     0344dfbcf69fb065
// cSqrt    a4836ec27bddb4a3
// cTanh    575fe06530dedd5e
// cAsin    29f8176e896b745b
// 0.7071067811865476 -0.3465735902799726 -0.4999999999999999 -0.15051499783199057 0.5347999967395705
// 0.7071067811865477 -0.3465735902799724 -0.49999999999999967 -0.1505149978319905 0.5347999967395705
// 5e-324 -709.0895657128241 -1074 -307.9536855642528 5e-324
// 2.2e-308 -708.4020688532173 -1022.0163497015577 -307.65510947179973 2.2e-308
// 2.2250738585072014e-308 -708.3964185322641 -1022 -307.6526555685888 2.2250738585072014e-308
// 2 0.6931471805599453 1 0.3010299956639812 1.0986122886681096
// 10 2.302585092994046 3.321928094887362 1 2.3978952727983707
// 1e+300 690.7755278982137 996.5784284662087 300 690.7755278982137
// 1 2.718281828459045 2 1.718281828459045 1.1752011936438014
// -1 0.36787944117144233 0.5 -0.6321205588285577 -1.1752011936438014
// 0.1 1.1051709180756477 1.0717734625362931 0.10517091807564763 0.10016675001984404
// 709.782712893384 +Inf 4.633263338271327e+213 +Inf +Inf
// 709.7827128933841 +Inf 4.6332633382716917e+213 +Inf +Inf
// -708.4 2.217119081664265e-308 5.627960901341445e-214 -1 -2.255178822531618e+307
// -745.1 5e-324 5.041389247497079e-225 -1 -Inf
// -745.2 0 4.70378249109362e-225 -1 -Inf
// -1e+300 0 0 -1 -Inf
// 1e-20 1 1 1e-20 1e-20
// 5e-324 1.4142135623730951e+308 5 +Inf
// 29.67413253642086 0.7943282347242815 52.34277778455352 1.9915875572358845e+305 6.227609042535817e-38
