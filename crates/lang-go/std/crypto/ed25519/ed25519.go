// Package ed25519 signs and verifies (RFC 8032). A private key has its public key after its seed.
package ed25519

import (
	"bytes"
	"crypto"
	"crypto/internal/edwards"
	"crypto/internal/entropy"
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"io"
	"strconv"
)

const (
	PublicKeySize  = 32
	PrivateKeySize = 64
	SignatureSize  = 64
	SeedSize       = 32
)

type PublicKey []byte

func (pub PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(PublicKey)
	return ok && subtle.ConstantTimeCompare(pub, other) == 1
}

type PrivateKey []byte

func (priv PrivateKey) Public() crypto.PublicKey { return PublicKey(bytes.Clone(priv[SeedSize:])) }
func (priv PrivateKey) Seed() []byte             { return append(make([]byte, 0, SeedSize), priv[:SeedSize]...) }

func (priv PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(PrivateKey)
	return ok && subtle.ConstantTimeCompare(priv, other) == 1
}

// Options choose a form: with a digest of the message, or with a context.
type Options struct {
	Hash    crypto.Hash
	Context string
}

func (o *Options) HashFunc() crypto.Hash { return o.Hash }

// prefix is what tells forms apart before all that is hashed; plain Ed25519 has none.
func prefix(hash crypto.Hash, context string, message []byte, where string) ([]byte, error) {
	flag, form := byte(0), "Ed25519ctx"
	switch {
	case hash == crypto.SHA512:
		flag, form = 1, "Ed25519ph"
		if n := len(message); n != sha512.Size {
			return nil, errors.New("ed25519: bad Ed25519ph message hash length: " + strconv.Itoa(n))
		}
	case hash != 0:
		return nil, errors.New("ed25519: expected opts." + where)
	case context == "":
		return nil, nil
	}
	if n := len(context); n > 255 {
		return nil, errors.New("ed25519: bad " + form + " context length: " + strconv.Itoa(n))
	}
	p := append([]byte("SigEd25519 no Ed25519 collisions"), flag, byte(len(context)))
	return append(p, context...), nil
}

// scalar hashes parts to a scalar.
func scalar(parts ...[]byte) []byte {
	h := sha512.New()
	for _, p := range parts {
		h.Write(p)
	}
	out := make([]byte, 32)
	edwards.Reduce(out, h.Sum(nil))
	return out
}

// expand makes the secret scalar of a seed, and what hides the scalars of signatures.
func expand(seed []byte) (secret, hidden []byte) {
	h := sha512.Sum512(seed)
	h[0] &^= 7
	h[31] = h[31]&0x7f | 0x40
	return h[:32], h[32:]
}

// GenerateKey makes a key of bytes of random, or of the isolate's own if that is nil.
func GenerateKey(random io.Reader) (PublicKey, PrivateKey, error) {
	if random == nil {
		random = entropy.Reader
	}
	seed := make([]byte, SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, nil, err
	}
	priv := NewKeyFromSeed(seed)
	return priv.Public().(PublicKey), priv, nil
}

func NewKeyFromSeed(seed []byte) PrivateKey {
	if n := len(seed); n != SeedSize {
		panic("ed25519: bad seed length: " + strconv.Itoa(n))
	}
	priv := make(PrivateKey, PrivateKeySize)
	copy(priv, seed)
	secret, _ := expand(seed)
	edwards.Base(priv[SeedSize:], secret)
	return priv
}

func Sign(privateKey PrivateKey, message []byte) []byte { return sign(privateKey, message, nil) }

func (priv PrivateKey) Sign(rand io.Reader, message []byte, opts crypto.SignerOpts) (signature []byte, err error) {
	context := ""
	if o, ok := opts.(*Options); ok {
		context = o.Context
	}
	p, err := prefix(opts.HashFunc(), context, message,
		"HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)")
	if err != nil {
		return nil, err
	}
	return sign(priv, message, p), nil
}

func sign(priv PrivateKey, message, prefix []byte) []byte {
	if n := len(priv); n != PrivateKeySize {
		panic("ed25519: bad private key: ed25519: bad private key length: " + strconv.Itoa(n))
	}
	secret, hidden := expand(priv[:SeedSize])
	once := scalar(prefix, hidden, message)
	out := make([]byte, SignatureSize)
	edwards.Base(out[:32], once)
	k := scalar(prefix, out[:32], priv[SeedSize:], message)
	edwards.MultiplyAdd(out[32:], append(append(k, secret...), once...))
	return out
}

func Verify(publicKey PublicKey, message, sig []byte) bool {
	return VerifyWithOptions(publicKey, message, sig, &Options{}) == nil
}

// VerifyWithOptions gives nil for a signature that is valid.
func VerifyWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) error {
	if n := len(publicKey); n != PublicKeySize {
		panic("ed25519: bad public key length: " + strconv.Itoa(n))
	}
	p, err := prefix(opts.Hash, opts.Context, message,
		"Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)")
	if err == nil {
		if err = verify(publicKey, message, sig, p); err == nil {
			return nil
		}
	}
	// What is wrong with the key is told before all else.
	var zero, point [32]byte
	if !edwards.Difference(point[:], publicKey, zero[:], zero[:]) {
		return errors.New("ed25519: bad public key")
	}
	return err
}

func verify(publicKey PublicKey, message, sig, prefix []byte) error {
	if n := len(sig); n != SignatureSize {
		return errors.New("ed25519: bad signature length: " + strconv.Itoa(n))
	}
	k := scalar(prefix, sig[:32], publicKey, message)
	var point [32]byte
	if !edwards.Difference(point[:], publicKey, k, sig[32:]) || !bytes.Equal(point[:], sig[:32]) {
		return errors.New("ed25519: invalid signature")
	}
	return nil
}
