package big

import (
	"errors"
	"io"
	"math"
	"math/bits"
	"strconv"
)

// MaxBase is the largest base of texts.
const MaxBase = 10 + ('z' - 'a' + 1) + ('Z' - 'A' + 1)

var (
	errNoDigits = errors.New("number has no digits")
	errInvalSep = errors.New("'_' must separate successive digits")
)

// text reads a string byte by byte.
type text struct {
	s  string
	at int
}

func (t *text) ReadByte() (byte, error) {
	if t.at >= len(t.s) {
		return 0, io.EOF
	}
	t.at++
	return t.s[t.at-1], nil
}

func (t *text) UnreadByte() error {
	t.at--
	return nil
}

// digitValue is more than any base for what is no digit.
func digitValue(c byte, base int) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		if base <= 36 {
			return int(c-'A') + 10
		}
		return int(c-'A') + 36
	}
	return MaxBase + 1
}

// scan reads a number. Base 0 is told by a prefix, and lets underscores separate digits; fraction lets a point stand
// among them, and then count is the negative number of digits after it. The base that was found is b.
func (z nat) scan(r io.ByteScanner, base int, fraction bool) (res nat, b, count int, err error) {
	if base != 0 && (base < 2 || base > MaxBase || fraction && base != 2 && base != 8 && base != 10 && base != 16) {
		panic("invalid number base " + strconv.Itoa(base))
	}
	// last is '0' for a digit, '_' or '.' for these, or what the number starts with.
	last := byte('.')
	wrong := false // an underscore stands where none may
	b = base
	prefix := byte(0)
	c, err := r.ReadByte()
	if base == 0 {
		b = 10
		if err == nil && c == '0' {
			last = '0'
			count = 1
			c, err = r.ReadByte()
			if err == nil {
				switch c {
				case 'b', 'B':
					b, prefix = 2, 'b'
				case 'o', 'O':
					b, prefix = 8, 'o'
				case 'x', 'X':
					b, prefix = 16, 'x'
				default:
					if !fraction {
						b, prefix = 8, '0'
					}
				}
				if prefix != 0 {
					count = 0
					if prefix != '0' {
						c, err = r.ReadByte()
					}
				}
			}
		}
	}
	var values []byte
	point := -1
	for err == nil {
		if c == '.' && fraction {
			fraction = false
			if last == '_' {
				wrong = true
			}
			last = '.'
			point = count
		} else if c == '_' && base == 0 {
			if last != '0' {
				wrong = true
			}
			last = '_'
		} else {
			d := digitValue(c, b)
			if d >= b {
				r.UnreadByte()
				break
			}
			last = '0'
			count++
			if len(values) > 0 || d != 0 {
				values = append(values, byte(d))
			}
		}
		c, err = r.ReadByte()
	}
	if err == io.EOF {
		err = nil
	}
	if err == nil && (wrong || last == '_') {
		err = errInvalSep
	}
	if count == 0 {
		if prefix == '0' {
			return z[:0], 10, 1, err
		}
		err = errNoDigits
	}
	if point >= 0 {
		count = point - count
	}
	return z.setDigits(values, b), b, count, err
}

// leaf is how many words' worth of digits are converted at once; more are taken apart.
const leaf = 40

// perWord is how many digits fit a word.
func perWord(base int) int {
	n := 0
	for p := uint64(1); p <= math.MaxUint64/uint64(base); p *= uint64(base) {
		n++
	}
	return n
}

// powers are base**(size*2**i), up to half of n digits.
func powers(base, size, n int) []nat {
	if size >= n {
		return nil
	}
	list := []nat{nat(nil).expNN(nat{Word(base)}, nat{Word(size)}, nil)}
	for ; size < (n+1)/2; size *= 2 {
		last := list[len(list)-1]
		list = append(list, nat(nil).mul(last, last))
	}
	return list
}

func (z nat) setDigits(values []byte, base int) nat {
	size := leaf * perWord(base)
	return z.set(joined(values, base, size, powers(base, size, len(values))))
}

func joined(values []byte, base, size int, table []nat) nat {
	n := len(values)
	if n <= size {
		z := make(nat, n/perWord(base)+1)
		return z[:fromDigits(z, values, base)].norm()
	}
	i := 0
	for i+1 < len(table) && size<<(i+1) < n {
		i++
	}
	low := n - size<<i
	z := joined(values[:low], base, size, table)
	z = nat(nil).mul(z, table[i])
	return z.add(z, joined(values[low:], base, size, table))
}

// text writes the digits.
func (x nat) text(negative bool, base int) []byte {
	if base < 2 || base > MaxBase {
		panic("invalid base")
	}
	if len(x) == 0 {
		return []byte("0")
	}
	n := int(float64(x.bitLen())/math.Log2(float64(base))) + 2
	b := make([]byte, n+1)
	if base&(base-1) == 0 {
		digits(b[1:], x, base)
	} else {
		size := leaf * perWord(base)
		split(b[1:], x, base, size, powers(base, size, n))
	}
	at := 1
	for b[at] == '0' {
		at++
	}
	if negative {
		at--
		b[at] = '-'
	}
	return b[at:]
}

func split(b []byte, x nat, base, size int, table []nat) {
	n := len(b)
	if n <= size || len(x) <= leaf/2 {
		digits(b, x, base)
		return
	}
	i := 0
	for i+1 < len(table) && size<<(i+1) < n {
		i++
	}
	low := n - size<<i
	q, r := nat(nil).div(nil, x, table[i])
	split(b[:low], q, base, size, table)
	split(b[low:], r, base, size, table)
}

// exponentOf5 is the largest power of 5 that divides x, and the rest.
func (x nat) exponentOf5() (n uint, rest nat) {
	rest = x
	for {
		q, r := nat(nil).div(nil, rest, nat{5})
		if len(r) != 0 {
			return n, rest
		}
		n++
		rest = q
	}
}

func leadingZeros(w Word) uint { return uint(bits.LeadingZeros64(uint64(w))) }
