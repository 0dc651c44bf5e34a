package big

import (
	"math"
	"math/bits"
	"strconv"
)

const (
	MaxExp  = math.MaxInt32
	MinExp  = math.MinInt32
	MaxPrec = math.MaxUint32
)

// Float is sign × mantissa × 2**exponent, with a mantissa of a chosen number of bits from 0.5 up to 1; or 0 or infinite.
// The zero value is 0 with a precision that the first operation chooses. Results go to the receiver, rounded to its
// precision by its mode.
type Float struct {
	prec uint32
	mode RoundingMode
	acc  Accuracy
	form form
	neg  bool
	mant nat // the highest bit is set
	exp  int32
}

// ErrNaN is the panic of an operation without a result.
type ErrNaN struct {
	msg string
}

func (err ErrNaN) Error() string { return err.msg }

type form byte

const (
	zero form = iota
	finite
	inf
)

type RoundingMode byte

const (
	ToNearestEven RoundingMode = iota
	ToNearestAway
	ToZero
	AwayFromZero
	ToNegativeInf
	ToPositiveInf
)

func (i RoundingMode) String() string {
	switch i {
	case ToNearestEven:
		return "ToNearestEven"
	case ToNearestAway:
		return "ToNearestAway"
	case ToZero:
		return "ToZero"
	case AwayFromZero:
		return "AwayFromZero"
	case ToNegativeInf:
		return "ToNegativeInf"
	case ToPositiveInf:
		return "ToPositiveInf"
	}
	return "RoundingMode(" + strconv.Itoa(int(i)) + ")"
}

// Accuracy is how a result compares to the exact one.
type Accuracy int8

const (
	Below Accuracy = -1
	Exact Accuracy = 0
	Above Accuracy = +1
)

func (i Accuracy) String() string {
	switch i {
	case Below:
		return "Below"
	case Exact:
		return "Exact"
	case Above:
		return "Above"
	}
	return "Accuracy(" + strconv.Itoa(int(i)) + ")"
}

func makeAcc(above bool) Accuracy {
	if above {
		return Above
	}
	return Below
}

func NewFloat(x float64) *Float {
	if math.IsNaN(x) {
		panic(ErrNaN{"NewFloat(NaN)"})
	}
	return new(Float).SetFloat64(x)
}

func (z *Float) SetPrec(prec uint) *Float {
	z.acc = Exact
	if prec == 0 {
		z.prec = 0
		if z.form == finite {
			z.acc = makeAcc(z.neg)
			z.form = zero
		}
		return z
	}
	old := z.prec
	z.prec = uint32(min(prec, MaxPrec))
	if z.prec < old {
		z.round(0)
	}
	return z
}

func (z *Float) SetMode(mode RoundingMode) *Float {
	z.mode = mode
	z.acc = Exact
	return z
}

func (x *Float) Prec() uint         { return uint(x.prec) }
func (x *Float) Mode() RoundingMode { return x.mode }
func (x *Float) Acc() Accuracy      { return x.acc }
func (x *Float) Signbit() bool      { return x.neg }
func (x *Float) IsInf() bool        { return x.form == inf }

// MinPrec is the precision that x needs.
func (x *Float) MinPrec() uint {
	if x.form != finite {
		return 0
	}
	return uint(len(x.mant))*wordBits - x.mant.trailingZeroBits()
}

func (x *Float) Sign() int {
	switch {
	case x.form == zero:
		return 0
	case x.neg:
		return -1
	}
	return 1
}

// MantExp takes x apart; mant may be nil.
func (x *Float) MantExp(mant *Float) (exp int) {
	if x.form == finite {
		exp = int(x.exp)
	}
	if mant != nil {
		mant.Copy(x)
		if mant.form == finite {
			mant.exp = 0
		}
	}
	return exp
}

func (z *Float) setExpAndRound(exp int64, sticky uint) {
	switch {
	case exp < MinExp:
		z.acc = makeAcc(z.neg)
		z.form = zero
	case exp > MaxExp:
		z.acc = makeAcc(!z.neg)
		z.form = inf
	default:
		z.form = finite
		z.exp = int32(exp)
		z.round(sticky)
	}
}

// SetMantExp is mant × 2**exp.
func (z *Float) SetMantExp(mant *Float, exp int) *Float {
	z.Copy(mant)
	if z.form == finite {
		z.setExpAndRound(int64(z.exp)+int64(exp), 0)
	}
	return z
}

func (x *Float) IsInt() bool {
	if x.form != finite {
		return x.form == zero
	}
	return x.exp > 0 && (x.prec <= uint32(x.exp) || x.MinPrec() <= uint(x.exp))
}

// round cuts the mantissa to the precision; sticky tells that bits below it were cut already.
func (z *Float) round(sticky uint) {
	z.acc = Exact
	if z.form != finite {
		return
	}
	m := uint32(len(z.mant))
	size := m * wordBits
	if size <= z.prec {
		return
	}
	r := uint(size - z.prec - 1)
	half := z.mant.bit(r)
	if sticky == 0 && (half == 0 || z.mode == ToNearestEven) {
		sticky = z.mant.sticky(r)
	}
	n := (z.prec + wordBits - 1) / wordBits
	if m > n {
		copy(z.mant, z.mant[m-n:])
		z.mant = z.mant[:n]
	}
	lowest := Word(1) << (n*wordBits - z.prec)
	if half|sticky != 0 {
		up := false
		switch z.mode {
		case ToNegativeInf:
			up = z.neg
		case ToNearestEven:
			up = half != 0 && (sticky != 0 || z.mant[0]&lowest != 0)
		case ToNearestAway:
			up = half != 0
		case AwayFromZero:
			up = true
		case ToPositiveInf:
			up = !z.neg
		}
		z.acc = makeAcc(up != z.neg)
		if up && addVV(z.mant, z.mant, nat{lowest}) != 0 {
			if z.exp >= MaxExp {
				z.form = inf
				return
			}
			z.exp++
			shrVU(z.mant, z.mant, 1)
			z.mant[n-1] |= 1 << (wordBits - 1)
		}
	}
	z.mant[0] &^= lowest - 1
}

func (z *Float) setBits(neg bool, x uint64) *Float {
	if z.prec == 0 {
		z.prec = 64
	}
	z.acc = Exact
	z.neg = neg
	if x == 0 {
		z.form = zero
		return z
	}
	z.form = finite
	s := bits.LeadingZeros64(x)
	z.mant = z.mant.setUint64(x << s)
	z.exp = int32(64 - s)
	if z.prec < 64 {
		z.round(0)
	}
	return z
}

func (z *Float) SetUint64(x uint64) *Float { return z.setBits(false, x) }

func (z *Float) SetInt64(x int64) *Float {
	if x < 0 {
		return z.setBits(true, uint64(-x))
	}
	return z.setBits(false, uint64(x))
}

func (z *Float) SetFloat64(x float64) *Float {
	if z.prec == 0 {
		z.prec = 53
	}
	if math.IsNaN(x) {
		panic(ErrNaN{"Float.SetFloat64(NaN)"})
	}
	z.acc = Exact
	z.neg = math.Signbit(x)
	if x == 0 {
		z.form = zero
		return z
	}
	if math.IsInf(x, 0) {
		z.form = inf
		return z
	}
	z.form = finite
	fraction, exp := math.Frexp(x)
	z.mant = z.mant.setUint64(1<<63 | math.Float64bits(fraction)<<11)
	z.exp = int32(exp)
	if z.prec < 53 {
		z.round(0)
	}
	return z
}

// normalise shifts a mantissa up, and tells how far.
func normalise(m nat) int64 {
	s := leadingZeros(m[len(m)-1])
	if s > 0 {
		shlVU(m, m, s)
	}
	return int64(s)
}

func (z *Float) SetInt(x *Int) *Float {
	size := uint32(x.BitLen())
	if z.prec == 0 {
		z.prec = max(size, 64)
	}
	z.acc = Exact
	z.neg = x.neg
	if len(x.abs) == 0 {
		z.form = zero
		return z
	}
	z.mant = z.mant.set(x.abs)
	normalise(z.mant)
	z.setExpAndRound(int64(size), 0)
	return z
}

func (z *Float) SetRat(x *Rat) *Float {
	if x.IsInt() {
		return z.SetInt(x.Num())
	}
	var a, b Float
	a.SetInt(x.Num())
	b.SetInt(x.Denom())
	if z.prec == 0 {
		z.prec = max(a.prec, b.prec)
	}
	return z.Quo(&a, &b)
}

func (z *Float) SetInf(signbit bool) *Float {
	z.acc = Exact
	z.form = inf
	z.neg = signbit
	return z
}

// Set rounds to the precision of z, if that has one.
func (z *Float) Set(x *Float) *Float {
	z.acc = Exact
	if z == x {
		return z
	}
	z.form = x.form
	z.neg = x.neg
	if x.form == finite {
		z.exp = x.exp
		z.mant = z.mant.set(x.mant)
	}
	if z.prec == 0 {
		z.prec = x.prec
	} else if z.prec < x.prec {
		z.round(0)
	}
	return z
}

// Copy takes precision and mode over, too.
func (z *Float) Copy(x *Float) *Float {
	if z != x {
		mant := z.mant
		if x.form == finite {
			mant = mant.set(x.mant)
		}
		*z = *x
		z.mant = mant
	}
	return z
}

// highest are the upper 64 bits.
func highest(x nat) uint64 {
	if len(x) == 0 {
		return 0
	}
	return uint64(x[len(x)-1])
}

func (x *Float) Uint64() (uint64, Accuracy) {
	switch {
	case x.form == zero:
		return 0, Exact
	case x.neg:
		return 0, Above
	case x.form == inf || x.exp > 64:
		return math.MaxUint64, Below
	case x.exp <= 0:
		return 0, Below
	}
	u := highest(x.mant) >> (64 - uint32(x.exp))
	if x.MinPrec() <= 64 {
		return u, Exact
	}
	return u, Below
}

func (x *Float) Int64() (int64, Accuracy) {
	acc := makeAcc(x.neg)
	switch {
	case x.form == zero:
		return 0, Exact
	case x.form == finite && x.exp <= 0:
		return 0, acc
	case x.form == finite && x.exp <= 63:
		i := int64(highest(x.mant) >> (64 - uint32(x.exp)))
		if x.neg {
			i = -i
		}
		if x.MinPrec() <= uint(x.exp) {
			return i, Exact
		}
		return i, acc
	case x.neg:
		if x.form == finite && x.exp == 64 && x.MinPrec() == 1 {
			acc = Exact
		}
		return math.MinInt64, acc
	}
	return math.MaxInt64, Below
}

// ieee are the bits of the nearest float with a mantissa and an exponent of so many bits.
func (x *Float) ieee(mantissa, exponent int) (uint64, Accuracy) {
	bias := 1<<(exponent-1) - 1
	least := 1 - bias
	var sign uint64
	if x.neg {
		sign = 1 << (mantissa + exponent)
	}
	infinite := sign | (1<<exponent-1)<<mantissa
	switch x.form {
	case zero:
		return sign, Exact
	case inf:
		return infinite, Exact
	}
	e := int(x.exp) - 1
	p := mantissa + 1
	if e < least {
		p = mantissa + 1 - least + e
		if p < 0 || p == 0 && x.mant.sticky(uint(len(x.mant))*wordBits-1) == 0 {
			return sign, makeAcc(x.neg)
		}
		if p == 0 {
			return sign | 1, makeAcc(!x.neg)
		}
	}
	r := Float{prec: uint32(p)}
	r.Set(x)
	e = int(r.exp) - 1
	switch {
	case r.form == inf || e > bias:
		return infinite, makeAcc(!x.neg)
	case e < least:
		p = mantissa + 1 - least + e
		return sign | highest(r.mant)>>(64-p), r.acc
	}
	return sign | uint64(e+bias)<<mantissa | highest(r.mant)>>(63-mantissa)&(1<<mantissa-1), r.acc
}

func (x *Float) Float32() (float32, Accuracy) {
	b, acc := x.ieee(23, 8)
	return math.Float32frombits(uint32(b)), acc
}

func (x *Float) Float64() (float64, Accuracy) {
	b, acc := x.ieee(52, 11)
	return math.Float64frombits(b), acc
}

// Int is truncated, and nil for infinities. z may be nil.
func (x *Float) Int(z *Int) (*Int, Accuracy) {
	if x.form == inf {
		return nil, makeAcc(x.neg)
	}
	if z == nil {
		z = new(Int)
	}
	if x.form == zero {
		return z.SetInt64(0), Exact
	}
	acc := makeAcc(x.neg)
	if x.exp <= 0 {
		return z.SetInt64(0), acc
	}
	size, exp := uint(len(x.mant))*wordBits, uint(x.exp)
	if x.MinPrec() <= exp {
		acc = Exact
	}
	z.neg = x.neg
	if exp >= size {
		z.abs = z.abs.shl(x.mant, exp-size)
	} else {
		z.abs = z.abs.shr(x.mant, size-exp)
	}
	return z, acc
}

// Rat is exact, and nil for infinities. z may be nil.
func (x *Float) Rat(z *Rat) (*Rat, Accuracy) {
	if x.form == inf {
		return nil, makeAcc(x.neg)
	}
	if z == nil {
		z = new(Rat)
	}
	if x.form == zero {
		return z.SetInt64(0), Exact
	}
	size := int64(len(x.mant)) * wordBits
	z.a.neg = x.neg
	if exp := int64(x.exp); exp >= size {
		z.a.abs = z.a.abs.shl(x.mant, uint(exp-size))
		z.b.abs = z.b.abs[:0]
	} else {
		z.a.abs = z.a.abs.set(x.mant)
		z.b.abs = z.b.abs.shl(natOne, uint(size-exp))
		z.norm()
	}
	return z, Exact
}

func (z *Float) Abs(x *Float) *Float {
	z.Set(x)
	z.neg = false
	return z
}

func (z *Float) Neg(x *Float) *Float {
	z.Set(x)
	z.neg = !z.neg
	return z
}

// aligned are the mantissas of two numbers as integers with the same exponent, which is that of the lowest bit.
func aligned(x, y *Float) (a, b nat, exp int64) {
	ex := int64(x.exp) - int64(len(x.mant))*wordBits
	ey := int64(y.exp) - int64(len(y.mant))*wordBits
	switch {
	case ex < ey:
		return x.mant, nat(nil).shl(y.mant, uint(ey-ex)), ex
	case ex > ey:
		return nat(nil).shl(x.mant, uint(ex-ey)), y.mant, ey
	}
	return x.mant, y.mant, ex
}

func (z *Float) finish(exp int64) {
	exp += int64(len(z.mant)) * wordBits
	z.setExpAndRound(exp-normalise(z.mant), 0)
}

// addAbs and subAbs work on finite numbers without their signs; x > y for subAbs, or the result is 0.
func (z *Float) addAbs(x, y *Float) {
	a, b, exp := aligned(x, y)
	z.mant = z.mant.add(a, b)
	z.finish(exp)
}

func (z *Float) subAbs(x, y *Float) {
	a, b, exp := aligned(x, y)
	z.mant = z.mant.sub(a, b)
	if len(z.mant) == 0 {
		z.acc = Exact
		z.form = zero
		z.neg = false
		return
	}
	z.finish(exp)
}

func (x *Float) cmpAbs(y *Float) int {
	switch {
	case x.exp < y.exp:
		return -1
	case x.exp > y.exp:
		return 1
	}
	for i, j := len(x.mant), len(y.mant); i > 0 || j > 0; {
		var a, b Word
		if i > 0 {
			i--
			a = x.mant[i]
		}
		if j > 0 {
			j--
			b = y.mant[j]
		}
		if a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (z *Float) choosePrec(x, y *Float) {
	if z.prec == 0 {
		z.prec = max(x.prec, y.prec)
	}
}

// nan leaves 0 and panics.
func (z *Float) nan(msg string) {
	z.acc = Exact
	z.form = zero
	z.neg = false
	panic(ErrNaN{msg})
}

// sum adds numbers of given signs, one of which at least is finite and not 0.
func (z *Float) sum(x, y *Float, yneg bool) *Float {
	neg := x.neg
	switch {
	case x.neg == yneg:
		z.neg = neg
		z.addAbs(x, y)
	case x.cmpAbs(y) > 0:
		z.neg = neg
		z.subAbs(x, y)
	default:
		z.neg = !neg
		z.subAbs(y, x)
	}
	if z.form == zero && z.mode == ToNegativeInf && z.acc == Exact {
		z.neg = true
	}
	return z
}

func (z *Float) Add(x, y *Float) *Float {
	z.choosePrec(x, y)
	switch {
	case x.form == finite && y.form == finite:
		return z.sum(x, y, y.neg)
	case x.form == inf && y.form == inf && x.neg != y.neg:
		z.nan("addition of infinities with opposite signs")
	case x.form == zero && y.form == zero:
		neg := x.neg && y.neg
		z.acc = Exact
		z.form = zero
		z.neg = neg
		return z
	case x.form == inf || y.form == zero:
		return z.Set(x)
	}
	return z.Set(y)
}

func (z *Float) Sub(x, y *Float) *Float {
	z.choosePrec(x, y)
	switch {
	case x.form == finite && y.form == finite:
		return z.sum(x, y, !y.neg)
	case x.form == inf && y.form == inf && x.neg == y.neg:
		z.nan("subtraction of infinities with equal signs")
	case x.form == zero && y.form == zero:
		neg := x.neg && !y.neg
		z.acc = Exact
		z.form = zero
		z.neg = neg
		return z
	case x.form == inf || y.form == zero:
		return z.Set(x)
	}
	return z.Neg(y)
}

func (z *Float) Mul(x, y *Float) *Float {
	z.choosePrec(x, y)
	z.neg = x.neg != y.neg
	if x.form == finite && y.form == finite {
		exp := int64(x.exp) + int64(y.exp)
		z.mant = z.mant.mul(x.mant, y.mant)
		size := int64(len(z.mant)) * wordBits
		z.finish(exp - size)
		return z
	}
	z.acc = Exact
	switch {
	case x.form == zero && y.form == inf || x.form == inf && y.form == zero:
		z.nan("multiplication of zero with infinity")
	case x.form == inf || y.form == inf:
		z.form = inf
	default:
		z.form = zero
	}
	return z
}

func (z *Float) Quo(x, y *Float) *Float {
	z.choosePrec(x, y)
	z.neg = x.neg != y.neg
	if x.form == finite && y.form == finite {
		z.quoAbs(x, y)
		return z
	}
	z.acc = Exact
	switch {
	case x.form == zero && y.form == zero || x.form == inf && y.form == inf:
		z.nan("division of zero by zero or infinity by infinity")
	case x.form == zero || y.form == inf:
		z.form = zero
	default:
		z.form = inf
	}
	return z
}

func (z *Float) quoAbs(x, y *Float) {
	// A quotient of one word more than the precision needs.
	n := int(z.prec/wordBits) + 1
	a := x.mant
	if d := n - len(x.mant) + len(y.mant); d > 0 {
		a = make(nat, len(x.mant)+d)
		copy(a[d:], x.mant)
	}
	d := len(a) - len(y.mant)
	exp := int64(x.exp) - int64(y.exp)
	var r nat
	z.mant, r = z.mant.div(nil, a, y.mant)
	exp -= int64(d-len(z.mant)) * wordBits
	var sticky uint
	if len(r) > 0 {
		sticky = 1
	}
	z.setExpAndRound(exp-normalise(z.mant), sticky)
}

// order is the sign, doubled for infinities.
func (x *Float) order() int {
	m := int(x.form)
	if x.neg {
		return -m
	}
	return m
}

func (x *Float) Cmp(y *Float) int {
	a, b := x.order(), y.order()
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == -1:
		return y.cmpAbs(x)
	case a == 1:
		return x.cmpAbs(y)
	}
	return 0
}

// Sqrt is rounded to the precision of z, or that of x if z has none: by Newton's iteration for the inverse.
func (z *Float) Sqrt(x *Float) *Float {
	if z.prec == 0 {
		z.prec = x.prec
	}
	if x.Sign() == -1 {
		panic(ErrNaN{"square root of negative operand"})
	}
	if x.form != finite {
		z.acc = Exact
		z.form = x.form
		z.neg = x.neg
		return z
	}
	prec := z.prec
	exp := x.MantExp(z)
	z.prec = prec
	z.exp += int32(exp % 2)
	// t becomes 1/√z, by t(3 - zt²)/2.
	f, _ := z.Float64()
	var t, u, v Float
	three := NewFloat(3)
	t.SetFloat64(1 / math.Sqrt(f))
	for t.prec < prec+32 {
		t.prec *= 2
		u.prec, v.prec = t.prec, t.prec
		u.Mul(&t, &t)
		u.Mul(z, &u)
		v.Sub(three, &u)
		u.Mul(&t, &v)
		u.exp--
		t.Set(&u)
	}
	z.Mul(z, &t)
	return z.SetMantExp(z, exp/2)
}
