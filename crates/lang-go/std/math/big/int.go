package big

import (
	"math/rand"
	"strconv"
)

// Int is an integer of any size. The zero value is 0. Results go to the receiver, which may be an operand.
type Int struct {
	neg bool
	abs nat
}

func NewInt(x int64) *Int { return new(Int).SetInt64(x) }

func (x *Int) Sign() int {
	switch {
	case len(x.abs) == 0:
		return 0
	case x.neg:
		return -1
	}
	return 1
}

func (z *Int) SetInt64(x int64) *Int {
	z.neg = x < 0
	if z.neg {
		x = -x
	}
	z.abs = z.abs.setUint64(uint64(x))
	return z
}

func (z *Int) SetUint64(x uint64) *Int {
	z.abs = z.abs.setUint64(x)
	z.neg = false
	return z
}

func (z *Int) Set(x *Int) *Int {
	if z != x {
		z.abs = z.abs.set(x.abs)
		z.neg = x.neg
	}
	return z
}

// Bits are the words of the absolute value, least significant first: they share memory with x.
func (x *Int) Bits() []Word { return x.abs }

// SetBits shares memory with abs.
func (z *Int) SetBits(abs []Word) *Int {
	z.abs = nat(abs).norm()
	z.neg = false
	return z
}

func (z *Int) Abs(x *Int) *Int {
	z.Set(x)
	z.neg = false
	return z
}

func (z *Int) Neg(x *Int) *Int {
	z.Set(x)
	z.neg = len(z.abs) > 0 && !z.neg
	return z
}

// sum adds numbers of given signs.
func (z *Int) sum(x, y *Int, yneg bool) *Int {
	neg := x.neg
	if x.neg == yneg {
		z.abs = z.abs.add(x.abs, y.abs)
	} else if x.abs.cmp(y.abs) >= 0 {
		z.abs = z.abs.sub(x.abs, y.abs)
	} else {
		neg = !neg
		z.abs = z.abs.sub(y.abs, x.abs)
	}
	z.neg = len(z.abs) > 0 && neg
	return z
}

func (z *Int) Add(x, y *Int) *Int { return z.sum(x, y, y.neg) }
func (z *Int) Sub(x, y *Int) *Int { return z.sum(x, y, !y.neg) }

func (z *Int) Mul(x, y *Int) *Int {
	neg := x.neg != y.neg
	z.abs = z.abs.mul(x.abs, y.abs)
	z.neg = len(z.abs) > 0 && neg
	return z
}

// MulRange is the product of all integers from a to b.
func (z *Int) MulRange(a, b int64) *Int {
	switch {
	case a > b:
		return z.SetInt64(1)
	case a <= 0 && b >= 0:
		return z.SetInt64(0)
	}
	neg := false
	if a < 0 {
		neg = (b-a)&1 == 0
		a, b = -b, -a
	}
	z.abs = z.abs.mulRange(uint64(a), uint64(b))
	z.neg = neg
	return z
}

// Binomial is n over k.
func (z *Int) Binomial(n, k int64) *Int {
	if k > n {
		return z.SetInt64(0)
	}
	if k > n-k {
		k = n - k
	}
	var factor Int
	z.SetInt64(1)
	for i := int64(0); i < k; i++ {
		z.Mul(z, factor.SetInt64(n-i))
		z.Quo(z, factor.SetInt64(i+1))
	}
	return z
}

// Quo is truncated towards 0, as Go's division is.
func (z *Int) Quo(x, y *Int) *Int {
	neg := x.neg != y.neg
	z.abs, _ = z.abs.div(nil, x.abs, y.abs)
	z.neg = len(z.abs) > 0 && neg
	return z
}

func (z *Int) Rem(x, y *Int) *Int {
	neg := x.neg
	_, z.abs = nat(nil).div(z.abs, x.abs, y.abs)
	z.neg = len(z.abs) > 0 && neg
	return z
}

func (z *Int) QuoRem(x, y, r *Int) (*Int, *Int) {
	neg, rneg := x.neg != y.neg, x.neg
	z.abs, r.abs = z.abs.div(r.abs, x.abs, y.abs)
	z.neg, r.neg = len(z.abs) > 0 && neg, len(r.abs) > 0 && rneg
	return z, r
}

// Div leaves a remainder that is not negative.
func (z *Int) Div(x, y *Int) *Int {
	yneg := y.neg // z may be y
	var r Int
	z.QuoRem(x, y, &r)
	if r.neg {
		if yneg {
			z.Add(z, intOne)
		} else {
			z.Sub(z, intOne)
		}
	}
	return z
}

var intOne = &Int{false, natOne}

// Mod is not negative.
func (z *Int) Mod(x, y *Int) *Int {
	divisor := y
	if z == y || alias(z.abs, y.abs) {
		divisor = new(Int).Set(y)
	}
	z.Rem(x, y)
	if z.neg {
		if divisor.neg {
			z.Sub(z, divisor)
		} else {
			z.Add(z, divisor)
		}
	}
	return z
}

func (z *Int) DivMod(x, y, m *Int) (*Int, *Int) {
	divisor := y
	if z == y || alias(z.abs, y.abs) || m == y || alias(m.abs, y.abs) {
		divisor = new(Int).Set(y)
	}
	z.QuoRem(x, y, m)
	if m.neg {
		if divisor.neg {
			z.Add(z, intOne)
			m.Sub(m, divisor)
		} else {
			z.Sub(z, intOne)
			m.Add(m, divisor)
		}
	}
	return z, m
}

func (x *Int) Cmp(y *Int) int {
	if x == y {
		return 0
	}
	if x.neg != y.neg {
		if x.neg {
			return -1
		}
		return 1
	}
	r := x.abs.cmp(y.abs)
	if x.neg {
		return -r
	}
	return r
}

func (x *Int) CmpAbs(y *Int) int { return x.abs.cmp(y.abs) }

func low(x nat) uint64 {
	if len(x) == 0 {
		return 0
	}
	return uint64(x[0])
}

func (x *Int) Int64() int64 {
	v := int64(low(x.abs))
	if x.neg {
		v = -v
	}
	return v
}

// Uint64 is of the absolute value.
func (x *Int) Uint64() uint64 { return low(x.abs) }

func (x *Int) IsInt64() bool {
	if len(x.abs) > 1 {
		return false
	}
	v := int64(low(x.abs))
	return v >= 0 || x.neg && v == -v
}

func (x *Int) IsUint64() bool { return !x.neg && len(x.abs) <= 1 }

// Float64 is the nearest, and how it compares.
func (x *Int) Float64() (float64, Accuracy) {
	n := x.abs.bitLen()
	if n <= 53 || n < 64 && n-int(x.abs.trailingZeroBits()) <= 53 {
		f := float64(low(x.abs))
		if x.neg {
			f = -f
		}
		return f, Exact
	}
	return new(Float).SetInt(x).Float64()
}

// SetString takes all of s, with a prefix where base is 0.
func (z *Int) SetString(s string, base int) (*Int, bool) {
	t := &text{s: s}
	if _, _, err := z.scan(t, base); err != nil {
		return nil, false
	}
	if t.at < len(s) {
		return nil, false
	}
	return z, true
}

// SetBytes reads an absolute value, highest byte first.
func (z *Int) SetBytes(buf []byte) *Int {
	z.abs = z.abs.setBytes(buf)
	z.neg = false
	return z
}

func (x *Int) Bytes() []byte { return x.abs.bytes() }

// FillBytes is Bytes with zeros in front.
func (x *Int) FillBytes(buf []byte) []byte {
	if (x.abs.bitLen()+7)/8 > len(buf) {
		panic("math/big: buffer too small to fit value")
	}
	toBytes(buf, x.abs)
	return buf
}

func (x *Int) BitLen() int { return x.abs.bitLen() }

func (x *Int) TrailingZeroBits() uint { return x.abs.trailingZeroBits() }

// Exp is x**y modulo |m|, or x**y if m is nil or 0. It is nil if y is negative and x has no inverse.
func (z *Int) Exp(x, y, m *Int) *Int {
	base := x.abs
	var modulus nat
	if m != nil {
		modulus = m.abs
	}
	if z == m {
		// It is needed once more when z has its new value.
		modulus = append(nat(nil), modulus...)
	}
	if y.neg {
		if len(modulus) == 0 {
			return z.SetInt64(1)
		}
		inverse := new(Int).ModInverse(x, m)
		if inverse == nil {
			return nil
		}
		base = inverse.abs
	}
	neg := x.neg && len(y.abs) > 0 && y.abs[0]&1 == 1
	z.abs = z.abs.expNN(base, y.abs, modulus)
	z.neg = len(z.abs) > 0 && neg
	if z.neg && len(modulus) > 0 {
		z.abs = z.abs.sub(modulus, z.abs)
		z.neg = false
	}
	return z
}

func (z *Int) Lsh(x *Int, n uint) *Int {
	z.abs = z.abs.shl(x.abs, n)
	z.neg = x.neg
	return z
}

// Rsh rounds down.
func (z *Int) Rsh(x *Int, n uint) *Int {
	if x.neg {
		t := z.abs.sub(x.abs, natOne)
		t = t.shr(t, n)
		z.abs = t.add(t, natOne)
		z.neg = true
		return z
	}
	z.abs = z.abs.shr(x.abs, n)
	z.neg = false
	return z
}

// Bit is one of the two's complement.
func (x *Int) Bit(i int) uint {
	if i < 0 {
		panic("negative bit index")
	}
	if !x.neg {
		return x.abs.bit(uint(i))
	}
	// -x is ^(x - 1): the bits above the lowest 1 are inverted.
	b := x.abs.bit(uint(i))
	if x.abs.trailingZeroBits() < uint(i) {
		return b ^ 1
	}
	return b
}

func (z *Int) SetBit(x *Int, i int, b uint) *Int {
	if i < 0 {
		panic("negative bit index")
	}
	if x.neg {
		t := z.abs.sub(x.abs, natOne)
		t = t.setBit(t, uint(i), b^1)
		z.abs = t.add(t, natOne)
		z.neg = len(z.abs) > 0
		return z
	}
	z.abs = z.abs.setBit(x.abs, uint(i), b)
	z.neg = false
	return z
}

// The bit operations are those of the two's complement, where -x is ^(x - 1).

// inverted is x - 1 of a negative number -x.
func inverted(x *Int) nat { return nat(nil).sub(x.abs, natOne) }

// negative makes z the number ^x.
func (z *Int) negative(x nat) *Int {
	z.abs = z.abs.add(x, natOne)
	z.neg = true
	return z
}

func (z *Int) positive(x nat) *Int {
	z.abs, z.neg = x, false
	return z
}

func (z *Int) And(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		t := inverted(x)
		return z.negative(t.or(t, inverted(y)))
	case !x.neg && !y.neg:
		return z.positive(z.abs.and(x.abs, y.abs))
	case x.neg:
		x, y = y, x
	}
	return z.positive(z.abs.andNot(x.abs, inverted(y)))
}

func (z *Int) AndNot(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		t := inverted(y)
		return z.positive(t.andNot(t, inverted(x)))
	case !x.neg && !y.neg:
		return z.positive(z.abs.andNot(x.abs, y.abs))
	case x.neg:
		t := inverted(x)
		return z.negative(t.or(t, y.abs))
	}
	return z.positive(z.abs.and(x.abs, inverted(y)))
}

func (z *Int) Or(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		t := inverted(x)
		return z.negative(t.and(t, inverted(y)))
	case !x.neg && !y.neg:
		return z.positive(z.abs.or(x.abs, y.abs))
	case x.neg:
		x, y = y, x
	}
	t := inverted(y)
	return z.negative(t.andNot(t, x.abs))
}

func (z *Int) Xor(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		t := inverted(x)
		return z.positive(t.xor(t, inverted(y)))
	case !x.neg && !y.neg:
		return z.positive(z.abs.xor(x.abs, y.abs))
	case x.neg:
		x, y = y, x
	}
	t := inverted(y)
	return z.negative(t.xor(t, x.abs))
}

func (z *Int) Not(x *Int) *Int {
	if x.neg {
		return z.positive(z.abs.sub(x.abs, natOne))
	}
	return z.negative(x.abs)
}

// Sqrt is rounded down.
func (z *Int) Sqrt(x *Int) *Int {
	if x.neg {
		panic("square root of negative number")
	}
	z.neg = false
	z.abs = z.abs.sqrt(x.abs)
	return z
}

// Rand is less than n, or 0 if n is not positive.
func (z *Int) Rand(rnd *rand.Rand, n *Int) *Int {
	// z may be n.
	none := n.neg || len(n.abs) == 0
	z.neg = false
	if none {
		z.abs = nil
		return z
	}
	z.abs = z.abs.random(rnd, n.abs, n.abs.bitLen())
	return z
}

// Jacobi is the symbol (x / y), of 1, -1 or 0. y is odd.
func Jacobi(x, y *Int) int {
	if len(y.abs) == 0 || y.abs[0]&1 == 0 {
		panic("big: invalid 2nd argument to Int.Jacobi: need odd integer but got " + y.String())
	}
	var a, b, c Int
	a.Set(x)
	b.Set(y)
	j := 1
	if b.neg {
		if a.neg {
			j = -1
		}
		b.neg = false
	}
	for {
		if b.Cmp(intOne) == 0 {
			return j
		}
		if len(a.abs) == 0 {
			return 0
		}
		a.Mod(&a, &b)
		if len(a.abs) == 0 {
			return 0
		}
		s := a.abs.trailingZeroBits()
		if s&1 != 0 {
			if m := b.abs[0] & 7; m == 3 || m == 5 {
				j = -j
			}
		}
		c.Rsh(&a, s)
		if b.abs[0]&3 == 3 && c.abs[0]&3 == 3 {
			j = -j
		}
		a.Set(&b)
		b.Set(&c)
	}
}

// ModSqrt is a square root of x modulo the odd prime p, or nil.
func (z *Int) ModSqrt(x, p *Int) *Int {
	switch Jacobi(x, p) {
	case -1:
		return nil
	case 0:
		return z.SetInt64(0)
	}
	if x.neg || x.Cmp(p) >= 0 {
		x = new(Int).Mod(x, p)
	}
	switch {
	case p.abs[0]%4 == 3:
		e := new(Int).Add(p, intOne)
		return z.Exp(x, e.Rsh(e, 2), p)
	case p.abs[0]%8 == 5:
		return z.sqrt5Mod8(x, p)
	}
	return z.tonelliShanks(x, p)
}

// sqrt5Mod8 is Atkin's way where p is 5 modulo 8.
func (z *Int) sqrt5Mod8(x, p *Int) *Int {
	e := new(Int).Rsh(p, 3)
	twice := new(Int).Lsh(x, 1)
	alpha := new(Int).Exp(twice, e, p)
	beta := new(Int).Mul(alpha, alpha)
	beta.Mod(beta, p)
	beta.Mul(beta, twice)
	beta.Mod(beta, p)
	beta.Sub(beta, intOne)
	beta.Mul(beta, x)
	beta.Mod(beta, p)
	beta.Mul(beta, alpha)
	return z.Mod(beta, p)
}

func (z *Int) tonelliShanks(x, p *Int) *Int {
	var s Int
	s.Sub(p, intOne)
	e := s.abs.trailingZeroBits()
	s.Rsh(&s, e)
	n := NewInt(2)
	for Jacobi(n, p) != -1 {
		n.Add(n, intOne)
	}
	var y, b, g, t Int
	y.Add(&s, intOne)
	y.Rsh(&y, 1)
	y.Exp(x, &y, p)
	b.Exp(x, &s, p)
	g.Exp(n, &s, p)
	for r := e; ; {
		m := uint(0)
		t.Set(&b)
		for t.Cmp(intOne) != 0 {
			t.Mul(&t, &t)
			t.Mod(&t, p)
			m++
		}
		if m == 0 {
			return z.Set(&y)
		}
		t.SetInt64(0).SetBit(&t, int(r-m-1), 1)
		t.Exp(&g, &t, p)
		g.Mul(&t, &t)
		g.Mod(&g, p)
		y.Mul(&y, &t)
		y.Mod(&y, p)
		b.Mul(&b, &g)
		b.Mod(&b, p)
		r = m
	}
}

// ModInverse is z with g*z = 1 modulo n, or nil.
func (z *Int) ModInverse(g, n *Int) *Int {
	if n.neg {
		n = new(Int).Neg(n)
	}
	if g.neg {
		g = new(Int).Mod(g, n)
	}
	var d, x Int
	d.GCD(&x, nil, g, n)
	if d.Cmp(intOne) != 0 {
		return nil
	}
	if x.neg {
		z.Add(&x, n)
	} else {
		z.Set(&x)
	}
	return z
}

// GCD also sets x and y, where not nil, so that z = a*x + b*y.
func (z *Int) GCD(x, y, a, b *Int) *Int {
	if len(a.abs) > 0 && len(b.abs) > 0 {
		return z.lehmerGCD(x, y, a, b)
	}
	azero, bzero := len(a.abs) == 0, len(b.abs) == 0
	aneg, bneg := a.neg, b.neg
	if azero {
		z.Set(b)
	} else {
		z.Set(a)
	}
	z.neg = false
	if x != nil {
		if azero {
			x.SetUint64(0)
		} else {
			x.SetUint64(1)
			x.neg = aneg
		}
	}
	if y != nil {
		if bzero {
			y.SetUint64(0)
		} else {
			y.SetUint64(1)
			y.neg = bneg
		}
	}
	return z
}

// cosequence is the matrix that takes (a, b) to where Euclid's algorithm has got; only the column of a.
type cosequence struct {
	a, b Int
}

// apply multiplies by the rows of a matrix with alternating signs.
func (c *cosequence) apply(u0, u1, v0, v1 Word, even bool) {
	a, b := c.a, c.b
	c.a = combined(&a, &b, u0, v0, !even)
	c.b = combined(&a, &b, u1, v1, even)
}

// combined is u*a - v*b, or its negative.
func combined(a, b *Int, u, v Word, negative bool) (z Int) {
	s := Int{a.neg, nat(nil).mulAddWord(a.abs, u, 0)}
	t := Int{b.neg, nat(nil).mulAddWord(b.abs, v, 0)}
	s.neg = s.neg && len(s.abs) > 0
	t.neg = t.neg && len(t.abs) > 0
	if negative {
		z.Sub(&t, &s)
	} else {
		z.Sub(&s, &t)
	}
	return z
}

// quotient goes a step of Euclid's algorithm.
func (c *cosequence) quotient(q nat) {
	t := Int{false, q}
	t.Mul(&t, &c.b)
	c.a, c.b = c.b, *new(Int).Sub(&c.a, &t)
}

// lehmerGCD works on leading words as long as they tell quotients (Knuth, volume 2, 4.5.2, algorithm L).
func (z *Int) lehmerGCD(x, y, a, b *Int) *Int {
	A, B := nat(nil).set(a.abs), nat(nil).set(b.abs)
	extended := x != nil || y != nil
	var c cosequence
	c.a.SetInt64(1)
	if A.cmp(B) < 0 {
		A, B = B, A
		c.a, c.b = c.b, c.a
	}
	var q nat
	for len(B) > 1 {
		u0, u1, v0, v1, even := lehmer(A, B)
		if v0 == 0 {
			var r nat
			q, r = q.div(nil, A, B)
			A, B = B, r
			if extended {
				c.quotient(q)
			}
			continue
		}
		n := len(A)
		if len(B) < n {
			B = append(B, make(nat, n-len(B))...)
		}
		lehmerUpdate(A, B, u0, u1, v0, v1, even)
		A, B = A.norm(), B.norm()
		if extended {
			c.apply(u0, u1, v0, v1, even)
		}
	}
	if len(B) > 0 && len(A) > 1 {
		var r nat
		q, r = q.div(nil, A, B)
		A, B = B, r
		if extended {
			c.quotient(q)
		}
	}
	if len(B) > 0 {
		p, r := A[0], B[0]
		u0, u1, v0, v1, even := Word(1), Word(0), Word(0), Word(1), true
		for r != 0 {
			k := p / r
			p, r = r, p%r
			u0, u1 = u1, u0+k*u1
			v0, v1 = v1, v0+k*v1
			even = !even
		}
		A = A.setWord(p)
		if extended {
			c.apply(u0, u1, v0, v1, even)
		}
	}
	aneg := a.neg
	if y != nil {
		// y = (z - a*x) / b, before anything is written that a or b may be.
		t := new(Int).Mul(a, &c.a)
		if aneg {
			t.neg = !t.neg && len(t.abs) > 0
		}
		t.Sub(&Int{false, A}, t)
		t.Div(t, b)
		if x != nil {
			*x = c.a
			if aneg {
				x.neg = !x.neg && len(x.abs) > 0
			}
		}
		*y = *t
	} else if x != nil {
		*x = c.a
		if aneg {
			x.neg = !x.neg && len(x.abs) > 0
		}
	}
	z.abs, z.neg = A, false
	return z
}

func (x *Int) String() string { return x.Text(10) }

func (x *Int) Text(base int) string {
	if x == nil {
		return "<nil>"
	}
	return string(x.abs.text(x.neg, base))
}

func (x *Int) Append(buf []byte, base int) []byte {
	if x == nil {
		return append(buf, "<nil>"...)
	}
	return append(buf, x.abs.text(x.neg, base)...)
}

func quote(text []byte) string { return strconv.Quote(string(text)) }
