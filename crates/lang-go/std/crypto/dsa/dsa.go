// Package dsa signs and verifies by DSA (FIPS 186-3), for what old keys are still needed for.
package dsa

import (
	"crypto/internal/entropy"
	"errors"
	"io"
	"math/big"
)

// Parameters may be shared by many keys.
type Parameters struct {
	P, Q, G *big.Int
}

// PublicKey is the public half of a key.
type PublicKey struct {
	Parameters
	Y *big.Int
}

// PrivateKey is a whole key.
type PrivateKey struct {
	PublicKey
	X *big.Int
}

// ErrInvalidPublicKey is the error of keys with which this package cannot compute.
var ErrInvalidPublicKey = errors.New("crypto/dsa: invalid public key")

// ParameterSizes is a pair of lengths in bits, of P and Q.
type ParameterSizes int

const (
	L1024N160 ParameterSizes = iota
	L2048N224
	L2048N256
	L3072N256
)

var lengths = [...]struct{ p, q int }{{1024, 160}, {2048, 224}, {2048, 256}, {3072, 256}}

// rounds is how often numbers are tested for being prime.
const rounds = 64

var one = big.NewInt(1)

// GenerateParameters finds primes and a generator of bytes of rand.
func GenerateParameters(params *Parameters, rand io.Reader, sizes ParameterSizes) error {
	if sizes < 0 || int(sizes) >= len(lengths) {
		return errors.New("crypto/dsa: invalid ParameterSizes")
	}
	p, q, err := primes(rand, lengths[sizes].p, lengths[sizes].q)
	if err != nil {
		return err
	}
	params.P, params.Q = p, q
	exponent := new(big.Int).Sub(p, one)
	exponent.Quo(exponent, q)
	for h := big.NewInt(2); ; h.Add(h, one) {
		if g := new(big.Int).Exp(h, exponent, p); g.Cmp(one) != 0 {
			params.G = g
			return nil
		}
	}
}

// primes finds a prime of some bits, and a longer one that is 1 modulo the first.
func primes(rand io.Reader, long, short int) (p, q *big.Int, err error) {
	qBytes, pBytes := make([]byte, short/8), make([]byte, long/8)
	p, q = new(big.Int), new(big.Int)
	for {
		if _, err := io.ReadFull(rand, qBytes); err != nil {
			return nil, nil, err
		}
		qBytes[len(qBytes)-1] |= 1
		qBytes[0] |= 0x80
		if q.SetBytes(qBytes); !q.ProbablyPrime(rounds) {
			continue
		}
		for range 4 * long {
			if _, err := io.ReadFull(rand, pBytes); err != nil {
				return nil, nil, err
			}
			pBytes[len(pBytes)-1] |= 1
			pBytes[0] |= 0x80
			p.SetBytes(pBytes)
			p.Sub(p, new(big.Int).Mod(p, q))
			p.Add(p, one)
			if p.BitLen() == long && p.ProbablyPrime(rounds) {
				return p, q, nil
			}
		}
	}
}

// below is a number between 1 and n, made of bytes of rand.
func below(rand io.Reader, n *big.Int) (*big.Int, error) {
	b := make([]byte, n.BitLen()/8)
	for {
		if _, err := io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		if k := new(big.Int).SetBytes(b); k.Sign() > 0 && k.Cmp(n) < 0 {
			return k, nil
		}
	}
}

// GenerateKey makes a key for parameters that are there already.
func GenerateKey(priv *PrivateKey, rand io.Reader) error {
	if priv.P == nil || priv.Q == nil || priv.G == nil {
		return errors.New("crypto/dsa: parameters not set up before generating key")
	}
	x, err := below(rand, priv.Q)
	if err != nil {
		return err
	}
	priv.X = x
	priv.Y = new(big.Int).Exp(priv.G, x, priv.P)
	return nil
}

// attempts is how often Sign tries scalars before it holds a key for invalid.
const attempts = 10

// Sign signs what a digest made; its reader is ignored.
func Sign(random io.Reader, priv *PrivateKey, hash []byte) (r, s *big.Int, err error) {
	bits := priv.Q.BitLen()
	if priv.P.Sign() <= 0 || priv.Q.Sign() <= 0 || priv.G.Sign() <= 0 || priv.X.Sign() <= 0 || bits%8 != 0 {
		return nil, nil, ErrInvalidPublicKey
	}
	for range attempts {
		k, err := below(entropy.Reader, priv.Q)
		if err != nil {
			return nil, nil, err
		}
		inverse := new(big.Int).ModInverse(k, priv.Q)
		if inverse == nil {
			continue
		}
		r = new(big.Int).Exp(priv.G, k, priv.P)
		if r.Mod(r, priv.Q); r.Sign() == 0 {
			continue
		}
		s = new(big.Int).Mul(priv.X, r)
		s.Add(s, new(big.Int).SetBytes(hash))
		s.Mul(s, inverse)
		if s.Mod(s, priv.Q); s.Sign() != 0 {
			return r, s, nil
		}
	}
	return nil, nil, ErrInvalidPublicKey
}

// Verify reports whether r and s are a signature of the digest by the owner of pub.
func Verify(pub *PublicKey, hash []byte, r, s *big.Int) bool {
	if pub.P.Sign() == 0 || r.Sign() <= 0 || s.Sign() <= 0 || r.Cmp(pub.Q) >= 0 || s.Cmp(pub.Q) >= 0 {
		return false
	}
	w := new(big.Int).ModInverse(s, pub.Q)
	if w == nil || pub.Q.BitLen()%8 != 0 {
		return false
	}
	u1 := new(big.Int).SetBytes(hash)
	u1.Mod(u1.Mul(u1, w), pub.Q)
	u2 := w.Mod(w.Mul(r, w), pub.Q)
	v := u1.Exp(pub.G, u1, pub.P)
	v.Mul(v, u2.Exp(pub.Y, u2, pub.P))
	v.Mod(v, pub.P)
	return v.Mod(v, pub.Q).Cmp(r) == 0
}
