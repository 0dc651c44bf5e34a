// Package rand draws pseudo-random numbers: for a seed the same as Go. The global functions start from a fixed state
// in each isolate, so that a program does the same on every run.
package rand

import (
	"math"
	"math/bits"
	"math/rand/internal/ziggurat"
)

// Source draws numbers of 64 bits.
type Source interface {
	Uint64() uint64
}

// Rand draws from a source.
type Rand struct {
	src Source
}

func New(src Source) *Rand { return &Rand{src: src} }

func (r *Rand) Int64() int64   { return int64(r.src.Uint64() &^ (1 << 63)) }
func (r *Rand) Uint32() uint32 { return uint32(r.src.Uint64() >> 32) }
func (r *Rand) Uint64() uint64 { return r.src.Uint64() }
func (r *Rand) Int32() int32   { return int32(r.src.Uint64() >> 33) }
func (r *Rand) Int() int       { return int(uint(r.src.Uint64()) << 1 >> 1) }
func (r *Rand) Uint() uint     { return uint(r.src.Uint64()) }

// below multiplies (Lemire, 2019). n is not 0.
func (r *Rand) below(n uint64) uint64 {
	if n&(n-1) == 0 {
		return r.src.Uint64() & (n - 1)
	}
	high, low := bits.Mul64(r.src.Uint64(), n)
	if low < n {
		least := -n % n
		for low < least {
			high, low = bits.Mul64(r.src.Uint64(), n)
		}
	}
	return high
}

func (r *Rand) Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	return int64(r.below(uint64(n)))
}

func (r *Rand) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	return r.below(n)
}

func (r *Rand) Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	return int32(r.below(uint64(n)))
}

func (r *Rand) Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	return uint32(r.below(uint64(n)))
}

func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	return int(r.below(uint64(n)))
}

func (r *Rand) UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	return uint(r.below(uint64(n)))
}

func (r *Rand) Float64() float64 { return float64(r.src.Uint64()<<11>>11) / (1 << 53) }
func (r *Rand) Float32() float32 { return float32(r.Uint32()<<8>>8) / (1 << 24) }

func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := r.below(uint64(i + 1))
		p[i], p[j] = p[j], p[i]
	}
	return p
}

func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(r.below(uint64(i+1))))
	}
}

// NormFloat64 has mean 0 and standard deviation 1.
func (r *Rand) NormFloat64() float64 {
	t := ziggurat.NormalTable()
	for {
		u := r.src.Uint64()
		j := int32(u)
		i := u >> 32 & 0x7f
		x := float64(j) * float64(t.Width[i])
		if uint32(max(j, -j)) < t.Inside[i] {
			return x
		}
		if i == 0 {
			for {
				x = -math.Log(r.Float64()) * (1.0 / ziggurat.NormalEdge)
				y := -math.Log(r.Float64())
				if y+y >= x*x {
					break
				}
			}
			if j > 0 {
				return ziggurat.NormalEdge + x
			}
			return -ziggurat.NormalEdge - x
		}
		if t.Density[i]+float32(r.Float64())*(t.Density[i-1]-t.Density[i]) < float32(math.Exp(-.5*x*x)) {
			return x
		}
	}
}

// ExpFloat64 has mean 1.
func (r *Rand) ExpFloat64() float64 {
	t := ziggurat.ExponentialTable()
	for {
		u := r.src.Uint64()
		j := uint32(u)
		i := u >> 32 & 0xff
		x := float64(j) * float64(t.Width[i])
		if j < t.Inside[i] {
			return x
		}
		if i == 0 {
			return ziggurat.ExponentialEdge - math.Log(r.Float64())
		}
		if t.Density[i]+float32(r.Float64())*(t.Density[i-1]-t.Density[i]) < float32(math.Exp(-x)) {
			return x
		}
	}
}

// splitmix (Steele, Lea and Flood, 2014) is behind the global functions.
type splitmix uint64

func (s *splitmix) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

var global = New(new(splitmix))

func Int64() int64                       { return global.Int64() }
func Uint32() uint32                     { return global.Uint32() }
func Uint64() uint64                     { return global.Uint64() }
func Int32() int32                       { return global.Int32() }
func Int() int                           { return global.Int() }
func Uint() uint                         { return global.Uint() }
func Int64N(n int64) int64               { return global.Int64N(n) }
func Uint64N(n uint64) uint64            { return global.Uint64N(n) }
func Int32N(n int32) int32               { return global.Int32N(n) }
func Uint32N(n uint32) uint32            { return global.Uint32N(n) }
func IntN(n int) int                     { return global.IntN(n) }
func UintN(n uint) uint                  { return global.UintN(n) }
func Float64() float64                   { return global.Float64() }
func Float32() float32                   { return global.Float32() }
func Perm(n int) []int                   { return global.Perm(n) }
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }
func NormFloat64() float64               { return global.NormFloat64() }
func ExpFloat64() float64                { return global.ExpFloat64() }

// N is a number below n of any integer type.
func N[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(global.Uint64N(uint64(n)))
}
