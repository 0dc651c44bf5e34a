package big

import (
	"errors"
	"fmt"
	"io"
)

func repeat(s fmt.State, text string, n int) {
	if text == "" || n <= 0 {
		return
	}
	b := make([]byte, 0, len(text)*n)
	for range n {
		b = append(b, text...)
	}
	s.Write(b)
}

// Format prints for the verbs b, o, O, d, x, X, s and v.
func (x *Int) Format(s fmt.State, ch rune) {
	base := 10
	switch ch {
	case 'b':
		base = 2
	case 'o', 'O':
		base = 8
	case 'x', 'X':
		base = 16
	case 'd', 's', 'v':
	default:
		fmt.Fprintf(s, "%%!%c(big.Int=%s)", ch, x.String())
		return
	}
	if x == nil {
		fmt.Fprint(s, "<nil>")
		return
	}
	sign := ""
	switch {
	case x.neg:
		sign = "-"
	case s.Flag('+'):
		sign = "+"
	case s.Flag(' '):
		sign = " "
	}
	prefix := ""
	if s.Flag('#') {
		switch ch {
		case 'b':
			prefix = "0b"
		case 'o':
			prefix = "0"
		case 'x':
			prefix = "0x"
		case 'X':
			prefix = "0X"
		}
	}
	if ch == 'O' {
		prefix = "0o"
	}
	digits := x.abs.text(false, base)
	if ch == 'X' {
		for i, d := range digits {
			if 'a' <= d && d <= 'z' {
				digits[i] = d - 'a' + 'A'
			}
		}
	}
	var left, zeros, right int
	precision, precise := s.Precision()
	if precise {
		if len(x.abs) == 0 && precision == 0 {
			return
		}
		zeros = max(0, precision-len(digits))
	}
	length := len(sign) + len(prefix) + zeros + len(digits)
	if width, ok := s.Width(); ok && length < width {
		switch d := width - length; {
		case s.Flag('-'):
			right = d
		case s.Flag('0') && !precise:
			zeros = d
		default:
			left = d
		}
	}
	repeat(s, " ", left)
	repeat(s, sign, 1)
	repeat(s, prefix, 1)
	repeat(s, "0", zeros)
	s.Write(digits)
	repeat(s, " ", right)
}

func (z *Int) scan(r io.ByteScanner, base int) (*Int, int, error) {
	neg, err := scanSign(r)
	if err != nil {
		return nil, 0, err
	}
	z.abs, base, _, err = z.abs.scan(r, base, false)
	if err != nil {
		return nil, base, err
	}
	z.neg = len(z.abs) > 0 && neg
	return z, base, nil
}

func scanSign(r io.ByteScanner) (neg bool, err error) {
	c, err := r.ReadByte()
	if err != nil {
		return false, err
	}
	switch c {
	case '-':
		return true, nil
	case '+':
	default:
		r.UnreadByte()
	}
	return false, nil
}

// stateBytes reads the runes of a ScanState, which must be ASCII.
type stateBytes struct {
	fmt.ScanState
}

func (r stateBytes) ReadByte() (byte, error) {
	c, size, err := r.ReadRune()
	if size != 1 && err == nil {
		err = fmt.Errorf("invalid rune %#U", c)
	}
	return byte(c), err
}

func (r stateBytes) UnreadByte() error { return r.UnreadRune() }

// Scan reads for the verbs b, o, d, x, X, s and v.
func (z *Int) Scan(s fmt.ScanState, ch rune) error {
	s.SkipSpace()
	base := 0
	switch ch {
	case 'b':
		base = 2
	case 'o':
		base = 8
	case 'd':
		base = 10
	case 'x', 'X':
		base = 16
	case 's', 'v':
	default:
		return errors.New("Int.Scan: invalid verb")
	}
	_, _, err := z.scan(stateBytes{s}, base)
	return err
}

// The first byte of what is written down: version and sign.
const version = 1

func (x *Int) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	first := byte(version << 1)
	if x.neg {
		first |= 1
	}
	return append([]byte{first}, x.abs.bytes()...), nil
}

func (z *Int) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Int{}
		return nil
	}
	if buf[0]>>1 != version {
		return fmt.Errorf("Int.GobDecode: encoding version %d not supported", buf[0]>>1)
	}
	z.neg = buf[0]&1 != 0
	z.abs = z.abs.setBytes(buf[1:])
	return nil
}

func (x *Int) AppendText(b []byte) (text []byte, err error) { return x.Append(b, 10), nil }
func (x *Int) MarshalText() (text []byte, err error)        { return x.AppendText(nil) }

func (z *Int) UnmarshalText(t []byte) error {
	if _, ok := z.SetString(string(t), 0); !ok {
		return errors.New("math/big: cannot unmarshal " + quote(t) + " into a *big.Int")
	}
	return nil
}

func (x *Int) MarshalJSON() ([]byte, error) {
	if x == nil {
		return []byte("null"), nil
	}
	return x.abs.text(x.neg, 10), nil
}

func (z *Int) UnmarshalJSON(t []byte) error {
	if string(t) == "null" {
		return nil
	}
	return z.UnmarshalText(t)
}
