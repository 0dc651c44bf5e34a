// Package rand draws pseudo-random numbers: for a seed the same as Go. The global functions start from a fixed state
// in each isolate, so that a program does the same on every run.
package rand

import (
	"internal/setting"
	"math"
	"math/rand/internal/ziggurat"
)

// Source draws numbers of 63 bits.
type Source interface {
	Int63() int64
	Seed(seed int64)
}

// Source64 draws numbers of 64 bits, too.
type Source64 interface {
	Source
	Uint64() uint64
}

const (
	length = 607
	tap    = 273
)

// source is an additive lagged Fibonacci generator.
type source struct {
	tap, feed int
	state     [length]int64
}

// seed mixes a seed into a state.
func seed(state *[length]int64, seed int64)

// NewSource is not safe for use by several goroutines at once.
func NewSource(seed int64) Source {
	s := new(source)
	s.Seed(seed)
	return s
}

func (s *source) Seed(n int64) {
	s.tap = 0
	s.feed = length - tap
	seed(&s.state, n)
}

func (s *source) Uint64() uint64 {
	s.tap--
	if s.tap < 0 {
		s.tap += length
	}
	s.feed--
	if s.feed < 0 {
		s.feed += length
	}
	x := s.state[s.feed] + s.state[s.tap]
	s.state[s.feed] = x
	return uint64(x)
}

func (s *source) Int63() int64 { return int64(s.Uint64() &^ (1 << 63)) }

// splitmix (Steele, Lea and Flood, 2014) is behind the global functions.
type splitmix uint64

func (s *splitmix) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *splitmix) Int63() int64 { return int64(s.Uint64() &^ (1 << 63)) }

func (s *splitmix) Seed(seed int64) { *s = splitmix(seed) }

// Rand draws from a source.
type Rand struct {
	src Source
	s64 Source64 // src, if it is one
	// What is left of a number that Read took apart.
	value int64
	bytes int8
}

func New(src Source) *Rand {
	s64, _ := src.(Source64)
	return &Rand{src: src, s64: s64}
}

func (r *Rand) Seed(seed int64) {
	r.src.Seed(seed)
	r.bytes = 0
}

func (r *Rand) Int63() int64   { return r.src.Int63() }
func (r *Rand) Uint32() uint32 { return uint32(r.src.Int63() >> 31) }
func (r *Rand) Int31() int32   { return int32(r.src.Int63() >> 32) }
func (r *Rand) Int() int       { return int(uint(r.src.Int63()) << 1 >> 1) }

func (r *Rand) Uint64() uint64 {
	if r.s64 != nil {
		return r.s64.Uint64()
	}
	return uint64(r.Int63())>>31 | uint64(r.Int63())<<32
}

func (r *Rand) Int63n(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int63n")
	}
	if n&(n-1) == 0 {
		return r.Int63() & (n - 1)
	}
	max := int64(1<<63 - 1 - (1<<63)%uint64(n))
	v := r.Int63()
	for v > max {
		v = r.Int63()
	}
	return v % n
}

func (r *Rand) Int31n(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int31n")
	}
	if n&(n-1) == 0 {
		return r.Int31() & (n - 1)
	}
	max := int32(1<<31 - 1 - (1<<31)%uint32(n))
	v := r.Int31()
	for v > max {
		v = r.Int31()
	}
	return v % n
}

// below multiplies where Int31n divides (Lemire, 2019).
func (r *Rand) below(n uint32) uint32 {
	product := uint64(r.Uint32()) * uint64(n)
	if uint32(product) < n {
		least := -n % n
		for uint32(product) < least {
			product = uint64(r.Uint32()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

func (r *Rand) Intn(n int) int {
	if n <= 0 {
		panic("invalid argument to Intn")
	}
	if n <= 1<<31-1 {
		return int(r.Int31n(int32(n)))
	}
	return int(r.Int63n(int64(n)))
}

func (r *Rand) Float64() float64 {
	for {
		if f := float64(r.Int63()) / (1 << 63); f != 1 {
			return f
		}
	}
}

func (r *Rand) Float32() float32 {
	for {
		if f := float32(r.Float64()); f != 1 {
			return f
		}
	}
}

func (r *Rand) Perm(n int) []int {
	m := make([]int, n)
	for i := range m {
		j := r.Intn(i + 1)
		m[i] = m[j]
		m[j] = i
	}
	return m
}

func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	i := n - 1
	for ; i > 1<<31-2; i-- {
		swap(i, int(r.Int63n(int64(i+1))))
	}
	for ; i > 0; i-- {
		swap(i, int(r.below(uint32(i+1))))
	}
}

// Read fills p, and never fails.
func (r *Rand) Read(p []byte) (n int, err error) {
	for i := range p {
		if r.bytes == 0 {
			r.value = r.src.Int63()
			r.bytes = 7
		}
		p[i] = byte(r.value)
		r.value >>= 8
		r.bytes--
	}
	return len(p), nil
}

// NormFloat64 has mean 0 and standard deviation 1.
func (r *Rand) NormFloat64() float64 {
	t := ziggurat.NormalTable()
	for {
		j := int32(r.Uint32())
		i := j & 0x7f
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
		j := r.Uint32()
		i := j & 0xff
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

var global = New(new(splitmix))

// Seed does nothing, as in Go since 1.24, unless a setting asks for what it did before.
func Seed(seed int64) {
	if setting.Get("randseednop") == "0" {
		global = New(NewSource(seed))
	}
}

func Int63() int64                       { return global.Int63() }
func Uint32() uint32                     { return global.Uint32() }
func Uint64() uint64                     { return global.Uint64() }
func Int31() int32                       { return global.Int31() }
func Int() int                           { return global.Int() }
func Int63n(n int64) int64               { return global.Int63n(n) }
func Int31n(n int32) int32               { return global.Int31n(n) }
func Intn(n int) int                     { return global.Intn(n) }
func Float64() float64                   { return global.Float64() }
func Float32() float32                   { return global.Float32() }
func Perm(n int) []int                   { return global.Perm(n) }
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }
func Read(p []byte) (n int, err error)   { return global.Read(p) }
func NormFloat64() float64               { return global.NormFloat64() }
func ExpFloat64() float64                { return global.ExpFloat64() }
