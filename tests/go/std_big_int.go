// Integers of any size: every operation on numbers of all shapes, as hashes of the results.
package main

import (
	"fmt"
	"hash/fnv"
	"math/big"
)

var seed = uint64(1)

func next() uint64 {
	seed += 0x9e3779b97f4a7c15
	z := seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func num(words int) *big.Int {
	n := int(next() % uint64(words+1))
	w := make([]big.Word, n)
	style := next() % 4
	for i := range w {
		switch style {
		case 0:
			w[i] = ^big.Word(0)
		case 1:
			w[i] = big.Word(next()) & big.Word(next()) & big.Word(next())
			if next()%3 == 0 {
				w[i] = 0
			}
		default:
			w[i] = big.Word(next())
		}
	}
	z := new(big.Int).SetBits(w)
	if next()%2 == 0 {
		z.Neg(z)
	}
	return z
}

var sums = map[string]uint64{}
var order []string

func note(name string, vs ...any) {
	h := fnv.New64a()
	for _, v := range vs {
		switch v := v.(type) {
		case *big.Int:
			if v == nil {
				h.Write([]byte("nil"))
				break
			}
			h.Write(v.Bytes())
			h.Write([]byte{byte(v.Sign())})
		default:
			fmt.Fprint(h, v)
		}
	}
	if _, ok := sums[name]; !ok {
		order = append(order, name)
	}
	sums[name] = sums[name]*31 + h.Sum64()
}

func main() {
	for i := range 100 {
		size := 6
		if i%10 == 9 {
			size = 60
		}
		if i%100 == 98 {
			size = 1200
		}
		x, y, m := num(size), num(size), num(size/2+1)
		note("add", new(big.Int).Add(x, y), new(big.Int).Sub(x, y), x.Cmp(y), x.CmpAbs(y))
		note("mul", new(big.Int).Mul(x, y), new(big.Int).Mul(x, x))
		if y.Sign() != 0 {
			q, r := new(big.Int).QuoRem(x, y, new(big.Int))
			note("quorem", q, r, new(big.Int).Quo(x, y), new(big.Int).Rem(x, y))
			d, e := new(big.Int).DivMod(x, y, new(big.Int))
			note("divmod", d, e, new(big.Int).Div(x, y), new(big.Int).Mod(x, y))
			xy := new(big.Int).Mul(x, y)
			xy.Add(xy, m)
			note("quo2", new(big.Int).Quo(xy, y), new(big.Int).Rem(xy, y))
			if m.Sign() != 0 {
				note("quo3", new(big.Int).Quo(xy, m), new(big.Int).Rem(xy, m))
			}
		}
		note("bits", new(big.Int).And(x, y), new(big.Int).Or(x, y), new(big.Int).Xor(x, y), new(big.Int).AndNot(x, y), new(big.Int).Not(x))
		s := uint(next() % 300)
		note("shift", new(big.Int).Lsh(x, s), new(big.Int).Rsh(x, s), x.BitLen(), x.TrailingZeroBits(), x.Bit(int(s)))
		note("setbit", new(big.Int).SetBit(x, int(s), 1), new(big.Int).SetBit(x, int(s), 0))
		note("conv", x.Int64(), x.Uint64(), x.IsInt64(), x.IsUint64())
		f, acc := x.Float64()
		note("float", f, acc)
		if size < 1000 {
			base := int(next()%61) + 2
			t := x.Text(base)
			z, ok := new(big.Int).SetString(t, base)
			note("text", base, t, z, ok, x.String())
			var a, b big.Int
			g := new(big.Int).GCD(&a, &b, x, y)
			note("gcd", g, &a, &b)
			note("gcd1", new(big.Int).GCD(nil, nil, x, y), new(big.Int).GCD(&a, nil, y, x))
			note("sqrt", new(big.Int).Sqrt(new(big.Int).Abs(x)))
			if m.Sign() != 0 {
				note("inverse", new(big.Int).ModInverse(x, m))
			}
		}
		if size < 1000 && m.Sign() != 0 {
			e := new(big.Int).Rsh(y, uint(max(0, y.BitLen()-100)))
			e.Abs(e)
			note("exp", new(big.Int).Exp(x, e, m))
			e.SetInt64(int64(next() % 20))
			note("pow", new(big.Int).Exp(x, e, nil))
			if m.Bit(0) == 1 {
				note("jacobi", big.Jacobi(x, m))
			}
			if size < 10 {
				note("expneg", new(big.Int).Exp(x, y, m))
			}
		}
		if size < 10 {
			p := new(big.Int).Abs(x)
			p.SetBit(p, 0, 1)
			note("prime", p.ProbablyPrime(int(next()%5)))
			note("fmt", fmt.Sprintf("%d %x %X %o %b %+d %#x %20d %-20d| %020d %.30d %O %v %s %q % d", x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x))
			k := int64(next() % 60)
			note("binom", new(big.Int).Binomial(k, int64(next()%60)), new(big.Int).MulRange(k-30, int64(next()%100)))
		}
	}
	for _, n := range order {
		fmt.Println(n, sums[n])
	}
}

// Output:
// add 16435376451872770501
// mul 9699175977208613451
// quorem 2976596995103075586
// divmod 9283668655357713682
// quo2 17661517757260070298
// bits 18155914618866887543
// shift 2920551743133482716
// setbit 7765798799985371701
// conv 17284643154584441650
// float 16511309769587641331
// text 11749367083110186263
// gcd 4431910949216331608
// gcd1 9994188342411627773
// sqrt 14861104317366403791
// prime 14262421406629929323
// fmt 16782562252617838757
// binom 10563034686232688494
// quo3 11286558992673457889
// inverse 15218813850144817789
// exp 2213039817786046487
// pow 9274264351173787645
// expneg 15436902962366734579
// jacobi 774410630809957737
