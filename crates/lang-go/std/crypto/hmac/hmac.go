// Package hmac authenticates messages by a key and a digest (FIPS 198-1).
package hmac

import (
	"crypto/subtle"
	"errors"
	"hash"
)

type state struct {
	inner, outer       hash.Hash
	innerPad, outerPad []byte
}

// New makes an authenticator of a key of any length.
func New(h func() hash.Hash, key []byte) hash.Hash {
	s := &state{inner: h(), outer: h()}
	if same(s.inner, s.outer) {
		panic("crypto/hmac: hash generation function does not produce unique values")
	}
	size := s.inner.BlockSize()
	if len(key) > size {
		s.outer.Write(key)
		key = s.outer.Sum(nil)
	}
	s.innerPad, s.outerPad = make([]byte, size), make([]byte, size)
	copy(s.innerPad, key)
	copy(s.outerPad, key)
	for i := range s.innerPad {
		s.innerPad[i] ^= 0x36
		s.outerPad[i] ^= 0x5c
	}
	s.inner.Write(s.innerPad)
	return s
}

// same tells whether two digests are one, as far as their type lets them be compared.
func same(a, b hash.Hash) (equal bool) {
	defer func() { _ = recover() }()
	return a == b
}

func (s *state) Write(p []byte) (int, error) { return s.inner.Write(p) }
func (s *state) Size() int                   { return s.outer.Size() }
func (s *state) BlockSize() int              { return s.inner.BlockSize() }

func (s *state) Sum(in []byte) []byte {
	n := len(in)
	in = s.inner.Sum(in)
	s.outer.Reset()
	s.outer.Write(s.outerPad)
	s.outer.Write(in[n:])
	return s.outer.Sum(in[:n])
}

func (s *state) Reset() {
	s.inner.Reset()
	s.inner.Write(s.innerPad)
}

// unsupported is why there is no clone.
type unsupported struct{}

func (unsupported) Error() string { return "crypto/hmac: hash does not support hash.Cloner" }
func (unsupported) Unwrap() error { return errors.ErrUnsupported }

func (s *state) Clone() (hash.Cloner, error) {
	c := *s
	for _, part := range []*hash.Hash{&c.inner, &c.outer} {
		cloner, ok := (*part).(hash.Cloner)
		if !ok {
			return nil, unsupported{}
		}
		clone, err := cloner.Clone()
		if err != nil {
			return nil, err
		}
		*part = clone
	}
	return &c, nil
}

// Equal compares in time that does not depend on the contents.
func Equal(mac1, mac2 []byte) bool { return subtle.ConstantTimeCompare(mac1, mac2) == 1 }
