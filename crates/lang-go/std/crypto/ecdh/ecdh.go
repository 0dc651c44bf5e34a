// Package ecdh agrees on secrets over the curves of NIST and Curve25519.
package ecdh

import (
	"bytes"
	"crypto"
	"crypto/subtle"
	"errors"
	"io"
)

// A Curve makes keys of its own.
type Curve interface {
	// GenerateKey makes a private key; its reader is ignored.
	GenerateKey(rand io.Reader) (*PrivateKey, error)

	// NewPrivateKey checks a scalar, which has the curve's length, and is neither 0 nor as large as the
	// order.
	NewPrivateKey(key []byte) (*PrivateKey, error)

	// NewPublicKey checks a point, which is not compressed.
	NewPublicKey(key []byte) (*PublicKey, error)

	agree(local *PrivateKey, remote *PublicKey) ([]byte, error)
}

// KeyExchanger is a private key, which may be held elsewhere.
type KeyExchanger interface {
	PublicKey() *PublicKey
	Curve() Curve
	ECDH(*PublicKey) ([]byte, error)
}

// PublicKey is a point of a curve.
type PublicKey struct {
	curve Curve
	bytes []byte
}

// Bytes encodes the key.
func (k *PublicKey) Bytes() []byte { return bytes.Clone(k.bytes) }

// Curve is the curve that the key belongs to.
func (k *PublicKey) Curve() Curve { return k.curve }

// Equal reports whether x is a public key of the curve with the encoding of k.
func (k *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && k.curve == other.curve && subtle.ConstantTimeCompare(k.bytes, other.bytes) == 1
}

// PrivateKey is a scalar and the point that belongs to it.
type PrivateKey struct {
	curve  Curve
	bytes  []byte
	public *PublicKey
}

// ECDH is the secret that remote's owner finds, too.
func (k *PrivateKey) ECDH(remote *PublicKey) ([]byte, error) {
	if k.curve != remote.curve {
		return nil, errors.New("crypto/ecdh: private key and public key curves do not match")
	}
	return k.curve.agree(k, remote)
}

// Bytes encodes the key.
func (k *PrivateKey) Bytes() []byte { return bytes.Clone(k.bytes) }

// Curve is the curve that the key belongs to.
func (k *PrivateKey) Curve() Curve { return k.curve }

// PublicKey is the other half.
func (k *PrivateKey) PublicKey() *PublicKey { return k.public }

// Public is PublicKey for crypto's interfaces.
func (k *PrivateKey) Public() crypto.PublicKey { return k.public }

// Equal reports whether x is a private key of the curve with the encoding of k.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && k.curve == other.curve && subtle.ConstantTimeCompare(k.bytes, other.bytes) == 1
}
