package ecdh

import (
	"crypto/elliptic"
	"crypto/internal/entropy"
	"errors"
	"io"
	"math/big"
)

// nist is one of the curves of crypto/elliptic.
type nist struct{ elliptic.Curve }

var (
	p256 = &nist{elliptic.P256()}
	p384 = &nist{elliptic.P384()}
	p521 = &nist{elliptic.P521()}
)

// P256 is secp256r1; each call answers with one value.
func P256() Curve { return p256 }

// P384 is secp384r1; each call answers with one value.
func P384() Curve { return p384 }

// P521 is secp521r1; each call answers with one value.
func P521() Curve { return p521 }

func (c *nist) String() string { return c.Params().Name }

func (c *nist) size() int { return (c.Params().BitSize + 7) / 8 }

func (c *nist) GenerateKey(rand io.Reader) (*PrivateKey, error) {
	key := make([]byte, c.size())
	for {
		if _, err := io.ReadFull(entropy.Reader, key); err != nil {
			return nil, err
		}
		key[0] &= 0xff >> ((8 - c.Params().BitSize%8) % 8)
		if k, err := c.NewPrivateKey(key); err == nil {
			return k, nil
		}
	}
}

func (c *nist) NewPrivateKey(key []byte) (*PrivateKey, error) {
	if len(key) != c.size() {
		return nil, errors.New("crypto/ecdh: invalid private key")
	}
	if n := new(big.Int).SetBytes(key); n.Sign() == 0 || n.Cmp(c.Params().N) >= 0 {
		return nil, errors.New("crypto/ecdh: invalid private key")
	}
	x, y := c.ScalarBaseMult(key)
	public := &PublicKey{curve: c, bytes: elliptic.Marshal(c.Curve, x, y)}
	return &PrivateKey{curve: c, bytes: append([]byte(nil), key...), public: public}, nil
}

func (c *nist) NewPublicKey(key []byte) (*PublicKey, error) {
	if len(key) == 0 || key[0] != 4 {
		return nil, errors.New("crypto/ecdh: invalid public key")
	}
	if x, _ := elliptic.Unmarshal(c.Curve, key); x == nil {
		return nil, errors.New("crypto/ecdh: invalid public key")
	}
	return &PublicKey{curve: c, bytes: append([]byte(nil), key...)}, nil
}

func (c *nist) agree(local *PrivateKey, remote *PublicKey) ([]byte, error) {
	x, y := elliptic.Unmarshal(c.Curve, remote.bytes)
	x, _ = c.ScalarMult(x, y, local.bytes)
	return x.FillBytes(make([]byte, c.size())), nil
}
