// Package ecdsa signs and verifies by ECDSA (FIPS 186-5).
package ecdsa

import (
	"crypto"
	"crypto/ecdh"
	"crypto/elliptic"
	"errors"
	"math/big"
	"strings"
)

// PublicKey is a point of a curve.
type PublicKey struct {
	elliptic.Curve
	X, Y *big.Int
}

// PrivateKey is a scalar, and the point that belongs to it.
type PrivateKey struct {
	PublicKey
	D *big.Int
}

func exchange(curve elliptic.Curve) ecdh.Curve {
	switch curve {
	case elliptic.P256():
		return ecdh.P256()
	case elliptic.P384():
		return ecdh.P384()
	case elliptic.P521():
		return ecdh.P521()
	}
	return nil
}

// known tells whether a curve is one of crypto/elliptic's own.
func known(curve elliptic.Curve) bool { return curve == elliptic.P224() || exchange(curve) != nil }

// ECDH is the key as one of crypto/ecdh, where that has the curve.
func (pub *PublicKey) ECDH() (*ecdh.PublicKey, error) {
	curve := exchange(pub.Curve)
	if curve == nil {
		return nil, errors.New("ecdsa: unsupported curve by crypto/ecdh")
	}
	if !pub.Curve.IsOnCurve(pub.X, pub.Y) {
		return nil, errors.New("ecdsa: invalid public key")
	}
	return curve.NewPublicKey(elliptic.Marshal(pub.Curve, pub.X, pub.Y))
}

// Equal reports whether x is a public key with the curve and the point of pub.
func (pub *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && pub.X.Cmp(other.X) == 0 && pub.Y.Cmp(other.Y) == 0 && pub.Curve == other.Curve
}

// Bytes encodes the point, without compression.
func (pub *PublicKey) Bytes() ([]byte, error) {
	if !known(pub.Curve) {
		return nil, errors.New("ecdsa: unsupported curve by this package")
	}
	if pub.X == nil || pub.Y == nil || pub.X.Sign() < 0 || pub.Y.Sign() < 0 {
		return nil, errors.New("ecdsa: invalid public key")
	}
	if !pub.Curve.IsOnCurve(pub.X, pub.Y) {
		return nil, errors.New(strings.Replace(pub.Curve.Params().Name, "-", "", 1) + " point not on curve")
	}
	return elliptic.Marshal(pub.Curve, pub.X, pub.Y), nil
}

// ParseUncompressedPublicKey reads what PublicKey.Bytes writes.
func ParseUncompressedPublicKey(curve elliptic.Curve, data []byte) (*PublicKey, error) {
	if len(data) < 1 || data[0] != 4 {
		return nil, errors.New("ecdsa: invalid uncompressed public key")
	}
	if !known(curve) {
		return nil, errors.New("ecdsa: curve not supported by ParseUncompressedPublicKey")
	}
	name := strings.Replace(curve.Params().Name, "-", "", 1)
	if len(data) != 1+2*((curve.Params().BitSize+7)/8) {
		return nil, errors.New("invalid " + name + " point encoding")
	}
	for i, half := 0, len(data)/2; i < 2; i++ {
		if new(big.Int).SetBytes(data[1+i*half:1+(i+1)*half]).Cmp(curve.Params().P) >= 0 {
			return nil, errors.New("invalid " + name + "Element encoding")
		}
	}
	x, y := elliptic.Unmarshal(curve, data)
	if x == nil {
		return nil, errors.New(name + " point not on curve")
	}
	return &PublicKey{Curve: curve, X: x, Y: y}, nil
}

// ECDH is the key as one of crypto/ecdh, where that has the curve.
func (priv *PrivateKey) ECDH() (*ecdh.PrivateKey, error) {
	curve := exchange(priv.Curve)
	if curve == nil {
		return nil, errors.New("ecdsa: unsupported curve by crypto/ecdh")
	}
	n := size(priv.Curve)
	if priv.D.Sign() < 0 || priv.D.BitLen() > n*8 {
		return nil, errors.New("ecdsa: invalid private key")
	}
	return curve.NewPrivateKey(priv.D.FillBytes(make([]byte, n)))
}

// Public is the other half.
func (priv *PrivateKey) Public() crypto.PublicKey { return &priv.PublicKey }

// Equal reports whether x is a private key of the curve, with the point and the scalar of priv.
func (priv *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && priv.PublicKey.Equal(&other.PublicKey) && priv.D.Cmp(other.D) == 0
}

// size is the length in bytes of a scalar.
func size(curve elliptic.Curve) int { return (curve.Params().N.BitLen() + 7) / 8 }

// Bytes encodes the scalar, in the length of the curve's order.
func (priv *PrivateKey) Bytes() ([]byte, error) {
	if !known(priv.Curve) {
		return nil, errors.New("ecdsa: unsupported curve by this package")
	}
	if err := priv.check(); err != nil {
		return nil, err
	}
	return priv.D.FillBytes(make([]byte, size(priv.Curve))), nil
}

// ParseRawPrivateKey reads what PrivateKey.Bytes writes.
func ParseRawPrivateKey(curve elliptic.Curve, data []byte) (*PrivateKey, error) {
	if !known(curve) {
		return nil, errors.New("ecdsa: curve not supported by ParseRawPrivateKey")
	}
	if len(data) != size(curve) {
		return nil, errors.New("invalid scalar length")
	}
	d := new(big.Int).SetBytes(data)
	if d.Sign() == 0 || d.Cmp(curve.Params().N) >= 0 {
		return nil, errors.New("ecdsa: invalid public key encoding")
	}
	priv := &PrivateKey{PublicKey: PublicKey{Curve: curve}, D: d}
	priv.X, priv.Y = curve.ScalarBaseMult(data)
	return priv, nil
}
