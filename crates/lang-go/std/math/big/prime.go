package big

import "math/rand"

// small primes of one word, as bits.
const smallPrimes = 1<<2 | 1<<3 | 1<<5 | 1<<7 | 1<<11 | 1<<13 | 1<<17 | 1<<19 | 1<<23 | 1<<29 | 1<<31 |
	1<<37 | 1<<41 | 1<<43 | 1<<47 | 1<<53 | 1<<59 | 1<<61

const (
	productA = 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 37
	productB = 29 * 31 * 41 * 43 * 47 * 53
)

// ProbablyPrime is right for x below 2**64, and wrong about other composites at most once in 4**n times. It is the test of
// Baillie, Pomerance, Selfridge and Wagstaff with n more rounds of that of Miller and Rabin.
func (x *Int) ProbablyPrime(n int) bool {
	if n < 0 {
		panic("negative n for ProbablyPrime")
	}
	if x.neg || len(x.abs) == 0 {
		return false
	}
	w := x.abs[0]
	if len(x.abs) == 1 && w < 64 {
		return smallPrimes>>w&1 != 0
	}
	if w&1 == 0 {
		return false
	}
	q := nat(nil)
	r := divVW(q.make(len(x.abs)), x.abs, productA*productB)
	for _, p := range []Word{3, 5, 7, 11, 13, 17, 19, 23, 37, 29, 31, 41, 43, 47, 53} {
		if r%p == 0 {
			return len(x.abs) == 1 && w == p
		}
	}
	return x.abs.millerRabin(n+1) && x.abs.lucas()
}

// millerRabin takes random bases, the last of which is 2.
func (n nat) millerRabin(reps int) bool {
	less := nat(nil).sub(n, natOne)
	k := less.trailingZeroBits()
	q := nat(nil).shr(less, k)
	upTo := nat(nil).sub(less, nat{2})
	r := rand.New(rand.NewSource(int64(n[0])))
	size := upTo.bitLen()
	var x, y, t nat
rounds:
	for i := range reps {
		if i == reps-1 {
			x = x.setWord(2)
		} else {
			x = x.random(r, upTo, size)
			x = x.add(x, nat{2})
		}
		y = y.expNN(x, q, n)
		if y.cmp(natOne) == 0 || y.cmp(less) == 0 {
			continue
		}
		for j := uint(1); j < k; j++ {
			t = t.mul(y, y)
			y = y.rem(t, n)
			if y.cmp(less) == 0 {
				continue rounds
			}
			if y.cmp(natOne) == 0 {
				return false
			}
		}
		return false
	}
	return true
}

// lucas is the almost extra strong test for the first p from 3 on with (p² - 4 / n) = -1.
func (n nat) lucas() bool {
	if len(n) == 0 || n.cmp(natOne) == 0 {
		return false
	}
	if n[0]&1 == 0 {
		return n.cmp(nat{2}) == 0
	}
	p := Word(3)
	var d Int
	whole := &Int{false, n}
	for ; ; p++ {
		if p > 10000 {
			panic("math/big: internal error: cannot find (D/n) = -1 for " + whole.String())
		}
		d.SetUint64(uint64(p*p - 4))
		j := Jacobi(&d, whole)
		if j == -1 {
			break
		}
		if j == 0 {
			// p² - 4 = (p - 2)(p + 2), and p - 2 was looked at before.
			return len(n) == 1 && n[0] == p+2
		}
		if p == 40 {
			// Squares never have -1.
			root := nat(nil).sqrt(n)
			if nat(nil).mul(root, root).cmp(n) == 0 {
				return false
			}
		}
	}
	s := nat(nil).add(n, natOne)
	r := int(s.trailingZeroBits())
	s = s.shr(s, uint(r))
	lessTwo := nat(nil).sub(n, nat{2})
	base := nat{p}
	v0, v1 := nat{2}, nat{p}
	// double is 2*2 - 2, mixed v0*v1 - p, modulo n.
	reduced := func(x, y, less nat) nat {
		t := nat(nil).mul(x, y)
		t = t.add(t, n)
		t = t.sub(t, less)
		return nat(nil).rem(t, n)
	}
	for i := s.bitLen(); i >= 0; i-- {
		if s.bit(uint(i)) != 0 {
			v0, v1 = reduced(v0, v1, base), reduced(v1, v1, nat{2})
		} else {
			v1, v0 = reduced(v0, v1, base), reduced(v0, v0, nat{2})
		}
	}
	if v0.cmp(nat{2}) == 0 || v0.cmp(lessTwo) == 0 {
		// U(s) = 0 is 2 V(s+1) = p V(s).
		t1 := nat(nil).mul(v0, base)
		t2 := nat(nil).shl(v1, 1)
		if t1.cmp(t2) < 0 {
			t1, t2 = t2, t1
		}
		t1 = t1.sub(t1, t2)
		if len(nat(nil).rem(t1, n)) == 0 {
			return true
		}
	}
	for range r - 1 {
		if len(v0) == 0 {
			return true
		}
		if len(v0) == 1 && v0[0] == 2 {
			return false
		}
		v0 = reduced(v0, v0, nat{2})
	}
	return false
}
