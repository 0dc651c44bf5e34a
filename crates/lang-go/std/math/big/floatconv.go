package big

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

// SetString takes all of s.
func (z *Float) SetString(s string) (*Float, bool) {
	if f, _, err := z.Parse(s, 0); err == nil {
		return f, true
	}
	return nil, false
}

func (z *Float) scan(r io.ByteScanner, base int) (f *Float, b int, err error) {
	prec := z.prec
	if prec == 0 {
		prec = 64
	}
	z.form = zero
	if z.neg, err = scanSign(r); err != nil {
		return nil, 0, err
	}
	var count int
	z.mant, b, count, err = z.mant.scan(r, base, true)
	if err != nil {
		return nil, b, err
	}
	exp, expBase, err := scanExponent(r, true, base == 0)
	if err != nil {
		return nil, b, err
	}
	z.prec = prec
	z.acc = Exact
	if len(z.mant) == 0 {
		return z, b, nil
	}
	exp2, exp5 := exponents(count, b, exp, expBase)
	exp2 += int64(len(z.mant))*wordBits - normalise(z.mant)
	if exp2 < MinExp || exp2 > MaxExp {
		return nil, b, errors.New("exponent overflow")
	}
	z.form = finite
	z.exp = int32(exp2)
	if exp5 == 0 {
		z.round(0)
		return z, b, nil
	}
	// 64 bits more, as the power is rounded.
	p := new(Float).SetPrec(z.Prec() + 64)
	if exp5 < 0 {
		z.Quo(z, p.pow5(uint64(-exp5)))
	} else {
		z.Mul(z, p.pow5(uint64(exp5)))
	}
	return z, b, nil
}

// pow5 is 5**n.
func (z *Float) pow5(n uint64) *Float {
	const most = 27 // that fits 64 bits
	p := uint64(1)
	for range min(n, most) {
		p *= 5
	}
	z.SetUint64(p)
	if n <= most {
		return z
	}
	f := new(Float).SetPrec(z.Prec() + 64).SetUint64(5)
	for n -= most; n > 0; n >>= 1 {
		if n&1 != 0 {
			z.Mul(z, f)
		}
		f.Mul(f, f)
	}
	return z
}

// Parse takes all of s: base 0 is told by a prefix.
func (z *Float) Parse(s string, base int) (f *Float, b int, err error) {
	switch s {
	case "Inf", "inf", "+Inf", "+inf":
		return z.SetInf(false), 0, nil
	case "-Inf", "-inf":
		return z.SetInf(true), 0, nil
	}
	t := &text{s: s}
	if f, b, err = z.scan(t, base); err != nil {
		return f, b, err
	}
	if t.at < len(s) {
		err = fmt.Errorf("expected end of string, found %q", s[t.at])
	}
	return f, b, err
}

func ParseFloat(s string, base int, prec uint, mode RoundingMode) (f *Float, b int, err error) {
	return new(Float).SetPrec(prec).SetMode(mode).Parse(s, base)
}

func (z *Float) Scan(s fmt.ScanState, ch rune) error {
	s.SkipSpace()
	_, _, err := z.scan(stateBytes{s}, 0)
	return err
}

// decimal is 0.mant × 10**exp, without zeros at the end.
type decimal struct {
	mant []byte
	exp  int
}

// newDecimal is m × 2**shift.
func newDecimal(m nat, shift int) (d decimal) {
	if len(m) == 0 {
		return d
	}
	if shift < 0 {
		n := min(m.trailingZeroBits(), uint(-shift))
		m = nat(nil).shr(m, n)
		shift += int(n)
	}
	if shift >= 0 {
		d.mant = nat(nil).shl(m, uint(shift)).text(false, 10)
		d.exp = len(d.mant)
	} else {
		d.mant = nat(nil).mul(m, nat(nil).expNN(nat{5}, nat{Word(-shift)}, nil)).text(false, 10)
		d.exp = len(d.mant) + shift
	}
	d.trim()
	return d
}

func (d *decimal) trim() {
	n := len(d.mant)
	for n > 0 && d.mant[n-1] == '0' {
		n--
	}
	d.mant = d.mant[:n]
	if n == 0 {
		d.exp = 0
	}
}

func (d *decimal) at(i int) byte {
	if 0 <= i && i < len(d.mant) {
		return d.mant[i]
	}
	return '0'
}

// round keeps n digits, to even.
func (d *decimal) round(n int) {
	if n < 0 || n >= len(d.mant) {
		return
	}
	up := d.mant[n] >= '5'
	if d.mant[n] == '5' && n+1 == len(d.mant) {
		up = n > 0 && (d.mant[n-1]-'0')&1 != 0
	}
	if up {
		d.roundUp(n)
	} else {
		d.roundDown(n)
	}
}

func (d *decimal) roundUp(n int) {
	if n < 0 || n >= len(d.mant) {
		return
	}
	for n > 0 && d.mant[n-1] == '9' {
		n--
	}
	if n == 0 {
		d.mant = append(d.mant[:0], '1')
		d.exp++
		return
	}
	d.mant[n-1]++
	d.mant = d.mant[:n]
}

func (d *decimal) roundDown(n int) {
	if n >= 0 && n < len(d.mant) {
		d.mant = d.mant[:n]
		d.trim()
	}
}

// roundShortest keeps as many digits as tell x from its neighbours.
func (d *decimal) roundShortest(x *Float) {
	if len(d.mant) == 0 {
		return
	}
	mant := x.mant
	exp := int(x.exp) - mant.bitLen()
	s := mant.bitLen() - int(x.prec+1)
	if s < 0 {
		mant = nat(nil).shl(mant, uint(-s))
	} else {
		mant = nat(nil).shr(mant, uint(s))
	}
	exp += s
	lower := newDecimal(nat(nil).sub(mant, natOne), exp)
	upper := newDecimal(nat(nil).add(mant, natOne), exp)
	inclusive := mant[0]&2 == 0
	for i, m := range d.mant {
		l, u := lower.at(i), upper.at(i)
		down := l != m || inclusive && i+1 == len(lower.mant)
		up := m != u && (inclusive || m+1 < u || i+1 < len(upper.mant))
		switch {
		case down && up:
			d.round(i + 1)
			return
		case down:
			d.roundDown(i + 1)
			return
		case up:
			d.roundUp(i + 1)
			return
		}
	}
}

func (x *Float) Text(format byte, prec int) string {
	if x == nil {
		return "<nil>"
	}
	return string(x.Append(nil, format, prec))
}

func (x *Float) String() string { return x.Text('g', 10) }

// Append writes in one of the formats e, E, f, g, G, b, p and x; a negative precision is as many digits as are needed.
func (x *Float) Append(buf []byte, format byte, prec int) []byte {
	start := len(buf)
	if x.neg {
		buf = append(buf, '-')
	}
	if x.form == inf {
		if !x.neg {
			buf = append(buf, '+')
		}
		return append(buf, "Inf"...)
	}
	switch format {
	case 'b':
		return x.formatB(buf)
	case 'p':
		return x.formatP(buf)
	case 'x':
		return x.formatX(buf, prec)
	case 'e', 'E', 'f', 'g', 'G':
	default:
		return append(buf[:start], '%', format)
	}
	var d decimal
	if x.form == finite {
		d = newDecimal(x.mant, int(x.exp)-x.mant.bitLen())
	}
	shortest := prec < 0
	if shortest {
		d.roundShortest(x)
		switch format {
		case 'e', 'E':
			prec = len(d.mant) - 1
		case 'f':
			prec = max(len(d.mant)-d.exp, 0)
		default:
			prec = len(d.mant)
		}
	} else {
		switch format {
		case 'e', 'E':
			d.round(1 + prec)
		case 'f':
			d.round(d.exp + prec)
		default:
			prec = max(prec, 1)
			d.round(prec)
		}
	}
	switch format {
	case 'e', 'E':
		return d.formatE(buf, format, prec)
	case 'f':
		return d.formatF(buf, prec)
	}
	most := prec
	if most > len(d.mant) && len(d.mant) >= d.exp {
		most = len(d.mant)
	}
	if shortest {
		most = 6
	}
	if exp := d.exp - 1; exp < -4 || exp >= most {
		return d.formatE(buf, format+'e'-'g', min(prec, len(d.mant))-1)
	}
	if prec > d.exp {
		prec = len(d.mant)
	}
	return d.formatF(buf, max(prec-d.exp, 0))
}

func appendExponent(buf []byte, exp int64) []byte {
	sign := byte('+')
	if exp < 0 {
		sign = '-'
		exp = -exp
	}
	buf = append(buf, sign)
	if exp < 10 {
		buf = append(buf, '0')
	}
	return strconv.AppendInt(buf, exp, 10)
}

func (d *decimal) formatE(buf []byte, letter byte, prec int) []byte {
	buf = append(buf, d.at(0))
	if prec > 0 {
		buf = append(buf, '.')
		n := min(len(d.mant), prec+1)
		if n > 1 {
			buf = append(buf, d.mant[1:n]...)
		}
		buf = zeros(buf, prec+1-max(n, 1))
	}
	exp := int64(0)
	if len(d.mant) > 0 {
		exp = int64(d.exp) - 1
	}
	return appendExponent(append(buf, letter), exp)
}

func (d *decimal) formatF(buf []byte, prec int) []byte {
	if d.exp > 0 {
		n := min(len(d.mant), d.exp)
		buf = zeros(append(buf, d.mant[:n]...), d.exp-n)
	} else {
		buf = append(buf, '0')
	}
	if prec > 0 {
		buf = append(buf, '.')
		for i := range prec {
			buf = append(buf, d.at(d.exp+i))
		}
	}
	return buf
}

// scaledTo is the mantissa as an integer of n bits.
func (x *Float) scaledTo(n uint) nat {
	if size := uint(len(x.mant)) * wordBits; size < n {
		return nat(nil).shl(x.mant, n-size)
	} else {
		return nat(nil).shr(x.mant, size-n)
	}
}

// formatB is an integer of as many bits as the precision, and an exponent of 2.
func (x *Float) formatB(buf []byte) []byte {
	if x.form == zero {
		return append(buf, '0')
	}
	buf = append(buf, x.scaledTo(uint(x.prec)).text(false, 10)...)
	buf = append(buf, 'p')
	exp := int64(x.exp) - int64(x.prec)
	if exp >= 0 {
		buf = append(buf, '+')
	}
	return strconv.AppendInt(buf, exp, 10)
}

func (x *Float) formatX(buf []byte, prec int) []byte {
	if x.form == zero {
		buf = append(buf, "0x0"...)
		if prec > 0 {
			buf = zeros(append(buf, '.'), prec)
		}
		return append(buf, "p+00"...)
	}
	var n uint
	if prec < 0 {
		n = 1 + (x.MinPrec()+2)/4*4
	} else {
		n = 1 + 4*uint(prec)
	}
	x = new(Float).SetPrec(n).SetMode(x.mode).Set(x)
	digits := x.scaledTo(n).text(false, 16)
	buf = append(buf, "0x1"...)
	if len(digits) > 1 {
		buf = append(buf, '.')
		buf = append(buf, digits[1:]...)
	}
	return appendExponent(append(buf, 'p'), int64(x.exp)-1)
}

// formatP is 0.mantissa in hexadecimal.
func (x *Float) formatP(buf []byte) []byte {
	if x.form == zero {
		return append(buf, '0')
	}
	digits := x.mant.text(false, 16)
	n := len(digits)
	for n > 0 && digits[n-1] == '0' {
		n--
	}
	buf = append(buf, "0x."...)
	buf = append(buf, digits[:n]...)
	buf = append(buf, 'p')
	if x.exp >= 0 {
		buf = append(buf, '+')
	}
	return strconv.AppendInt(buf, int64(x.exp), 10)
}

// Format prints for the verbs e, E, f, F, g, G, v, b, p and x.
func (x *Float) Format(s fmt.State, format rune) {
	prec, precise := s.Precision()
	if !precise {
		prec = 6
	}
	switch format {
	case 'e', 'E', 'f', 'b', 'p', 'x':
	case 'F':
		format = 'f'
	case 'g', 'G', 'v':
		if format == 'v' {
			format = 'g'
		}
		if !precise {
			prec = -1
		}
	default:
		fmt.Fprintf(s, "%%!%c(*big.Float=%s)", format, x.String())
		return
	}
	buf := x.Append(nil, byte(format), prec)
	sign := ""
	switch {
	case buf[0] == '-':
		sign = "-"
		buf = buf[1:]
	case buf[0] == '+':
		sign = "+"
		if s.Flag(' ') {
			sign = " "
		}
		buf = buf[1:]
	case s.Flag('+'):
		sign = "+"
	case s.Flag(' '):
		sign = " "
	}
	padding := 0
	if width, ok := s.Width(); ok {
		padding = width - len(sign) - len(buf)
	}
	switch {
	case s.Flag('0') && !x.IsInf():
		repeat(s, sign, 1)
		repeat(s, "0", padding)
		s.Write(buf)
	case s.Flag('-'):
		repeat(s, sign, 1)
		s.Write(buf)
		repeat(s, " ", padding)
	default:
		repeat(s, " ", padding)
		repeat(s, sign, 1)
		s.Write(buf)
	}
}

func big32(x uint32) []byte { return []byte{byte(x >> 24), byte(x >> 16), byte(x >> 8), byte(x)} }

func (x *Float) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	flags := byte(x.mode&7)<<5 | byte((x.acc+1)&3)<<3 | byte(x.form&3)<<1
	if x.neg {
		flags |= 1
	}
	buf := append([]byte{version, flags}, big32(x.prec)...)
	if x.form == finite {
		n := min(int((x.prec+wordBits-1)/wordBits), len(x.mant))
		words := make([]byte, 8*n)
		toBytes(words, x.mant[len(x.mant)-n:])
		buf = append(append(buf, big32(uint32(x.exp))...), words...)
	}
	return buf, nil
}

func (z *Float) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Float{}
		return nil
	}
	if len(buf) < 6 {
		return errors.New("Float.GobDecode: buffer too small")
	}
	if buf[0] != version {
		return fmt.Errorf("Float.GobDecode: encoding version %d not supported", buf[0])
	}
	prec, mode := z.prec, z.mode
	flags := buf[1]
	z.mode = RoundingMode(flags >> 5 & 7)
	z.acc = Accuracy(flags>>3&3) - 1
	z.form = form(flags >> 1 & 3)
	z.neg = flags&1 != 0
	z.prec = uint32(low(nat(nil).setBytes(buf[2:6])))
	if z.form == finite {
		if len(buf) < 10 {
			return errors.New("Float.GobDecode: buffer too small for finite form float")
		}
		z.exp = int32(low(nat(nil).setBytes(buf[6:10])))
		z.mant = z.mant.setBytes(buf[10:])
	}
	if z.form == finite {
		switch {
		case len(z.mant) == 0:
			return errors.New("Float.GobDecode: nonzero finite number with empty mantissa")
		case z.prec == 0:
			return errors.New("Float.GobDecode: zero precision finite number")
		case leadingZeros(z.mant[len(z.mant)-1]) != 0:
			return errors.New("Float.GobDecode: msb not set in last word " +
				fmt.Sprintf("%#x of %s", uint(z.mant[len(z.mant)-1]), x16(z)))
		}
	}
	if prec != 0 {
		z.mode = mode
		z.SetPrec(uint(prec))
	}
	return nil
}

func x16(z *Float) string { return z.Text('p', 0) }

func (x *Float) AppendText(b []byte) ([]byte, error) {
	if x == nil {
		return append(b, "<nil>"...), nil
	}
	return x.Append(b, 'g', -1), nil
}

func (x *Float) MarshalText() (text []byte, err error) { return x.AppendText(nil) }

func (z *Float) UnmarshalText(text []byte) error {
	_, _, err := z.Parse(string(text), 0)
	if err != nil {
		err = fmt.Errorf("math/big: cannot unmarshal %q into a *big.Float (%v)", text, err)
	}
	return err
}
