// Package rsa signs and encrypts by RSA (PKCS #1, RFC 8017).
package rsa

import (
	"crypto"
	"errors"
	"math/big"
)

var (
	// ErrMessageTooLong is the error of messages that do not fit beneath the modulus.
	ErrMessageTooLong = errors.New("crypto/rsa: message too long for RSA key size")

	// ErrDecryption says no more than that there is no message, on purpose.
	ErrDecryption = errors.New("crypto/rsa: decryption error")

	// ErrVerification says no more than that there is no signature, on purpose.
	ErrVerification = errors.New("crypto/rsa: verification error")
)

// PublicKey is a modulus and an exponent.
type PublicKey struct {
	N *big.Int
	E int
}

// Size is the length of the modulus in bytes, and so that of signatures and ciphertexts.
func (pub *PublicKey) Size() int { return (pub.N.BitLen() + 7) / 8 }

// Equal reports whether x is a public key with the numbers of pub.
func (pub *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && pub.N.Cmp(other.N) == 0 && pub.E == other.E
}

// PrivateKey is a whole key.
type PrivateKey struct {
	PublicKey
	D           *big.Int
	Primes      []*big.Int // two or more, whose product is N
	Precomputed PrecomputedValues
}

// PrecomputedValues spare private keys some work (the Chinese remainder theorem).
type PrecomputedValues struct {
	Dp, Dq *big.Int // D modulo p-1 and q-1
	Qinv   *big.Int // 1/q modulo p

	// CRTValues is for the primes after the second.
	CRTValues []CRTValue

	modulus *big.Int // for which the values were computed
}

// CRTValue is what is precomputed for a prime after the second.
type CRTValue struct {
	Exp   *big.Int // D modulo the prime less 1
	Coeff *big.Int // 1/R modulo the prime
	R     *big.Int // the product of the primes before
}

// Public is the other half.
func (priv *PrivateKey) Public() crypto.PublicKey { return &priv.PublicKey }

// Equal reports whether x is a private key with the numbers of priv.
func (priv *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	if !ok || !priv.PublicKey.Equal(&other.PublicKey) || priv.D.Cmp(other.D) != 0 {
		return false
	}
	if len(priv.Primes) != len(other.Primes) {
		return false
	}
	for i, p := range priv.Primes {
		if p.Cmp(other.Primes[i]) != 0 {
			return false
		}
	}
	return true
}

// OAEPOptions choose OAEP for PrivateKey.Decrypt.
type OAEPOptions struct {
	Hash    crypto.Hash
	MGFHash crypto.Hash // that of the mask; Hash if it is 0
	Label   []byte
}

// PKCS1v15DecryptOptions choose the older padding for PrivateKey.Decrypt.
type PKCS1v15DecryptOptions struct {
	// SessionKeyLen is the length of a key that is expected. If it is not 0, wrong padding gives random bytes
	// instead of an error.
	SessionKeyLen int
}

// Lengths of the salt of PSS.
const (
	PSSSaltLengthAuto       = 0  // as long as there is room; found out by VerifyPSS
	PSSSaltLengthEqualsHash = -1 // as long as the digest
)

// PSSOptions choose PSS for PrivateKey.Sign.
type PSSOptions struct {
	SaltLength int
	Hash       crypto.Hash
}

// HashFunc is the hash that made the digest.
func (opts *PSSOptions) HashFunc() crypto.Hash { return opts.Hash }
