package elliptic

import "math/big"

var (
	one   = big.NewInt(1)
	three = big.NewInt(3)
)

// A point is (x/z², y/z³), and infinity where z is 0.
type point struct{ x, y, z big.Int }

func affine(x, y *big.Int) *point {
	p := new(point)
	if x.Sign() != 0 || y.Sign() != 0 {
		p.x.Set(x)
		p.y.Set(y)
		p.z.Set(one)
	}
	return p
}

// A field computes modulo a prime, with memory for what lies in between.
type field struct {
	p                      *big.Int
	a, b, c, d, e, f, g, h big.Int
	wide                   big.Int
}

func newField(p *big.Int) *field { return &field{p: p} }

func (f *field) mul(z, x, y *big.Int) {
	f.wide.Mul(x, y)
	z.Mod(&f.wide, f.p)
}

// coordinates are those without z.
func (f *field) coordinates(p *point) (x, y *big.Int) {
	x, y = new(big.Int), new(big.Int)
	if p.z.Sign() == 0 {
		return x, y
	}
	inverse := new(big.Int).ModInverse(&p.z, f.p)
	f.mul(&f.a, inverse, inverse)
	f.mul(x, &p.x, &f.a)
	f.mul(&f.a, &f.a, inverse)
	f.mul(y, &p.y, &f.a)
	return x, y
}

// double sets r to 2p; both may be the same (a = -3, "dbl-2001-b" of the Explicit-Formulas Database).
func (f *field) double(r, p *point) {
	delta, gamma, beta, alpha, t := &f.a, &f.b, &f.c, &f.d, &f.e
	f.mul(delta, &p.z, &p.z)
	f.mul(gamma, &p.y, &p.y)
	f.mul(beta, &p.x, gamma)
	t.Sub(&p.x, delta)
	alpha.Add(&p.x, delta)
	f.mul(alpha, t, alpha)
	t.Lsh(alpha, 1)
	alpha.Add(alpha, t)
	t.Add(&p.y, &p.z)
	f.mul(t, t, t)
	t.Sub(t, gamma)
	t.Sub(t, delta)
	r.z.Mod(t, f.p)
	f.mul(&r.x, alpha, alpha)
	t.Lsh(beta, 3)
	t.Sub(&r.x, t)
	r.x.Mod(t, f.p)
	beta.Lsh(beta, 2)
	beta.Sub(beta, &r.x)
	f.mul(t, alpha, beta)
	f.mul(gamma, gamma, gamma)
	gamma.Lsh(gamma, 3)
	t.Sub(t, gamma)
	r.y.Mod(t, f.p)
}

// add sets r to p + q ("add-2007-bl"); r may be one of them.
func (f *field) add(r, p, q *point) {
	if p.z.Sign() == 0 {
		r.set(q)
		return
	}
	if q.z.Sign() == 0 {
		r.set(p)
		return
	}
	z1, z2, u1, u2, s1, s2 := &f.a, &f.b, &f.c, &f.d, &f.e, &f.f
	f.mul(z1, &p.z, &p.z)
	f.mul(z2, &q.z, &q.z)
	f.mul(u1, &p.x, z2)
	f.mul(u2, &q.x, z1)
	f.mul(s1, &p.y, &q.z)
	f.mul(s1, s1, z2)
	f.mul(s2, &q.y, &p.z)
	f.mul(s2, s2, z1)
	if u1.Cmp(u2) == 0 {
		if s1.Cmp(s2) == 0 {
			f.double(r, p)
		} else {
			r.z.SetInt64(0)
		}
		return
	}
	h, k := u2.Sub(u2, u1), s2.Sub(s2, s1)
	f.mul(&f.g, h, h)     // h²
	f.mul(&f.h, &f.g, h)  // h³
	f.mul(u1, u1, &f.g)   // u1 h²
	f.mul(z1, &p.z, &q.z) // z1 z2
	f.mul(&r.z, z1, h)    // z1 z2 h
	f.mul(&r.x, k, k)     // k² - h³ - 2 u1 h²
	z1.Lsh(u1, 1)         //
	z1.Add(z1, &f.h)      //
	z1.Sub(&r.x, z1)      //
	r.x.Mod(z1, f.p)      //
	u1.Sub(u1, &r.x)      // k (u1 h² - x) - s1 h³
	f.mul(u1, u1, k)      //
	f.mul(s1, s1, &f.h)   //
	r.y.Mod(u1.Sub(u1, s1), f.p)
}

func (p *point) set(q *point) {
	p.x.Set(&q.x)
	p.y.Set(&q.y)
	p.z.Set(&q.z)
}

// multiply takes four bits of the scalar at a time.
func (curve *CurveParams) multiply(x, y *big.Int, k []byte) (*big.Int, *big.Int) {
	f := newField(curve.P)
	var table [16]point
	table[1].set(affine(x, y))
	for i := 2; i < 16; i++ {
		if i%2 == 0 {
			f.double(&table[i], &table[i/2])
		} else {
			f.add(&table[i], &table[i-1], &table[1])
		}
	}
	var sum point
	for _, b := range k {
		for _, digit := range [...]byte{b >> 4, b & 15} {
			for range 4 {
				f.double(&sum, &sum)
			}
			f.add(&sum, &sum, &table[digit])
		}
	}
	return f.coordinates(&sum)
}
