// Package maphash hashes bytes by a seed. Seeds are made in the same order on every run.
package maphash

import (
	"hash"
	"internal/rt"
)

// Seed is made by MakeSeed. Seeds are never 0.
type Seed struct{ s uint64 }

var seeds uint64

// mix is the hash of bytes by a seed.
func mix(seed uint64, p string) uint64

func MakeSeed() Seed {
	for {
		seeds += 0x9e3779b97f4a7c15
		if s := mix(seeds, "seed"); s != 0 {
			return Seed{s}
		}
	}
}

// block is how much of the input is mixed at once.
const block = 128

// Hash collects blocks. The zero value makes itself a seed.
type Hash struct {
	_     [0]func() // hashes are not compared
	seed  Seed
	state Seed
	buf   [block]byte
	n     int
}

func String(seed Seed, s string) uint64 {
	state := seed.s
	if state == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	for len(s) > block {
		state = mix(state, s[:block])
		s = s[block:]
	}
	return mix(state, s)
}

func Bytes(seed Seed, b []byte) uint64 { return String(seed, rt.ViewString(b)) }

func (h *Hash) ready() {
	if h.state.s == 0 {
		h.SetSeed(h.Seed())
	}
}

// Seed makes one if there is none yet.
func (h *Hash) Seed() Seed {
	if h.seed.s == 0 {
		h.seed = MakeSeed()
	}
	return h.seed
}

func (h *Hash) SetSeed(seed Seed) {
	if seed.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	h.seed, h.state, h.n = seed, seed, 0
}

func (h *Hash) Reset() {
	h.ready()
	h.state, h.n = h.seed, 0
}

func (h *Hash) Write(b []byte) (int, error) { return h.WriteString(rt.ViewString(b)) }

func (h *Hash) WriteString(s string) (int, error) {
	h.ready()
	size := len(s)
	for h.n+len(s) > block {
		k := copy(h.buf[h.n:], s)
		h.state.s = mix(h.state.s, rt.ViewString(h.buf[:]))
		h.n = 0
		s = s[k:]
	}
	h.n += copy(h.buf[h.n:], s)
	return size, nil
}

func (h *Hash) WriteByte(b byte) error {
	h.ready()
	if h.n == block {
		h.state.s = mix(h.state.s, rt.ViewString(h.buf[:]))
		h.n = 0
	}
	h.buf[h.n] = b
	h.n++
	return nil
}

func (h *Hash) Sum64() uint64 {
	h.ready()
	return mix(h.state.s, rt.ViewString(h.buf[:h.n]))
}

func (h *Hash) Sum(b []byte) []byte {
	x := h.Sum64()
	return append(b, byte(x>>56), byte(x>>48), byte(x>>40), byte(x>>32),
		byte(x>>24), byte(x>>16), byte(x>>8), byte(x))
}

func (h *Hash) Size() int      { return 8 }
func (h *Hash) BlockSize() int { return block }

// hashAny is a hash of a comparable value; it panics if what v holds cannot be compared.
func hashAny(v any) uint64

// Comparable hashes equal values alike.
func Comparable[T comparable](seed Seed, v T) uint64 {
	var h Hash
	h.SetSeed(seed)
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable adds a value to what is hashed.
func WriteComparable[T comparable](h *Hash, x T) {
	v := hashAny(x)
	var b [8]byte
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	h.Write(b[:])
}

func (h *Hash) Clone() (hash.Cloner, error) {
	h.ready()
	c := *h
	return &c, nil
}
