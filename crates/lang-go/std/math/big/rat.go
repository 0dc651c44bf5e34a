package big

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Rat is a fraction in lowest terms. The zero value is 0. Results go to the receiver, which may be an operand.
type Rat struct {
	a Int
	b Int // not negative; empty stands for 1
}

func NewRat(a, b int64) *Rat { return new(Rat).SetFrac64(a, b) }

// norm reduces, and keeps an empty denominator only where it was.
func (z *Rat) norm() *Rat {
	switch {
	case len(z.a.abs) == 0:
		z.a.neg = false
		z.b.abs = z.b.abs.setWord(1)
	case len(z.b.abs) == 0:
		z.b.abs = z.b.abs.setWord(1)
	case z.b.abs.cmp(natOne) != 0:
		neg := z.a.neg
		z.a.neg, z.b.neg = false, false
		if f := new(Int).lehmerGCD(nil, nil, &z.a, &z.b); f.Cmp(intOne) != 0 {
			z.a.abs, _ = z.a.abs.div(nil, z.a.abs, f.abs)
			z.b.abs, _ = z.b.abs.div(nil, z.b.abs, f.abs)
		}
		z.a.neg = neg
	}
	return z
}

// denominator is never empty.
func (x *Rat) denominator() nat {
	if len(x.b.abs) == 0 {
		return natOne
	}
	return x.b.abs
}

// SetFloat64 is exact, and nil for what is not finite.
func (z *Rat) SetFloat64(f float64) *Rat {
	const exponents = 1<<11 - 1
	u := math.Float64bits(f)
	mantissa := u & (1<<52 - 1)
	exp := int(u >> 52 & exponents)
	switch exp {
	case exponents:
		return nil
	case 0:
		exp -= 1022
	default:
		mantissa |= 1 << 52
		exp -= 1023
	}
	shift := 52 - exp
	for mantissa&1 == 0 && shift > 0 {
		mantissa >>= 1
		shift--
	}
	z.a.SetUint64(mantissa)
	z.a.neg = f < 0
	z.b.Set(intOne)
	if shift > 0 {
		z.b.Lsh(&z.b, uint(shift))
	} else {
		z.a.Lsh(&z.a, uint(-shift))
	}
	return z.norm()
}

// float rounds a quotient to even, to a mantissa of so many bits: the number as a float64, and whether it is exact.
func (x *Rat) float(size, bias int) (f float64, exact bool) {
	a, b := x.a.abs, x.denominator()
	if len(a) == 0 {
		return 0, true
	}
	// A quotient of size + 2 or size + 3 bits, the lowest for rounding.
	exp := a.bitLen() - b.bitLen()
	if shift := size + 2 - exp; shift > 0 {
		a = nat(nil).shl(a, uint(shift))
	} else if shift < 0 {
		b = nat(nil).shl(b, uint(-shift))
	}
	q, r := nat(nil).div(nil, a, b)
	mantissa := low(q)
	rest := len(r) > 0
	if mantissa>>(size+2) == 1 {
		rest = rest || mantissa&1 == 1
		mantissa >>= 1
		exp++
	}
	if least := 1 - bias; least-size <= exp && exp <= least {
		shift := uint(least - (exp - 1))
		rest = rest || mantissa&(1<<shift-1) != 0
		mantissa >>= shift
		exp = 2 - bias
	}
	exact = !rest
	if mantissa&1 != 0 {
		exact = false
		if rest || mantissa&2 != 0 {
			if mantissa++; mantissa >= 1<<(size+2) {
				mantissa >>= 1
				exp++
			}
		}
	}
	mantissa >>= 1
	f = math.Ldexp(float64(mantissa), exp-size-1)
	if x.a.neg {
		f = -f
	}
	return f, exact
}

func (x *Rat) Float32() (f float32, exact bool) {
	d, exact := x.float(23, 127)
	f = float32(d)
	return f, exact && !math.IsInf(float64(f), 0)
}

func (x *Rat) Float64() (f float64, exact bool) {
	f, exact = x.float(52, 1023)
	return f, exact && !math.IsInf(f, 0)
}

func (z *Rat) SetFrac(a, b *Int) *Rat {
	if len(b.abs) == 0 {
		panic("division by zero")
	}
	neg := a.neg != b.neg
	divisor := b.abs
	if &z.a == b || alias(z.a.abs, divisor) {
		divisor = nat(nil).set(divisor)
	}
	z.a.abs = z.a.abs.set(a.abs)
	z.b.abs = z.b.abs.set(divisor)
	z.a.neg = neg
	return z.norm()
}

func (z *Rat) SetFrac64(a, b int64) *Rat {
	if b == 0 {
		panic("division by zero")
	}
	z.a.SetInt64(a)
	if b < 0 {
		b = -b
		z.a.neg = !z.a.neg
	}
	z.b.abs = z.b.abs.setUint64(uint64(b))
	return z.norm()
}

func (z *Rat) whole() *Rat {
	z.b.abs = z.b.abs.setWord(1)
	return z
}

func (z *Rat) SetInt(x *Int) *Rat {
	z.a.Set(x)
	return z.whole()
}

func (z *Rat) SetInt64(x int64) *Rat {
	z.a.SetInt64(x)
	return z.whole()
}

func (z *Rat) SetUint64(x uint64) *Rat {
	z.a.SetUint64(x)
	return z.whole()
}

func (z *Rat) Set(x *Rat) *Rat {
	if z != x {
		z.a.Set(&x.a)
		z.b.Set(&x.b)
	}
	if len(z.b.abs) == 0 {
		z.whole()
	}
	return z
}

func (z *Rat) Abs(x *Rat) *Rat {
	z.Set(x)
	z.a.neg = false
	return z
}

func (z *Rat) Neg(x *Rat) *Rat {
	z.Set(x)
	z.a.neg = len(z.a.abs) > 0 && !z.a.neg
	return z
}

func (z *Rat) Inv(x *Rat) *Rat {
	if len(x.a.abs) == 0 {
		panic("division by zero")
	}
	z.Set(x)
	z.a.abs, z.b.abs = z.b.abs, z.a.abs
	return z
}

func (x *Rat) Sign() int   { return x.a.Sign() }
func (x *Rat) IsInt() bool { return len(x.b.abs) == 0 || x.b.abs.cmp(natOne) == 0 }

// Num shares memory with x.
func (x *Rat) Num() *Int { return &x.a }

// Denom shares memory with x, unless that is not set yet.
func (x *Rat) Denom() *Int {
	if len(x.b.abs) == 0 {
		return &Int{abs: nat{1}}
	}
	return &x.b
}

// scaled is x*f, with the sign of x.
func scaled(x *Int, f nat) *Int {
	z := &Int{abs: nat(nil).mul(x.abs, f)}
	z.neg = x.neg && len(z.abs) > 0
	return z
}

func (x *Rat) Cmp(y *Rat) int {
	return scaled(&x.a, y.denominator()).Cmp(scaled(&y.a, x.denominator()))
}

func (z *Rat) Add(x, y *Rat) *Rat {
	a, b := scaled(&x.a, y.denominator()), scaled(&y.a, x.denominator())
	z.b.abs = z.b.abs.mul(x.denominator(), y.denominator())
	z.a.Add(a, b)
	return z.norm()
}

func (z *Rat) Sub(x, y *Rat) *Rat {
	a, b := scaled(&x.a, y.denominator()), scaled(&y.a, x.denominator())
	z.b.abs = z.b.abs.mul(x.denominator(), y.denominator())
	z.a.Sub(a, b)
	return z.norm()
}

func (z *Rat) Mul(x, y *Rat) *Rat {
	if x == y {
		// The square of a fraction in lowest terms is one.
		z.a.neg = false
		z.a.abs = z.a.abs.mul(x.a.abs, x.a.abs)
		z.b.abs = z.b.abs.mul(x.denominator(), x.denominator())
		return z
	}
	b := nat(nil).mul(x.denominator(), y.denominator())
	z.a.Mul(&x.a, &y.a)
	z.b.abs = b
	return z.norm()
}

func (z *Rat) Quo(x, y *Rat) *Rat {
	if len(y.a.abs) == 0 {
		panic("division by zero")
	}
	a, b := scaled(&x.a, y.denominator()), scaled(&y.a, x.denominator())
	z.a.abs, z.b.abs = a.abs, b.abs
	z.a.neg = a.neg != b.neg
	return z.norm()
}

// Scan reads for the verbs e, E, f, F, g, G and v.
func (z *Rat) Scan(s fmt.ScanState, ch rune) error {
	token, err := s.Token(true, func(c rune) bool { return strings.ContainsRune("+-/0123456789.eE", c) })
	if err != nil {
		return err
	}
	if !strings.ContainsRune("efgEFGv", ch) {
		return errors.New("Rat.Scan: invalid verb")
	}
	if _, ok := z.SetString(string(token)); !ok {
		return errors.New("Rat.Scan: invalid syntax")
	}
	return nil
}

// SetString takes a fraction a/b, or a number with a point and an exponent.
func (z *Rat) SetString(s string) (*Rat, bool) {
	if at := strings.IndexByte(s, '/'); at >= 0 {
		if _, ok := z.a.SetString(s[:at], 0); !ok {
			return nil, false
		}
		t := &text{s: s[at+1:]}
		b, _, _, err := z.b.abs.scan(t, 0, false)
		if err != nil || t.at < len(t.s) || len(b) == 0 {
			return nil, false
		}
		z.b.abs = b
		return z.norm(), true
	}
	t := &text{s: s}
	neg, err := scanSign(t)
	if err != nil {
		return nil, false
	}
	a, base, count, err := z.a.abs.scan(t, 0, true)
	if err != nil {
		return nil, false
	}
	z.a.abs = a
	exp, expBase, err := scanExponent(t, true, true)
	if err != nil || t.at < len(s) {
		return nil, false
	}
	if len(z.a.abs) == 0 {
		return z.norm(), true
	}
	exp2, exp5 := exponents(count, base, exp, expBase)
	z.whole()
	if exp5 != 0 {
		n := max(exp5, -exp5)
		if n < 0 || n > 1e6 {
			return nil, false
		}
		power := nat(nil).expNN(nat{5}, nat{Word(n)}, nil)
		if exp5 > 0 {
			z.a.abs = z.a.abs.mul(z.a.abs, power)
		} else {
			z.b.abs = power
		}
	}
	if exp2 < -1e7 || exp2 > 1e7 {
		return nil, false
	}
	if exp2 > 0 {
		z.a.abs = z.a.abs.shl(z.a.abs, uint(exp2))
	} else if exp2 < 0 {
		z.b.abs = z.b.abs.shl(z.b.abs, uint(-exp2))
	}
	z.a.neg = neg && len(z.a.abs) > 0
	return z.norm(), true
}

// exponents are those of 2 and 5 that count digits after the point in a base, and an exponent, stand for.
func exponents(count, base int, exp int64, expBase int) (exp2, exp5 int64) {
	if count < 0 {
		d := int64(count)
		switch base {
		case 2:
			exp2 = d
		case 8:
			exp2 = d * 3
		case 10:
			exp2, exp5 = d, d
		case 16:
			exp2 = d * 4
		}
	}
	if expBase == 10 {
		exp5 += exp
	}
	return exp2 + exp, exp5
}

// scanExponent reads e or p with a number, or nothing.
func scanExponent(r io.ByteScanner, binary, separators bool) (exp int64, base int, err error) {
	c, err := r.ReadByte()
	if err != nil {
		if err == io.EOF {
			err = nil
		}
		return 0, 10, err
	}
	switch {
	case c == 'e' || c == 'E':
		base = 10
	case binary && (c == 'p' || c == 'P'):
		base = 2
	default:
		r.UnreadByte()
		return 0, 10, nil
	}
	var digits []byte
	c, err = r.ReadByte()
	if err == nil && (c == '+' || c == '-') {
		if c == '-' {
			digits = append(digits, '-')
		}
		c, err = r.ReadByte()
	}
	last := byte('.')
	wrong, any := false, false
	for err == nil {
		if '0' <= c && c <= '9' {
			digits = append(digits, c)
			last, any = '0', true
		} else if c == '_' && separators {
			wrong = wrong || last != '0'
			last = '_'
		} else {
			r.UnreadByte()
			break
		}
		c, err = r.ReadByte()
	}
	if err == io.EOF {
		err = nil
	}
	if err == nil && !any {
		err = errNoDigits
	}
	if err == nil {
		exp, err = strconv.ParseInt(string(digits), 10, 64)
	}
	if err == nil && (wrong || last == '_') {
		err = errInvalSep
	}
	return exp, base, err
}

func (x *Rat) appendTo(b []byte) []byte {
	b = append(x.a.Append(b, 10), '/')
	return append(b, x.denominator().text(false, 10)...)
}

func (x *Rat) String() string { return string(x.appendTo(nil)) }

// RatString is the numerator alone where the denominator is 1.
func (x *Rat) RatString() string {
	if x.IsInt() {
		return x.a.String()
	}
	return x.String()
}

func zeros(b []byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, '0')
	}
	return b
}

// FloatString has prec digits after the point, rounded half away from 0.
func (x *Rat) FloatString(prec int) string {
	if x.IsInt() {
		b := x.a.Append(nil, 10)
		if prec > 0 {
			b = zeros(append(b, '.'), prec)
		}
		return string(b)
	}
	q, r := nat(nil).div(nil, x.a.abs, x.b.abs)
	p := natOne
	if prec > 0 {
		p = nat(nil).expNN(nat{10}, nat{Word(prec)}, nil)
	}
	fraction, rest := nat(nil).div(nil, nat(nil).mul(r, p), x.b.abs)
	if x.b.abs.cmp(nat(nil).shl(rest, 1)) <= 0 {
		fraction = nat(nil).add(fraction, natOne)
		if fraction.cmp(p) >= 0 {
			q = nat(nil).add(q, natOne)
			fraction = nat(nil).sub(fraction, p)
		}
	}
	var b []byte
	if x.a.neg {
		b = append(b, '-')
	}
	b = append(b, q.text(false, 10)...)
	if prec > 0 {
		digits := fraction.text(false, 10)
		b = append(zeros(append(b, '.'), prec-len(digits)), digits...)
	}
	return string(b)
}

// FloatPrec is how many digits after the point are needed, or at least do not repeat.
func (x *Rat) FloatPrec() (n int, exact bool) {
	d := x.denominator()
	twos := d.trailingZeroBits()
	fives, rest := nat(nil).shr(d, twos).exponentOf5()
	return int(max(twos, fives)), rest.cmp(natOne) == 0
}

func (x *Rat) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	a, b := x.a.abs.bytes(), x.b.abs.bytes()
	if len(a) > math.MaxUint32 {
		return nil, errors.New("Rat.GobEncode: numerator too large")
	}
	first := byte(version << 1)
	if x.a.neg {
		first |= 1
	}
	n := len(a)
	buf := append([]byte{first, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, a...)
	return append(buf, b...), nil
}

func (z *Rat) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Rat{}
		return nil
	}
	if len(buf) < 5 {
		return errors.New("Rat.GobDecode: buffer too small")
	}
	if buf[0]>>1 != version {
		return fmt.Errorf("Rat.GobDecode: encoding version %d not supported", buf[0]>>1)
	}
	n := int(buf[1])<<24 | int(buf[2])<<16 | int(buf[3])<<8 | int(buf[4])
	if len(buf) < 5+n {
		return errors.New("Rat.GobDecode: buffer too small")
	}
	z.a.neg = buf[0]&1 != 0
	z.a.abs = z.a.abs.setBytes(buf[5 : 5+n])
	z.b.abs = z.b.abs.setBytes(buf[5+n:])
	return nil
}

func (x *Rat) AppendText(b []byte) ([]byte, error) {
	if x.IsInt() {
		return x.a.AppendText(b)
	}
	return x.appendTo(b), nil
}

func (x *Rat) MarshalText() (text []byte, err error) { return x.AppendText(nil) }

func (z *Rat) UnmarshalText(t []byte) error {
	if _, ok := z.SetString(string(t)); !ok {
		return errors.New("math/big: cannot unmarshal " + quote(t) + " into a *big.Rat")
	}
	return nil
}
