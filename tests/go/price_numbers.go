// Natives for numbers, hashes and order at their dearest. `cargo xtask gas` prices each case.
package main

import (
	"container/heap"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"math/rand"
	"os"
	"slices"
	"sort"
	"strconv"
)

var data = make([]byte, 20000)

type ints []int

func (s ints) Len() int           { return len(s) }
func (s ints) Less(i, j int) bool { return s[i] < s[j] }
func (s ints) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *ints) Push(x any)        { *s = append(*s, x.(int)) }
func (s *ints) Pop() any {
	old := *s
	x := old[len(old)-1]
	*s = old[:len(old)-1]
	return x
}

func shuffled(n int) []int {
	list := make([]int, n)
	x := uint32(1)
	for i := range list {
		x = x*1664525 + 1013904223
		list[i] = int(x >> 8)
	}
	return list
}

func power(base, exp int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exp)), nil)
}

func floats(n int, f func(x float64) float64) int {
	sum := 0.0
	for i := range n * 100 {
		sum += f(float64(i)*1.37 + 0.1)
	}
	if math.IsNaN(sum) {
		return 0
	}
	return 1
}

var cases = []struct {
	name string
	run  func(n int) int
}{
	{"big_small", func(n int) int {
		a, b := big.NewInt(12345), big.NewInt(6789)
		z := new(big.Int)
		for range n * 50 {
			z.Mul(a, b)
			z.Add(z, a)
			z.Quo(z, b)
			z.Sub(z, a)
		}
		return z.BitLen()
	}},
	{"big_mul", func(n int) int {
		a, b := power(3, 20000), power(7, 9000)
		z := new(big.Int)
		for range n / 2 {
			z.Mul(a, b)
			z.Mul(a, a)
		}
		return z.BitLen()
	}},
	{"big_mul_uneven", func(n int) int {
		a, b := power(3, 40000), power(7, 200)
		z := new(big.Int)
		for range n {
			z.Mul(a, b)
		}
		return z.BitLen()
	}},
	{"big_div", func(n int) int {
		a, b := power(3, 20000), power(7, 6000)
		q, r := new(big.Int), new(big.Int)
		for range n / 2 {
			q.QuoRem(a, b, r)
		}
		return q.BitLen() + r.BitLen()
	}},
	{"big_div_word", func(n int) int {
		a, b := power(3, 20000), big.NewInt(10007)
		q, r := new(big.Int), new(big.Int)
		for range n * 2 {
			q.QuoRem(a, b, r)
		}
		return q.BitLen() + r.BitLen()
	}},
	{"big_exp", func(n int) int {
		m := power(7, 300)
		z := new(big.Int)
		for range n / 20 {
			z.Exp(power(3, 300), power(5, 100), m)
		}
		return z.BitLen()
	}},
	{"big_exp_even", func(n int) int {
		m := power(2, 700)
		z := new(big.Int)
		for range n / 20 {
			z.Exp(power(3, 300), power(5, 100), m)
		}
		return z.BitLen()
	}},
	{"big_sqrt", func(n int) int {
		a := power(3, 5000)
		z := new(big.Int)
		for range n / 10 {
			z.Sqrt(a)
		}
		return z.BitLen()
	}},
	{"big_gcd", func(n int) int {
		a, b := power(6, 1500), power(10, 1000)
		z := new(big.Int)
		for range n / 10 {
			z.GCD(nil, nil, a, b)
		}
		return z.BitLen()
	}},
	{"big_prime", func(n int) (sum int) {
		p := new(big.Int).Sub(power(2, 127), big.NewInt(1))
		for range n / 20 {
			if p.ProbablyPrime(5) {
				sum++
			}
		}
		return
	}},
	{"big_print", func(n int) (sum int) {
		a := power(3, 10000)
		for range n / 20 {
			sum += len(a.String()) + len(a.Text(7)) + len(a.Text(16))
		}
		return
	}},
	{"big_parse", func(n int) (sum int) {
		text := power(3, 8000).String()
		for range n / 2 {
			z, _ := new(big.Int).SetString(text, 10)
			sum += z.BitLen()
		}
		return
	}},
	{"big_shift", func(n int) int {
		a := power(3, 20000)
		z := new(big.Int)
		for i := range n * 5 {
			z.Lsh(a, uint(i%100))
			z.Rsh(z, uint(i%77))
			z.And(z, a)
			z.Or(z, a)
		}
		return z.BitLen()
	}},
	{"big_factorial", func(n int) int {
		z := big.NewInt(1)
		for i := range n * 5 {
			z.Mul(z, big.NewInt(int64(i+1)))
		}
		return z.BitLen()
	}},
	{"big_rat", func(n int) int {
		sum := new(big.Rat)
		for i := range n {
			sum.Add(sum, big.NewRat(1, int64(i+1)))
		}
		return sum.Denom().BitLen()
	}},
	{"big_float", func(n int) int {
		x := new(big.Float).SetPrec(2000).SetInt64(2)
		z := new(big.Float).SetPrec(2000)
		for range n / 10 {
			z.Sqrt(x)
			z.Mul(z, x)
			z.Quo(z, x)
		}
		return len(z.Text('g', 50))
	}},
	{"exp_log", func(n int) int {
		return floats(n, func(x float64) float64 { return math.Exp(-x) + math.Log(x) + math.Log1p(x) + math.Expm1(-x) })
	}},
	{"pow", func(n int) int {
		return floats(n, func(x float64) float64 { return math.Pow(x, 3.7) + math.Cbrt(x) + math.Hypot(x, x) })
	}},
	{"trig", func(n int) int {
		return floats(n, func(x float64) float64 { return math.Sin(x*1e15) + math.Cos(x) + math.Tan(x*1e12) + math.Atan2(x, 2) })
	}},
	{"hyperbolic", func(n int) int {
		return floats(n, func(x float64) float64 { return math.Sinh(x/1e4) + math.Asinh(x) + math.Acosh(x+1) + math.Tanh(x) })
	}},
	{"special", func(n int) int {
		return floats(n, func(x float64) float64 {
			y, _ := math.Lgamma(x)
			return y + math.Erf(x) + math.Erfinv(0.3) + math.Gamma(x/100)
		})
	}},
	{"bessel", func(n int) int {
		return floats(n/10, func(x float64) float64 { return math.J0(x) + math.Y1(x) + math.Jn(300, x) + math.Yn(200, x) })
	}},
	{"jn_large", func(n int) int {
		sum := 0.0
		for range n / 10 {
			sum += math.Jn(1000000, 0.5) + math.Jn(1000000, 2000001)
		}
		if math.IsNaN(sum) {
			return 0
		}
		return 1
	}},
	{"mod", func(n int) int {
		return floats(n, func(x float64) float64 {
			return math.Mod(1e300, x) + math.Remainder(1e300, x) + math.Mod(1.7e308, 5e-324)
		})
	}},
	{"rounding", func(n int) int {
		return floats(n*5, func(x float64) float64 {
			f, e := math.Frexp(x)
			return math.Floor(x) + math.Round(x) + math.Ldexp(f, e)
		})
	}},
	{"fma", func(n int) int {
		return floats(n*2, func(x float64) float64 { return math.FMA(x, x, -x) })
	}},
	{"complex", func(n int) int {
		return floats(n/2, func(x float64) float64 { return real(cmplx.Pow(complex(x, 1), complex(2, x/1e3)) / complex(x, 2)) })
	}},
	{"bits", func(n int) (sum int) {
		for i := range n * 200 {
			q, r := bits.Div64(uint64(i), 12345, uint64(i)+1)
			sum += int(q^r)&1 + int(bits.Reverse(uint(i)))&1
		}
		return sum
	}},
	{"divide", func(n int) (sum int) {
		x := math.MaxInt
		for i := range n * 1000 {
			sum += x / (i + 1) % (i + 3)
		}
		return sum & 1
	}},
	{"random", func(n int) (sum int) {
		r := rand.New(rand.NewSource(1))
		for range n * 200 {
			sum += r.Intn(100)
		}
		return
	}},
	{"random_seeds", func(n int) (sum int) {
		for i := range n * 2 {
			sum += rand.New(rand.NewSource(int64(i))).Intn(100)
		}
		return
	}},
	{"random_perm", func(n int) (sum int) {
		r := rand.New(rand.NewSource(1))
		for range n {
			sum += r.Perm(500)[0]
		}
		return
	}},
	{"sha256", func(n int) (sum int) {
		for range n {
			h := sha256.Sum256(data)
			sum += int(h[0])
		}
		return
	}},
	{"sha512", func(n int) (sum int) {
		for range n {
			h := sha512.Sum512(data)
			sum += int(h[0])
		}
		return
	}},
	{"sha1_md5", func(n int) (sum int) {
		for range n {
			a, b := sha1.Sum(data), md5.Sum(data)
			sum += int(a[0] ^ b[0])
		}
		return
	}},
	{"hash_short", func(n int) (sum int) {
		for range n * 50 {
			a := sha256.Sum256(data[:1])
			sum += int(a[0]) + int(crc32.ChecksumIEEE(data[:3]))&1
		}
		return
	}},
	{"checksums", func(n int) (sum int) {
		for range n * 2 {
			f := fnv.New64a()
			f.Write(data)
			sum += int(crc32.ChecksumIEEE(data)&1) + int(adler32.Checksum(data)&1) + int(f.Sum64()&1)
		}
		return
	}},
	{"crc_tables", func(n int) (sum int) {
		for i := range n {
			t := crc32.MakeTable(uint32(i)*7919 | 1)
			u := crc64.MakeTable(uint64(i)*7919 | 1)
			sum += int(crc32.Checksum(data, t)&1) + int(crc64.Checksum(data, u)&1)
		}
		return
	}},
	{"sort", func(n int) int {
		list := shuffled(n * 200)
		sort.Ints(list)
		return list[n]
	}},
	{"sort_slice", func(n int) int {
		list := shuffled(n * 100)
		sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
		return list[n]
	}},
	{"sort_stable", func(n int) int {
		list := ints(shuffled(n * 50))
		sort.Stable(list)
		return list[n]
	}},
	{"sort_strings", func(n int) int {
		list := make([]string, n*50)
		for i, v := range shuffled(len(list)) {
			list[i] = "a common prefix of some length " + strconv.Itoa(v)
		}
		slices.Sort(list)
		return len(list[n])
	}},
	{"sort_large_elements", func(n int) int {
		list := make([][64]int, n*10)
		for i, v := range shuffled(len(list)) {
			list[i][0] = v
		}
		sort.Slice(list, func(i, j int) bool { return list[i][0] < list[j][0] })
		return list[n][0]
	}},
	{"reverse", func(n int) int {
		list := shuffled(10000)
		for range n {
			slices.Reverse(list)
		}
		return list[0]
	}},
	{"heap", func(n int) int {
		h := ints(shuffled(n * 50))
		heap.Init(&h)
		last := 0
		for h.Len() > 0 {
			last = heap.Pop(&h).(int)
		}
		return last
	}},
}

func main() {
	for _, c := range cases {
		if len(os.Args) < 2 {
			fmt.Println(c.name, c.run(2))
		} else if c.name == os.Args[1] {
			fmt.Println(c.name, c.run(100))
		}
	}
}

// Output:
// big_small 1
// big_mul 63399
// big_mul_uneven 63960
// big_div 31699
// big_div_word 31700
// big_exp 0
// big_exp_even 0
// big_sqrt 0
// big_gcd 0
// big_prime 0
// big_print 0
// big_parse 12680
// big_shift 31700
// big_factorial 22
// big_rat 2
// big_float 1
// exp_log 1
// pow 1
// trig 1
// hyperbolic 1
// special 1
// bessel 1
// jn_large 1
// mod 1
// rounding 1
// fma 1
// complex 1
// bits 309
// divide 0
// random 19855
// random_seeds 249
// random_perm 472
// sha256 80
// sha512 46
// sha1_md5 82
// hash_short 11000
// checksums 8
// crc_tables 2
// sort 99719
// sort_slice 187240
// sort_stable 321939
// sort_strings 39
// sort_large_elements 3943919
// reverse 3967065
// heap 16735382
