package rand

import "math"

// Zipf draws k from 0 to a maximum with a probability proportional to (v + k)**-s, by rejection-inversion (Hörmann and
// Derflinger, 1996).
type Zipf struct {
	r         *Rand
	max, v, q float64
	s         float64
	p, inv    float64 // 1 - q and its inverse
	low, span float64 // of the integral
}

func (z *Zipf) h(x float64) float64 { return math.Exp(z.p*math.Log(z.v+x)) * z.inv }

func (z *Zipf) hInverse(x float64) float64 { return math.Exp(z.inv*math.Log(z.p*x)) - z.v }

// NewZipf is nil unless s > 1 and v >= 1.
func NewZipf(r *Rand, s float64, v float64, imax uint64) *Zipf {
	if s <= 1.0 || v < 1 {
		return nil
	}
	z := &Zipf{r: r, max: float64(imax), v: v, q: s, p: 1 - s}
	z.inv = 1 / z.p
	z.low = z.h(z.max + 0.5)
	z.span = z.h(0.5) - math.Exp(math.Log(z.v)*(-z.q)) - z.low
	z.s = 1 - z.hInverse(z.h(1.5)-math.Exp(-z.q*math.Log(z.v+1)))
	return z
}

func (z *Zipf) Uint64() uint64 {
	if z == nil {
		panic("rand: nil Zipf")
	}
	for {
		u := z.low + z.r.Float64()*z.span
		x := z.hInverse(u)
		k := math.Floor(x + 0.5)
		if k-x <= z.s || u >= z.h(k+0.5)-math.Exp(-math.Log(k+z.v)*z.q) {
			return uint64(k)
		}
	}
}
