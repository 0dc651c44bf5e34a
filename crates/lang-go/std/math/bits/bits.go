// Package bits counts and moves the bits of unsigned integers.
package bits

const UintSize = 64

// Lowering knows these as operations of the machine, which cost what sequences of simpler ones would. Below come
// the zeros above the highest bit that is set, and below the lowest: 64 for no bits.
func onesCount64(x uint64) uint64
func leadingZeros64(x uint64) uint64
func trailingZeros64(x uint64) uint64
func reverseBytes16(x uint16) uint16
func reverseBytes32(x uint32) uint32
func reverseBytes64(x uint64) uint64

// mulHigh64 is the upper half of a product.
func mulHigh64(x, y uint64) uint64

func LeadingZeros(x uint) int     { return 64 - Len64(uint64(x)) }
func LeadingZeros8(x uint8) int   { return 8 - Len64(uint64(x)) }
func LeadingZeros16(x uint16) int { return 16 - Len64(uint64(x)) }
func LeadingZeros32(x uint32) int { return 32 - Len64(uint64(x)) }
func LeadingZeros64(x uint64) int { return 64 - Len64(x) }

func TrailingZeros(x uint) int { return TrailingZeros64(uint64(x)) }

func TrailingZeros8(x uint8) int { return TrailingZeros64(uint64(x) | 1<<8) }

func TrailingZeros16(x uint16) int { return TrailingZeros64(uint64(x) | 1<<16) }

func TrailingZeros32(x uint32) int { return TrailingZeros64(uint64(x) | 1<<32) }

func TrailingZeros64(x uint64) int {
	if x == 0 {
		return 64
	}
	return int(trailingZeros64(x))
}

func OnesCount(x uint) int     { return OnesCount64(uint64(x)) }
func OnesCount8(x uint8) int   { return OnesCount64(uint64(x)) }
func OnesCount16(x uint16) int { return OnesCount64(uint64(x)) }
func OnesCount32(x uint32) int { return OnesCount64(uint64(x)) }

func OnesCount64(x uint64) int { return int(onesCount64(x)) }

func Len(x uint) int     { return Len64(uint64(x)) }
func Len8(x uint8) int   { return Len64(uint64(x)) }
func Len16(x uint16) int { return Len64(uint64(x)) }
func Len32(x uint32) int { return Len64(uint64(x)) }

func Len64(x uint64) int { return 64 - int(leadingZeros64(x)) }

func RotateLeft(x uint, k int) uint { return x<<(uint(k)&63) | x>>(64-uint(k)&63) }

func RotateLeft8(x uint8, k int) uint8 {
	s := uint(k) & 7
	return x<<s | x>>(8-s)
}

func RotateLeft16(x uint16, k int) uint16 {
	s := uint(k) & 15
	return x<<s | x>>(16-s)
}

func RotateLeft32(x uint32, k int) uint32 {
	s := uint(k) & 31
	return x<<s | x>>(32-s)
}

func RotateLeft64(x uint64, k int) uint64 {
	s := uint(k) & 63
	return x<<s | x>>(64-s)
}

func Reverse(x uint) uint       { return uint(Reverse64(uint64(x))) }
func Reverse8(x uint8) uint8    { return uint8(Reverse64(uint64(x)) >> 56) }
func Reverse16(x uint16) uint16 { return uint16(Reverse64(uint64(x)) >> 48) }
func Reverse32(x uint32) uint32 { return uint32(Reverse64(uint64(x)) >> 32) }

func Reverse64(x uint64) uint64 {
	x = x>>1&0x5555555555555555 | x&0x5555555555555555<<1
	x = x>>2&0x3333333333333333 | x&0x3333333333333333<<2
	x = x>>4&0x0f0f0f0f0f0f0f0f | x&0x0f0f0f0f0f0f0f0f<<4
	return ReverseBytes64(x)
}

func ReverseBytes(x uint) uint       { return uint(ReverseBytes64(uint64(x))) }
func ReverseBytes16(x uint16) uint16 { return reverseBytes16(x) }
func ReverseBytes32(x uint32) uint32 { return reverseBytes32(x) }
func ReverseBytes64(x uint64) uint64 { return reverseBytes64(x) }

func Add(x, y, carry uint) (sum, carryOut uint) {
	s, c := Add64(uint64(x), uint64(y), uint64(carry))
	return uint(s), uint(c)
}

func Add32(x, y, carry uint32) (sum, carryOut uint32) {
	s := uint64(x) + uint64(y) + uint64(carry)
	return uint32(s), uint32(s >> 32)
}

func Add64(x, y, carry uint64) (sum, carryOut uint64) {
	sum = x + y + carry
	return sum, (x&y | (x|y)&^sum) >> 63
}

func Sub(x, y, borrow uint) (diff, borrowOut uint) {
	d, b := Sub64(uint64(x), uint64(y), uint64(borrow))
	return uint(d), uint(b)
}

func Sub32(x, y, borrow uint32) (diff, borrowOut uint32) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 31
}

func Sub64(x, y, borrow uint64) (diff, borrowOut uint64) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 63
}

func Mul(x, y uint) (hi, lo uint) {
	h, l := Mul64(uint64(x), uint64(y))
	return uint(h), uint(l)
}

func Mul32(x, y uint32) (hi, lo uint32) {
	p := uint64(x) * uint64(y)
	return uint32(p >> 32), uint32(p)
}

func Mul64(x, y uint64) (hi, lo uint64) { return mulHigh64(x, y), x * y }

func Div(hi, lo, y uint) (quo, rem uint) {
	q, r := Div64(uint64(hi), uint64(lo), uint64(y))
	return uint(q), uint(r)
}

func Div32(hi, lo, y uint32) (quo, rem uint32) {
	if y != 0 && y <= hi {
		panic(overflow)
	}
	z := uint64(hi)<<32 | uint64(lo)
	return uint32(z / uint64(y)), uint32(z % uint64(y))
}

// Div64 divides 128 bits by 64, two digits of 32 bits at a time (Knuth's algorithm D).
func Div64(hi, lo, y uint64) (quo, rem uint64) {
	if y == 0 {
		return hi / y, 0
	}
	if y <= hi {
		panic(overflow)
	}
	if hi == 0 {
		return lo / y, lo % y
	}
	shift := uint(LeadingZeros64(y))
	y <<= shift
	const mask = 1<<32 - 1
	top, bottom := y>>32, y&mask
	upper := hi<<shift | lo>>(64-shift)
	lower := lo << shift
	q1, rest := divStep(upper, lower>>32, y, top, bottom)
	q0, rest := divStep(rest, lower&mask, y, top, bottom)
	return q1<<32 | q0, rest >> shift
}

// divStep finds one digit of a quotient, and what remains.
func divStep(upper, digit, y, top, bottom uint64) (q, rest uint64) {
	q = upper / top
	r := upper - q*top
	for q >= 1<<32 || q*bottom > r<<32|digit {
		q--
		r += top
		if r >= 1<<32 {
			break
		}
	}
	return q, upper<<32 + digit - q*y
}

func Rem(hi, lo, y uint) uint { return uint(Rem64(uint64(hi), uint64(lo), uint64(y))) }

func Rem32(hi, lo, y uint32) uint32 {
	return uint32((uint64(hi)<<32 | uint64(lo)) % uint64(y))
}

func Rem64(hi, lo, y uint64) uint64 {
	_, rem := Div64(hi%y, lo, y)
	return rem
}

type arithmeticError string

func (e arithmeticError) Error() string { return "runtime error: " + string(e) }
func (e arithmeticError) RuntimeError() {}

const overflow = arithmeticError("integer overflow")
