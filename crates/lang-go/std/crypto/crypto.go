// Package crypto names digests, and says what keys can do.
package crypto

import (
	"hash"
	"io"
	"strconv"
)

// Hash names a digest, which another package has.
type Hash uint

const (
	MD4 Hash = 1 + iota
	MD5
	SHA1
	SHA224
	SHA256
	SHA384
	SHA512
	MD5SHA1
	RIPEMD160
	SHA3_224
	SHA3_256
	SHA3_384
	SHA3_512
	SHA512_224
	SHA512_256
	BLAKE2s_256
	BLAKE2b_256
	BLAKE2b_384
	BLAKE2b_512
)

// digests has the name and size of each, and what makes one where its package is imported.
var digests = [...]struct {
	name string
	size int
	make func() hash.Hash
}{
	MD4:         {name: "MD4", size: 16},
	MD5:         {name: "MD5", size: 16},
	SHA1:        {name: "SHA-1", size: 20},
	SHA224:      {name: "SHA-224", size: 28},
	SHA256:      {name: "SHA-256", size: 32},
	SHA384:      {name: "SHA-384", size: 48},
	SHA512:      {name: "SHA-512", size: 64},
	MD5SHA1:     {name: "MD5+SHA1", size: 36},
	RIPEMD160:   {name: "RIPEMD-160", size: 20},
	SHA3_224:    {name: "SHA3-224", size: 28},
	SHA3_256:    {name: "SHA3-256", size: 32},
	SHA3_384:    {name: "SHA3-384", size: 48},
	SHA3_512:    {name: "SHA3-512", size: 64},
	SHA512_224:  {name: "SHA-512/224", size: 28},
	SHA512_256:  {name: "SHA-512/256", size: 32},
	BLAKE2s_256: {name: "BLAKE2s-256", size: 32},
	BLAKE2b_256: {name: "BLAKE2b-256", size: 32},
	BLAKE2b_384: {name: "BLAKE2b-384", size: 48},
	BLAKE2b_512: {name: "BLAKE2b-512", size: 64},
}

func (h Hash) known() bool { return h > 0 && h < Hash(len(digests)) }

func (h Hash) HashFunc() Hash { return h }

func (h Hash) String() string {
	if h.known() {
		return digests[h].name
	}
	return "unknown hash value " + strconv.Itoa(int(h))
}

func (h Hash) Size() int {
	if h.known() {
		return digests[h].size
	}
	panic("crypto: Size of unknown hash function")
}

func (h Hash) New() hash.Hash {
	if h.Available() {
		return digests[h].make()
	}
	panic("crypto: requested hash function #" + strconv.Itoa(int(h)) + " is unavailable")
}

// Available tells whether the digest's package is part of the program.
func (h Hash) Available() bool { return h.known() && digests[h].make != nil }

// RegisterHash is for packages that have a digest.
func RegisterHash(h Hash, f func() hash.Hash) {
	if !h.known() {
		panic("crypto: RegisterHash of unknown hash function")
	}
	digests[h].make = f
}

type (
	PublicKey     any
	PrivateKey    any
	DecrypterOpts any
)

// Signer is a private key that signs digests.
type Signer interface {
	Public() PublicKey
	Sign(rand io.Reader, digest []byte, opts SignerOpts) (signature []byte, err error)
}

// MessageSigner signs messages that are not digests yet, too.
type MessageSigner interface {
	Signer
	SignMessage(rand io.Reader, msg []byte, opts SignerOpts) (signature []byte, err error)
}

// SignerOpts says what made the digest that is signed; 0 for a message itself.
type SignerOpts interface {
	HashFunc() Hash
}

// Decrypter is a private key that decrypts.
type Decrypter interface {
	Public() PublicKey
	Decrypt(rand io.Reader, msg []byte, opts DecrypterOpts) (plaintext []byte, err error)
}

// Encapsulator is a public key that makes keys and hides them.
type Encapsulator interface {
	Bytes() []byte
	Encapsulate() (sharedKey, ciphertext []byte)
}

// Decapsulator is a private key that finds such keys again.
type Decapsulator interface {
	Encapsulator() Encapsulator
	Decapsulate(ciphertext []byte) (sharedKey []byte, err error)
}

// SignMessage signs a message, after it made a digest of it unless the signer does that itself.
func SignMessage(signer Signer, rand io.Reader, msg []byte, opts SignerOpts) (signature []byte, err error) {
	if s, ok := signer.(MessageSigner); ok {
		return s.SignMessage(rand, msg, opts)
	}
	if opts.HashFunc() != 0 {
		h := opts.HashFunc().New()
		h.Write(msg)
		msg = h.Sum(nil)
	}
	return signer.Sign(rand, msg, opts)
}
