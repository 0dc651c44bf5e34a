// Package fnv has the hash functions of Fowler, Noll and Vo: FNV-1, and FNV-1a, which takes each byte before it
// multiplies.
package fnv

import (
	"errors"
	"hash"
)

// update goes through bytes. The form is 32 or 64 bits, and 1 more for FNV-1a.
func update(h uint64, p []byte, form int) uint64

func update128(high, low uint64, p []byte, a bool) (uint64, uint64)

// step bounds what happens between two looks at the limits.
const step = 32 << 10

const (
	start32      = 2166136261
	start64      = 14695981039346656037
	start128High = 0x6c62272e07bb0142
	start128Low  = 0x62b821756295c58d
)

// sum is of 32 or 64 bits.
type sum struct {
	h    uint64
	form int
}

func (s *sum) Size() int      { return s.form / 8 }
func (s *sum) BlockSize() int { return 1 }
func (s *sum) Sum32() uint32  { return uint32(s.h) }
func (s *sum) Sum64() uint64  { return s.h }

func (s *sum) Reset() {
	if s.form < 64 {
		s.h = start32
	} else {
		s.h = start64
	}
}

func (s *sum) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > step {
		s.h = update(s.h, p[:step], s.form)
		p = p[step:]
	}
	s.h = update(s.h, p, s.form)
	return n, nil
}

func appendBig(b []byte, h uint64, size int) []byte {
	for shift := 8 * (size - 1); shift >= 0; shift -= 8 {
		b = append(b, byte(h>>shift))
	}
	return b
}

func (s *sum) Sum(in []byte) []byte { return appendBig(in, s.h, s.Size()) }

func (s *sum) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum) magic() string {
	switch s.form {
	case 32:
		return "fnv\x01"
	case 33:
		return "fnv\x02"
	case 64:
		return "fnv\x03"
	}
	return "fnv\x04"
}

func (s *sum) MarshalBinary() ([]byte, error)        { return s.AppendBinary(nil) }
func (s *sum) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, s.magic()...)), nil }

func (s *sum) UnmarshalBinary(b []byte) error {
	b, err := written(b, s.magic(), s.Size())
	if err == nil {
		s.h = big(b)
	}
	return err
}

// written are the bytes after the magic ones.
func written(b []byte, magic string, size int) ([]byte, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, errors.New("hash/fnv: invalid hash state identifier")
	}
	if len(b) != len(magic)+size {
		return nil, errors.New("hash/fnv: invalid hash state size")
	}
	return b[len(magic):], nil
}

func big(b []byte) (h uint64) {
	for _, c := range b {
		h = h<<8 | uint64(c)
	}
	return h
}

type sum128 struct {
	high, low uint64
	a         bool
}

func (s *sum128) Size() int      { return 16 }
func (s *sum128) BlockSize() int { return 1 }
func (s *sum128) Reset()         { s.high, s.low = start128High, start128Low }

func (s *sum128) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > step {
		s.high, s.low = update128(s.high, s.low, p[:step], s.a)
		p = p[step:]
	}
	s.high, s.low = update128(s.high, s.low, p, s.a)
	return n, nil
}

func (s *sum128) Sum(in []byte) []byte { return appendBig(appendBig(in, s.high, 8), s.low, 8) }

func (s *sum128) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum128) magic() string {
	if s.a {
		return "fnv\x06"
	}
	return "fnv\x05"
}

func (s *sum128) MarshalBinary() ([]byte, error)        { return s.AppendBinary(nil) }
func (s *sum128) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, s.magic()...)), nil }

func (s *sum128) UnmarshalBinary(b []byte) error {
	b, err := written(b, s.magic(), 16)
	if err == nil {
		s.high, s.low = big(b[:8]), big(b[8:])
	}
	return err
}

func New32() hash.Hash32  { return &sum{start32, 32} }
func New32a() hash.Hash32 { return &sum{start32, 33} }
func New64() hash.Hash64  { return &sum{start64, 64} }
func New64a() hash.Hash64 { return &sum{start64, 65} }
func New128() hash.Hash   { return &sum128{start128High, start128Low, false} }
func New128a() hash.Hash  { return &sum128{start128High, start128Low, true} }
