package ecdh

import (
	"crypto/internal/entropy"
	"errors"
	"io"
	"math/big"
	"slices"
)

// montgomery is Curve25519 of RFC 7748.
type montgomery struct{}

var x25519 = &montgomery{}

// X25519 is Curve25519; each call answers with one value.
func X25519() Curve { return x25519 }

func (c *montgomery) String() string { return "X25519" }

func (c *montgomery) GenerateKey(rand io.Reader) (*PrivateKey, error) {
	key := make([]byte, 32)
	if _, err := io.ReadFull(entropy.Reader, key); err != nil {
		return nil, err
	}
	return c.NewPrivateKey(key)
}

func (c *montgomery) NewPrivateKey(key []byte) (*PrivateKey, error) {
	if len(key) != 32 {
		return nil, errors.New("crypto/ecdh: invalid private key size")
	}
	base := make([]byte, 32)
	base[0] = 9
	public := &PublicKey{curve: c, bytes: ladder(key, base)}
	return &PrivateKey{curve: c, bytes: slices.Clone(key), public: public}, nil
}

func (c *montgomery) NewPublicKey(key []byte) (*PublicKey, error) {
	if len(key) != 32 {
		return nil, errors.New("crypto/ecdh: invalid public key")
	}
	return &PublicKey{curve: c, bytes: slices.Clone(key)}, nil
}

func (c *montgomery) agree(local *PrivateKey, remote *PublicKey) ([]byte, error) {
	secret := ladder(local.bytes, remote.bytes)
	for _, b := range secret {
		if b != 0 {
			return secret, nil
		}
	}
	return nil, errors.New("crypto/ecdh: bad X25519 remote ECDH input: low order point")
}

// prime is 2²⁵⁵ - 19.
var prime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

// number reads little-endian bytes.
func number(b []byte) *big.Int {
	b = slices.Clone(b)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

// ladder is the function X25519 of section 5 of RFC 7748.
func ladder(scalar, u []byte) []byte {
	k := slices.Clone(scalar)
	k[0] &= 248
	k[31] = k[31]&127 | 64
	masked := slices.Clone(u)
	masked[31] &= 127
	x1 := number(masked)
	x1.Mod(x1, prime)
	x2, z2, x3, z3 := big.NewInt(1), big.NewInt(0), new(big.Int).Set(x1), big.NewInt(1)
	mul := func(z, x, y *big.Int) { z.Mod(z.Mul(x, y), prime) }
	var a, b, aa, bb, e, da, cb big.Int
	a24 := big.NewInt(121665)
	swapped := byte(0)
	for t := 254; t >= 0; t-- {
		bit := k[t/8] >> (t % 8) & 1
		if swapped != bit {
			x2, x3, z2, z3 = x3, x2, z3, z2
		}
		swapped = bit
		a.Add(x2, z2)
		b.Sub(x2, z2)
		mul(&aa, &a, &a)
		mul(&bb, &b, &b)
		e.Sub(&aa, &bb)
		da.Sub(x3, z3)
		mul(&da, &da, &a)
		cb.Add(x3, z3)
		mul(&cb, &cb, &b)
		x3.Add(&da, &cb)
		mul(x3, x3, x3)
		z3.Sub(&da, &cb)
		mul(z3, z3, z3)
		mul(z3, z3, x1)
		mul(x2, &aa, &bb)
		mul(z2, &e, a24)
		z2.Add(z2, &aa)
		mul(z2, z2, &e)
	}
	if swapped == 1 {
		x2, z2 = x3, z3
	}
	out := make([]byte, 32)
	if z2.Sign() != 0 {
		mul(x2, x2, new(big.Int).ModInverse(z2, prime))
		x2.FillBytes(out)
		slices.Reverse(out)
	}
	return out
}
