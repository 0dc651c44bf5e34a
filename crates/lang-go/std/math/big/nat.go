// Package big computes with integers, fractions and floats of any size.
package big

import (
	"math/bits"
	"math/rand"
)

// Word is a digit of a natural number.
type Word uint

const wordBits = 64

// nat is a natural number, least significant word first, without zeros at the end.
type nat []Word

// Natives. Slices of a group are of one length unless something else is said.

func addVV(z, x, y nat) (carry Word)            // y may be shorter
func subVV(z, x, y nat) (borrow Word)           // y may be shorter
func mulAddVW(z, x nat, y, r Word) (carry Word) // z = x*y + r
func addMulVW(z, x nat, y Word) (carry Word)    // z += x*y
func mulVV(z, x, y nat)                         // z is other memory; x is not shorter than y, z as long as both
func montgomery(z, x, y, m nat, k Word)         // z = x*y / 2**(64*len(m)) modulo m, roughly
func divVW(z, x nat, y Word) (r Word)           // z = x / y
func divVV(q, u, v nat)                         // u becomes u modulo v, whose highest bit is set
func shlVU(z, x nat, s uint) (out Word)         // s < 64
func shrVU(z, x nat, s uint) (out Word)         // s < 64
func cmpVV(x, y nat) int                        // any lengths
func bitVV(z, x, y nat, form int)               // and, or, xor, and not
func digits(dst []byte, x nat, base int)        // the lowest, as many as dst has room for
func fromDigits(z nat, digits []byte, base int) int
func toBytes(dst []byte, x nat)
func fromBytes(z nat, src []byte)
func lehmer(x, y nat) (u0, u1, v0, v1 Word, even bool)
func lehmerUpdate(x, y nat, u0, u1, v0, v1 Word, even bool)

const (
	formAnd = iota
	formOr
	formXor
	formAndNot
)

// work is how many products of words are computed between two looks at the limits.
const work = 1 << 20

var natOne = nat{1}

func (z nat) norm() nat {
	n := len(z)
	for n > 0 && z[n-1] == 0 {
		n--
	}
	return z[:n]
}

// make is room for n words of any value, in z if that has it.
func (z nat) make(n int) nat {
	if n <= cap(z) {
		return z[:n]
	}
	if n == 1 {
		return make(nat, 1)
	}
	return make(nat, n, n+4)
}

func (z nat) setWord(x Word) nat {
	if x == 0 {
		return z[:0]
	}
	z = z.make(1)
	z[0] = x
	return z
}

func (z nat) setUint64(x uint64) nat { return z.setWord(Word(x)) }

func (z nat) set(x nat) nat {
	z = z.make(len(x))
	copy(z, x)
	return z
}

// alias tells whether two numbers share memory.
func alias(x, y nat) bool {
	return cap(x) > 0 && cap(y) > 0 && &x[:cap(x)][cap(x)-1] == &y[:cap(y)][cap(y)-1]
}

func (x nat) cmp(y nat) int {
	if len(x) != len(y) {
		if len(x) < len(y) {
			return -1
		}
		return 1
	}
	if len(x) == 0 {
		return 0
	}
	return cmpVV(x, y)
}

func (z nat) add(x, y nat) nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	n := len(x)
	if len(y) == 0 {
		return z.set(x)
	}
	z = z.make(n + 1)
	z[n] = addVV(z[:n], x, y)
	return z.norm()
}

// sub wants x >= y.
func (z nat) sub(x, y nat) nat {
	if len(x) < len(y) {
		panic("underflow")
	}
	if len(y) == 0 {
		return z.set(x)
	}
	z = z.make(len(x))
	if subVV(z, x, y) != 0 {
		panic("underflow")
	}
	return z.norm()
}

// mulAddWord is x*y + r.
func (z nat) mulAddWord(x nat, y, r Word) nat {
	n := len(x)
	if n == 0 || y == 0 {
		return z.setWord(r)
	}
	z = z.make(n + 1)
	z[n] = mulAddVW(z[:n], x, y, r)
	return z.norm()
}

func (z nat) mul(x, y nat) nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	switch len(y) {
	case 0:
		return z[:0]
	case 1:
		return z.mulAddWord(x, y[0], 0)
	}
	if alias(z, x) || alias(z, y) {
		z = nil
	}
	z = z.make(len(x) + len(y))
	product(z, x, y)
	return z.norm()
}

// longest is the length of operands that are multiplied at once.
const longest = 1024

// product is mulVV for operands of any length, zeros at their end included; y has at least one word.
func product(z, x, y nat) {
	switch {
	case len(x)*len(y) <= work:
		mulVV(z, x, y)
	case len(y) <= longest || len(x) >= 2*len(y):
		clear(z)
		size := max(len(y), work/len(y))
		t := make(nat, size+len(y))
		for at := 0; at < len(x); at += size {
			piece := x[at:min(at+size, len(x))]
			t = t[:len(piece)+len(y)]
			if len(piece) < len(y) {
				product(t, y, piece)
			} else {
				product(t, piece, y)
			}
			addTo(z[at:], t)
		}
	default:
		karatsuba(z, x, y)
	}
}

// addTo adds x, which must fit.
func addTo(z, x nat) {
	n := len(x)
	carry := addVV(z[:n], z[:n], x)
	for carry != 0 {
		z[n]++
		if z[n] != 0 {
			return
		}
		n++
	}
}

// karatsuba wants y longer than half of x.
func karatsuba(z, x, y nat) {
	n := (len(x) + 1) / 2
	x0, x1, y0, y1 := x[:n], x[n:], y[:n], y[n:]
	product(z[:2*n], x0, y0)
	if len(x1) < len(y1) {
		product(z[2*n:], y1, x1)
	} else {
		product(z[2*n:], x1, y1)
	}
	low, high := z[:2*n].norm(), z[2*n:].norm()
	sx := nat(nil).add(x0.norm(), x1.norm())
	sy := nat(nil).add(y0.norm(), y1.norm())
	middle := sx.mul(sx, sy)
	middle = middle.sub(middle, low)
	middle = middle.sub(middle, high)
	addTo(z[n:], middle)
}

// div is quotient, in z if it has room, and remainder, in z2.
func (z nat) div(z2, u, v nat) (q, r nat) {
	switch {
	case len(v) == 0:
		panic("division by zero")
	case u.cmp(v) < 0:
		return z[:0], z2.set(u)
	case len(v) == 1:
		q = z.make(len(u))
		word := divVW(q, u, v[0])
		return q.norm(), z2.setWord(word)
	}
	n := len(v)
	shift := uint(bits.LeadingZeros64(uint64(v[n-1])))
	vn := make(nat, n)
	shlVU(vn, v, shift)
	if alias(z, u) || alias(z, v) || alias(z, z2) {
		z = nil
	}
	un := z2.make(len(u) + 1)
	un[len(u)] = shlVU(un[:len(u)], u, shift)
	q = z.make(len(un) - n)
	divide(q, un, vn)
	r = un[:n]
	shrVU(r, r, shift)
	return q.norm(), r.norm()
}

func (z nat) rem(u, v nat) nat {
	if alias(z, u) {
		z = nil
	}
	_, r := nat(nil).div(z, u, v)
	return r
}

// divide is divVV for operands of any length: the upper words of u, as many as v has, are less than v.
func divide(q, u, v nat) {
	n := len(v)
	if n < 100 || len(q) < 50 {
		for top := len(q); top > 0; {
			k := min(top, max(1, work/n))
			divVV(q[top-k:top], u[top-k:top+n], v)
			top -= k
		}
		return
	}
	for top := len(q); top > 0; {
		k := min(top, n/2)
		divideBlock(q[top-k:top], u[top-k:top+n], v)
		top -= k
	}
}

// divideBlock divides by the upper words of v first, as many as q has, and corrects what that guesses (Burnikel and
// Ziegler, 1998).
func divideBlock(q, u, v nat) {
	n, k := len(v), len(q)
	low := n - k
	high := v[low:]
	if cmpVV(u[n:].norm(), high) < 0 {
		divide(q, u[low:], high)
	} else {
		// The guess is the largest that q can be: u - high * (2**(64*k) - 1).
		for i := range q {
			q[i] = ^Word(0)
		}
		subVV(u[n:], u[n:], high)
		addVV(u[low:], u[low:], high)
	}
	t := make(nat, n)
	if k >= low {
		product(t, q, v[:low])
	} else {
		product(t, v[:low], q)
	}
	for negative := subVV(u, u, t); negative != 0; {
		subVV(q, q, natOne)
		negative -= addVV(u, u, v)
	}
}

func (z nat) shl(x nat, s uint) nat {
	if s == 0 || len(x) == 0 {
		return z.set(x)
	}
	words := int(s / wordBits)
	n := len(x) + words
	z = z.make(n + 1)
	z[n] = shlVU(z[words:n], x, s%wordBits)
	clear(z[:words])
	return z.norm()
}

func (z nat) shr(x nat, s uint) nat {
	words := s / wordBits
	if words >= uint(len(x)) {
		return z[:0]
	}
	z = z.make(len(x) - int(words))
	shrVU(z, x[words:], s%wordBits)
	return z.norm()
}

func (x nat) bitLen() int {
	if n := len(x); n > 0 {
		return (n-1)*wordBits + bits.Len64(uint64(x[n-1]))
	}
	return 0
}

func (x nat) trailingZeroBits() uint {
	for i, w := range x {
		if w != 0 {
			return uint(i*wordBits + bits.TrailingZeros64(uint64(w)))
		}
	}
	return 0
}

func (x nat) isPow2() (uint, bool) {
	n := x.trailingZeroBits()
	return n, len(x) > 0 && uint(x.bitLen()) == n+1
}

func (x nat) bit(i uint) uint {
	if j := i / wordBits; j < uint(len(x)) {
		return uint(x[j] >> (i % wordBits) & 1)
	}
	return 0
}

// sticky is 1 if any of the lowest i bits is set.
func (x nat) sticky(i uint) uint {
	if len(x) > 0 && x.trailingZeroBits() < i {
		return 1
	}
	return 0
}

func (z nat) setBit(x nat, i uint, b uint) nat {
	j := int(i / wordBits)
	mask := Word(1) << (i % wordBits)
	n := len(x)
	switch b {
	case 0:
		z = z.set(x)
		if j < n {
			z[j] &^= mask
		}
		return z.norm()
	case 1:
		z = z.make(max(n, j+1))
		copy(z, x)
		if j >= n {
			clear(z[n:])
		}
		z[j] |= mask
		return z
	}
	panic("set bit is not 0 or 1")
}

func (z nat) and(x, y nat) nat {
	n := min(len(x), len(y))
	z = z.make(n)
	bitVV(z, x[:n], y[:n], formAnd)
	return z.norm()
}

func (z nat) andNot(x, y nat) nat {
	n := min(len(x), len(y))
	z = z.make(len(x))
	bitVV(z[:n], x[:n], y[:n], formAndNot)
	copy(z[n:], x[n:])
	return z.norm()
}

func (z nat) merge(x, y nat, form int) nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	n := len(y)
	z = z.make(len(x))
	bitVV(z[:n], x[:n], y, form)
	copy(z[n:], x[n:])
	return z.norm()
}

func (z nat) or(x, y nat) nat  { return z.merge(x, y, formOr) }
func (z nat) xor(x, y nat) nat { return z.merge(x, y, formXor) }

// mulRange is the product of all from a to b.
func (z nat) mulRange(a, b uint64) nat {
	switch {
	case a == 0:
		return z[:0]
	case a > b:
		return z.setUint64(1)
	case b-a < 8:
		z = z.setUint64(a)
		for f := a; f < b; {
			f++
			z = z.mulAddWord(z, Word(f), 0)
		}
		return z
	}
	middle := a + (b-a)/2
	return z.mul(nat(nil).mulRange(a, middle), nat(nil).mulRange(middle+1, b))
}

// expNN is x**y modulo m, or x**y if m is empty.
func (z nat) expNN(x, y, m nat) nat {
	switch {
	case len(m) == 1 && m[0] == 1:
		return z.setWord(0)
	case len(y) == 0:
		return z.setWord(1)
	case len(x) == 0:
		return z.setWord(0)
	case len(x) == 1 && x[0] == 1:
		return z.setWord(1)
	}
	if len(m) == 0 {
		return z.power(x, y)
	}
	x = nat(nil).rem(x, m)
	if m[0]&1 == 1 && len(m) <= longest/2 {
		return z.expMontgomery(x, y, m)
	}
	r := nat(nil).set(x)
	var t nat
	for i := y.bitLen() - 2; i >= 0; i-- {
		t = t.mul(r, r)
		r = r.rem(t, m)
		if y.bit(uint(i)) != 0 {
			t = t.mul(r, x)
			r = r.rem(t, m)
		}
	}
	return z.set(r)
}

func (z nat) power(x, y nat) nat {
	// A power of 2 is a shift.
	if n, ok := x.isPow2(); ok && len(y) == 1 {
		high, low := bits.Mul64(uint64(n), uint64(y[0]))
		if high == 0 {
			return z.shl(natOne, uint(low))
		}
	}
	r := nat(nil).set(x)
	var t nat
	for i := y.bitLen() - 2; i >= 0; i-- {
		t = t.mul(r, r)
		r, t = t, r
		if y.bit(uint(i)) != 0 {
			t = t.mul(r, x)
			r, t = t, r
		}
	}
	return z.set(r)
}

// extended has exactly n words.
func (x nat) extended(n int) nat {
	z := make(nat, n)
	copy(z, x)
	return z
}

// expMontgomery takes four bits of y at a time; m is odd, x less.
func (z nat) expMontgomery(x, y, m nat) nat {
	n := len(m)
	// -1/m, by Newton's iteration.
	k := 2 - m[0]
	t := m[0] - 1
	for i := 1; i < wordBits; i <<= 1 {
		t *= t
		k *= t + 1
	}
	k = -k
	square := nat(nil).rem(nat(nil).shl(natOne, uint(2*n*wordBits)), m).extended(n)
	one := natOne.extended(n)
	var powers [16]nat
	for i := range powers {
		powers[i] = make(nat, n)
	}
	montgomery(powers[0], one, square, m, k)
	montgomery(powers[1], x.extended(n), square, m, k)
	for i := 2; i < 16; i++ {
		montgomery(powers[i], powers[i-1], powers[1], m, k)
	}
	r := nat(nil).set(powers[0])
	s := make(nat, n)
	for i := len(y) - 1; i >= 0; i-- {
		for shift := wordBits - 4; shift >= 0; shift -= 4 {
			montgomery(s, r, r, m, k)
			montgomery(r, s, s, m, k)
			montgomery(s, r, r, m, k)
			montgomery(r, s, s, m, k)
			montgomery(s, r, powers[y[i]>>shift&15], m, k)
			r, s = s, r
		}
	}
	montgomery(s, r, one, m, k)
	s = s.norm()
	if s.cmp(m) >= 0 {
		s = s.sub(s, m)
		if s.cmp(m) >= 0 {
			s = s.rem(s, m)
		}
	}
	return z.set(s)
}

// sqrt is rounded down, by Newton's iteration from above.
func (z nat) sqrt(x nat) nat {
	if x.cmp(natOne) <= 0 {
		return z.set(x)
	}
	if alias(z, x) {
		z = nil
	}
	root := nat(nil).shl(natOne, uint(x.bitLen()+1)/2)
	var q, r nat
	for {
		q, r = q.div(r, x, root)
		q = q.add(q, root)
		q = q.shr(q, 1)
		if q.cmp(root) >= 0 {
			return z.set(root)
		}
		root, q = q, root
	}
}

// random is less than limit, which has n bits.
func (z nat) random(r *rand.Rand, limit nat, n int) nat {
	if alias(z, limit) {
		z = nil
	}
	z = z.make(len(limit))
	mask := ^Word(0)
	if top := n % wordBits; top != 0 {
		mask = 1<<top - 1
	}
	for {
		for i := range z {
			z[i] = Word(r.Uint32()) | Word(r.Uint32())<<32
		}
		z[len(limit)-1] &= mask
		if z.norm().cmp(limit) < 0 {
			return z.norm()
		}
	}
}

func (x nat) bytes() []byte {
	b := make([]byte, (x.bitLen()+7)/8)
	toBytes(b, x)
	return b
}

func (z nat) setBytes(b []byte) nat {
	z = z.make((len(b) + 7) / 8)
	fromBytes(z, b)
	return z.norm()
}
