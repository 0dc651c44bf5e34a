package rsa

import (
	"crypto/internal/entropy"
	"crypto/rand"
	"errors"
	"fmt"
	"internal/setting"
	"io"
	"math/big"
)

var one = big.NewInt(1)

const (
	exponent = 65537
	shortest = 1024 // bits of keys that are not too weak to be used
)

func checkSize(bits int) error {
	if bits >= shortest || setting.Get("rsa1024min") == "0" {
		return nil
	}
	return fmt.Errorf("crypto/rsa: %d-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)", bits)
}

// check tells why nothing is computed with a public key.
func (pub *PublicKey) check() error {
	if pub.N == nil {
		return errors.New("crypto/rsa: missing public modulus")
	}
	if err := checkSize(pub.N.BitLen()); err != nil {
		return err
	}
	return pub.checkNumbers()
}

func (pub *PublicKey) checkNumbers() error {
	switch {
	case pub.N == nil:
		return errors.New("crypto/rsa: missing public modulus")
	case pub.N.Bit(0) == 0:
		return errors.New("crypto/rsa: public modulus is even")
	case pub.E < 2:
		return errors.New("crypto/rsa: public exponent too small or negative")
	case pub.E&1 == 0:
		return errors.New("crypto/rsa: public exponent is even")
	case pub.E > 1<<31-1:
		return errors.New("crypto/rsa: public exponent too large")
	}
	return nil
}

// GenerateKey makes a key of two primes; its reader is ignored.
func GenerateKey(random io.Reader, bits int) (*PrivateKey, error) {
	if err := checkSize(bits); err != nil {
		return nil, err
	}
	return GenerateMultiPrimeKey(random, 2, bits)
}

// GenerateMultiPrimeKey makes a key of two primes or more; its reader is ignored.
func GenerateMultiPrimeKey(random io.Reader, nprimes int, bits int) (*PrivateKey, error) {
	if nprimes == 2 {
		if err := checkSize(bits); err != nil {
			return nil, err
		}
	}
	if nprimes < 2 {
		return nil, errors.New("crypto/rsa: GenerateMultiPrimeKey: nprimes must be >= 2")
	}
	if bits/nprimes < 8 {
		return nil, errors.New("crypto/rsa: too few primes of given length to generate an RSA key")
	}
	for {
		priv, err := attempt(nprimes, bits)
		if priv != nil || err != nil {
			return priv, err
		}
	}
}

// attempt makes a key, or nothing if the primes that were found do not fit.
func attempt(nprimes, bits int) (*PrivateKey, error) {
	priv := &PrivateKey{PublicKey: PublicKey{N: big.NewInt(1), E: exponent}}
	totient := big.NewInt(1)
	todo := bits
	// Primes have their two highest bits set, so that two of them have the product's length, and more have too much.
	if nprimes >= 7 {
		todo += (nprimes - 2) / 5
	}
	for i := range nprimes {
		length := todo / (nprimes - i)
		p, err := rand.Prime(entropy.Reader, length)
		if err != nil {
			return nil, err
		}
		todo -= p.BitLen()
		for _, other := range priv.Primes {
			if p.Cmp(other) == 0 {
				return nil, nil
			}
		}
		priv.Primes = append(priv.Primes, p)
		priv.N.Mul(priv.N, p)
		less := new(big.Int).Sub(p, one)
		common := new(big.Int).GCD(nil, nil, totient, less)
		totient.Mul(totient, less.Quo(less, common))
	}
	if priv.D = new(big.Int).ModInverse(big.NewInt(exponent), totient); priv.N.BitLen() != bits || priv.D == nil {
		return nil, nil
	}
	if 2*priv.D.BitLen() <= bits {
		return nil, nil
	}
	priv.Precompute()
	return priv, nil
}

// Precompute makes what spares work later. It changes nothing where a key is not of two primes or more.
func (priv *PrivateKey) Precompute() {
	if priv.Precomputed.modulus != nil || len(priv.Primes) < 2 || priv.D == nil {
		return
	}
	for _, p := range priv.Primes {
		if p == nil || p.Cmp(one) <= 0 {
			return
		}
	}
	p, q := priv.Primes[0], priv.Primes[1]
	reduced := func(p *big.Int) *big.Int {
		less := new(big.Int).Sub(p, one)
		return less.Mod(priv.D, less)
	}
	values := PrecomputedValues{Dp: reduced(p), Dq: reduced(q), modulus: new(big.Int).Mul(p, q), CRTValues: []CRTValue{}}
	if values.Qinv = new(big.Int).ModInverse(q, p); values.Qinv == nil {
		return
	}
	for _, prime := range priv.Primes[2:] {
		r := new(big.Int).Set(values.modulus)
		coefficient := new(big.Int).ModInverse(r, prime)
		values.CRTValues = append(values.CRTValues, CRTValue{reduced(prime), coefficient, r})
		values.modulus.Mul(values.modulus, prime)
	}
	priv.Precomputed = values
}

// Validate tells what is wrong with a key.
func (priv *PrivateKey) Validate() error {
	if err := priv.PublicKey.checkNumbers(); err != nil {
		return err
	}
	switch {
	case len(priv.Primes) < 2:
		return errors.New("crypto/rsa: missing primes")
	case priv.D == nil:
		return errors.New("crypto/rsa: missing private exponent")
	}
	product := big.NewInt(1)
	for _, p := range priv.Primes {
		if p == nil || p.Cmp(one) <= 0 {
			return errors.New("modulus must be > 1")
		}
		product.Mul(product, p)
	}
	if product.Cmp(priv.N) != 0 {
		if v := priv.Precomputed.modulus; v != nil && v.Cmp(product) != 0 {
			return errors.New("crypto/rsa: precomputed values are inconsistent with the key")
		}
		return errors.New("crypto/rsa: p * q != n")
	}
	inverse := new(big.Int).Mul(big.NewInt(int64(priv.E)), priv.D)
	inverse.Sub(inverse, one)
	for _, p := range priv.Primes {
		if new(big.Int).Mod(inverse, new(big.Int).Sub(p, one)).Sign() != 0 {
			less := new(big.Int).Sub(p, one)
			if dp := priv.Precomputed.Dp; dp == nil || dp.Cmp(less.Mod(priv.D, less)) == 0 {
				return errors.New("crypto/rsa: invalid CRT exponent")
			}
			return errors.New("crypto/rsa: precomputed values are inconsistent with the key")
		}
	}
	if priv.D.Sign() <= 0 || 2*priv.D.BitLen() <= priv.N.BitLen() {
		return errors.New("crypto/rsa: d too small")
	}
	return nil
}

// encrypt is the operation of a public key, on bytes that are below the modulus.
func (pub *PublicKey) encrypt(b []byte) ([]byte, error) {
	m := new(big.Int).SetBytes(b)
	if m.CmpAbs(pub.N) >= 0 {
		return nil, ErrMessageTooLong
	}
	n := new(big.Int).Abs(pub.N)
	return m.Exp(m, big.NewInt(int64(pub.E)), n).FillBytes(make([]byte, pub.Size())), nil
}

// decrypt is the operation of a private key.
func (priv *PrivateKey) decrypt(b []byte) ([]byte, error) {
	c := new(big.Int).SetBytes(b)
	if c.Cmp(priv.N) >= 0 {
		return nil, ErrDecryption
	}
	priv.Precompute()
	v := &priv.Precomputed
	out := make([]byte, priv.Size())
	if v.modulus == nil || v.modulus.Cmp(priv.N) != 0 || len(priv.Primes) != 2 {
		return c.Exp(c, priv.D, priv.N).FillBytes(out), nil
	}
	p, q := priv.Primes[0], priv.Primes[1]
	m := new(big.Int).Exp(new(big.Int).Mod(c, p), v.Dp, p)
	m2 := new(big.Int).Exp(new(big.Int).Mod(c, q), v.Dq, q)
	m.Sub(m, m2)
	m.Mul(m, v.Qinv)
	m.Mod(m, p)
	m.Mul(m, q)
	m.Add(m, m2)
	// A mistake in either half would give the key away.
	if again := new(big.Int).Exp(m, big.NewInt(int64(priv.E)), priv.N); again.Cmp(c) != 0 {
		return nil, errors.New("crypto/rsa: internal error")
	}
	return m.FillBytes(out), nil
}

func (priv *PrivateKey) check() error {
	if err := priv.PublicKey.check(); err != nil {
		return err
	}
	if priv.D == nil || priv.D.Sign() <= 0 {
		return errors.New("crypto/rsa: missing private exponent")
	}
	return nil
}
