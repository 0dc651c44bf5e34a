// Package rand gives the bytes that keys are made of: in an isolate, those of a generator that begins at a fixed state.
package rand

import (
	"crypto/internal/entropy"
	"errors"
	"io"
	"math/big"
)

// Reader gives random bytes, and never fails.
var Reader io.Reader = entropy.Reader

// Read fills b from Reader. It panics if that fails, as only another Reader can.
func Read(b []byte) (n int, err error) {
	if _, err = io.ReadFull(Reader, b); err != nil {
		panic("crypto/rand: failed to read random data (see https://go.dev/issue/66821): " + err.Error())
	}
	return len(b), nil
}

// Text is 26 letters and digits of base 32, at least 128 bits.
func Text() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	b := make([]byte, 26)
	Read(b)
	for i := range b {
		b[i] = letters[b[i]%32]
	}
	return string(b)
}

// Int is a number from 0 up to max, which itself is not drawn.
func Int(rand io.Reader, max *big.Int) (n *big.Int, err error) {
	if max.Sign() <= 0 {
		panic("crypto/rand: argument to Int is <= 0")
	}
	n = new(big.Int)
	bits := n.Sub(max, big.NewInt(1)).BitLen()
	if bits == 0 {
		return n, nil
	}
	b := make([]byte, (bits+7)/8)
	for {
		if _, err = io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		b[0] &= byte(0xff >> (8*len(b) - bits))
		if n.SetBytes(b).Cmp(max) < 0 {
			return n, nil
		}
	}
}

// Prime is a number of so many bits, the two highest of which are set, that is prime as far as tests tell. It is drawn
// from the isolate's own bytes, not from r, as in Go since 1.26.
func Prime(r io.Reader, bits int) (*big.Int, error) {
	if bits < 2 {
		return nil, errors.New("crypto/rand: prime size must be at least 2-bit")
	}
	b := make([]byte, (bits+7)/8)
	p := new(big.Int)
	for {
		entropy.Reader.Read(b)
		b[0] &= byte(0xff >> (8*len(b) - bits))
		p.SetBytes(b)
		p.SetBit(p, bits-1, 1)
		if bits > 2 {
			p.SetBit(p, bits-2, 1)
			p.SetBit(p, 0, 1)
		}
		if p.ProbablyPrime(20) {
			return p, nil
		}
	}
}
