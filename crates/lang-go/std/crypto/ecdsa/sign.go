package ecdsa

import (
	"crypto"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/internal/entropy"
	"crypto/sha512"
	"errors"
	"hash"
	"io"
	"math/big"
)

var errZero = errors.New("zero parameter")

// GenerateKey makes a private key; its reader is ignored.
func GenerateKey(c elliptic.Curve, r io.Reader) (*PrivateKey, error) {
	d, err := scalar(c.Params(), entropy.Reader)
	if err != nil {
		return nil, err
	}
	priv := &PrivateKey{PublicKey: PublicKey{Curve: c}, D: d}
	priv.X, priv.Y = c.ScalarBaseMult(d.Bytes())
	return priv, nil
}

// scalar is a number between 1 and the order, made of the bytes of a reader.
func scalar(params *elliptic.CurveParams, r io.Reader) (*big.Int, error) {
	bits := params.N.BitLen()
	b := make([]byte, (bits+7)/8)
	for {
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		if k := toInt(b, bits); k.Sign() > 0 && k.Cmp(params.N) < 0 {
			return k, nil
		}
	}
}

// toInt takes the leftmost bits.
func toInt(b []byte, bits int) *big.Int {
	if n := (bits + 7) / 8; len(b) > n {
		b = b[:n]
	}
	z := new(big.Int).SetBytes(b)
	if more := len(b)*8 - bits; more > 0 {
		z.Rsh(z, uint(more))
	}
	return z
}

// drbg is HMAC_DRBG, as RFC 6979 uses it to make scalars of a key and a digest.
type drbg struct {
	make func() hash.Hash
	k, v []byte
	used bool
}

func newDRBG(h func() hash.Hash, seed ...[]byte) *drbg {
	n := h().Size()
	d := &drbg{make: h, k: make([]byte, n), v: make([]byte, n)}
	for i := range d.v {
		d.v[i] = 1
	}
	d.update(seed...)
	return d
}

func (d *drbg) mac(parts ...[]byte) []byte {
	m := hmac.New(d.make, d.k)
	for _, p := range parts {
		m.Write(p)
	}
	return m.Sum(nil)
}

func (d *drbg) update(seed ...[]byte) {
	for mark := range 2 {
		d.k = d.mac(append([][]byte{d.v, {byte(mark)}}, seed...)...)
		d.v = d.mac(d.v)
		if len(seed) == 0 {
			return
		}
	}
}

// Read never fails. Between two scalars the state moves on.
func (d *drbg) Read(b []byte) (int, error) {
	if d.used {
		d.update()
	}
	d.used = true
	for n := 0; n < len(b); {
		d.v = d.mac(d.v)
		n += copy(b[n:], d.v)
	}
	return len(b), nil
}

// nonces makes the scalars that signatures begin with: of the key, the digest, and bytes of chance where they
// are wanted.
func nonces(priv *PrivateKey, digest []byte, h func() hash.Hash, chance bool) *drbg {
	n := size(priv.Curve)
	order := priv.Curve.Params().N
	key := priv.D.FillBytes(make([]byte, n))
	z := toInt(digest, order.BitLen())
	if z.Cmp(order) >= 0 {
		z.Sub(z, order)
	}
	reduced := z.FillBytes(make([]byte, n))
	if !chance {
		return newDRBG(h, key, reduced)
	}
	extra := make([]byte, n)
	entropy.Reader.Read(extra)
	return newDRBG(h, extra, key, reduced)
}

// sign computes r and s with scalars of a reader until there is a pair without a zero.
func sign(priv *PrivateKey, digest []byte, scalars io.Reader) (r, s *big.Int, err error) {
	params := priv.Curve.Params()
	order := params.N
	if order.Sign() == 0 {
		return nil, nil, errZero
	}
	for {
		k, err := scalar(params, scalars)
		if err != nil {
			return nil, nil, err
		}
		r, _ = priv.Curve.ScalarBaseMult(k.Bytes())
		r.Mod(r, order)
		if r.Sign() == 0 {
			continue
		}
		s = toInt(digest, order.BitLen())
		s.Add(s, new(big.Int).Mul(priv.D, r))
		s.Mul(s, new(big.Int).ModInverse(k, order))
		if s.Mod(s, order); s.Sign() != 0 {
			return r, s, nil
		}
	}
}

func (priv *PrivateKey) check() error {
	switch {
	case priv.D == nil || priv.D.Sign() <= 0:
		return errors.New("ecdsa: private key scalar is zero or negative")
	case priv.D.Cmp(priv.Curve.Params().N) >= 0:
		return errors.New("ecdsa: invalid private key")
	}
	return nil
}

// Sign signs a digest; its reader is ignored.
func Sign(rand io.Reader, priv *PrivateKey, hash []byte) (r, s *big.Int, err error) {
	if err := priv.check(); err != nil {
		return nil, nil, err
	}
	return sign(priv, hash, nonces(priv, hash, sha512.New, true))
}

// SignASN1 signs a digest, and encodes the signature; its reader is ignored.
func SignASN1(r io.Reader, priv *PrivateKey, hash []byte) ([]byte, error) {
	x, y, err := Sign(r, priv, hash)
	if err != nil {
		return nil, err
	}
	return encode(x, y), nil
}

// Sign signs a digest. Without a reader the signature is the one of RFC 6979, made with the hash that made
// the digest.
func (priv *PrivateKey) Sign(random io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if random != nil {
		return SignASN1(random, priv, digest)
	}
	if !known(priv.Curve) {
		return nil, errors.New("ecdsa: curve not supported by deterministic signatures")
	}
	h := opts.HashFunc()
	if len(digest) != h.Size() {
		return nil, errors.New("ecdsa: hash length does not match hash function")
	}
	if err := priv.check(); err != nil {
		return nil, err
	}
	r, s, err := sign(priv, digest, nonces(priv, digest, h.New, false))
	if err != nil {
		return nil, err
	}
	return encode(r, s), nil
}

// Verify reports whether r and s are a signature of the digest by the owner of pub.
func Verify(pub *PublicKey, hash []byte, r, s *big.Int) bool {
	order := pub.Curve.Params().N
	if r.Sign() <= 0 || s.Sign() <= 0 || r.Cmp(order) >= 0 || s.Cmp(order) >= 0 {
		return false
	}
	if pub.X == nil || pub.Y == nil || !pub.Curve.IsOnCurve(pub.X, pub.Y) {
		return false
	}
	w := new(big.Int).ModInverse(s, order)
	if w == nil {
		return false
	}
	u1 := toInt(hash, order.BitLen())
	u1.Mod(u1.Mul(u1, w), order)
	u2 := new(big.Int).Mul(r, w)
	u2.Mod(u2, order)
	x1, y1 := pub.Curve.ScalarBaseMult(u1.Bytes())
	x2, y2 := pub.Curve.ScalarMult(pub.X, pub.Y, u2.Bytes())
	x, y := pub.Curve.Add(x1, y1, x2, y2)
	if x.Sign() == 0 && y.Sign() == 0 {
		return false
	}
	return x.Mod(x, order).Cmp(r) == 0
}

// VerifyASN1 reports whether sig is such a signature, encoded.
func VerifyASN1(pub *PublicKey, hash, sig []byte) bool {
	r, s, ok := decode(sig)
	return ok && Verify(pub, hash, r, s)
}
