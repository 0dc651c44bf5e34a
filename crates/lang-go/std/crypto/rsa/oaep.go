package rsa

import (
	"bytes"
	"crypto"
	"crypto/internal/entropy"
	"errors"
	"hash"
	"io"
)

func labelHash(h hash.Hash, label []byte) []byte {
	h.Reset()
	h.Write(label)
	return h.Sum(nil)
}

// EncryptOAEP encrypts; the label has to be known to decrypt. Its reader is ignored.
func EncryptOAEP(hash hash.Hash, random io.Reader, pub *PublicKey, msg []byte, label []byte) ([]byte, error) {
	return encryptOAEP(hash, hash, random, pub, msg, label)
}

// EncryptOAEPWithOptions encrypts with a hash of its own for the mask.
func EncryptOAEPWithOptions(random io.Reader, pub *PublicKey, msg []byte, opts *OAEPOptions) ([]byte, error) {
	h, masks := opts.hashes()
	return encryptOAEP(h, masks, random, pub, msg, opts.Label)
}

func (opts *OAEPOptions) hashes() (h, masks hash.Hash) {
	h = opts.Hash.New()
	if opts.MGFHash == 0 {
		return h, opts.Hash.New()
	}
	return h, opts.MGFHash.New()
}

// encryptOAEP is section 7.1.1 of RFC 8017.
func encryptOAEP(h, masks hash.Hash, random io.Reader, pub *PublicKey, msg, label []byte) ([]byte, error) {
	if err := pub.check(); err != nil {
		return nil, err
	}
	size := pub.Size()
	if len(msg) > size-2*h.Size()-2 {
		return nil, ErrMessageTooLong
	}
	em := make([]byte, size)
	seed, db := em[1:1+h.Size()], em[1+h.Size():]
	copy(db, labelHash(h, label))
	db[len(db)-len(msg)-1] = 1
	copy(db[len(db)-len(msg):], msg)
	if random == nil {
		random = entropy.Reader
	}
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, err
	}
	mask(db, masks, seed)
	mask(seed, masks, db)
	return pub.encrypt(em)
}

// DecryptOAEP decrypts what EncryptOAEP encrypts; its reader is ignored.
func DecryptOAEP(hash hash.Hash, random io.Reader, priv *PrivateKey, ciphertext []byte, label []byte) ([]byte, error) {
	return decryptOAEP(hash, hash, priv, ciphertext, label)
}

func decryptOAEP(h, masks hash.Hash, priv *PrivateKey, ciphertext, label []byte) ([]byte, error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	if len(ciphertext) > priv.Size() || priv.Size() < 2*h.Size()+2 {
		return nil, ErrDecryption
	}
	em, err := priv.decrypt(ciphertext)
	if err != nil {
		return nil, ErrDecryption
	}
	seed, db := em[1:1+h.Size()], em[1+h.Size():]
	mask(seed, masks, db)
	mask(db, masks, seed)
	rest := bytes.TrimLeft(db[h.Size():], "\x00")
	if em[0] != 0 || !bytes.Equal(db[:h.Size()], labelHash(h, label)) || len(rest) == 0 || rest[0] != 1 {
		return nil, ErrDecryption
	}
	return rest[1:], nil
}

// Decrypt decrypts with the older padding if opts is nil or of its type, and else by OAEP.
func (priv *PrivateKey) Decrypt(rand io.Reader, ciphertext []byte, opts crypto.DecrypterOpts) (plaintext []byte, err error) {
	switch o := opts.(type) {
	case nil:
		return DecryptPKCS1v15(rand, priv, ciphertext)
	case *OAEPOptions:
		h, masks := o.hashes()
		return decryptOAEP(h, masks, priv, ciphertext, o.Label)
	case *PKCS1v15DecryptOptions:
		if o.SessionKeyLen <= 0 {
			return DecryptPKCS1v15(rand, priv, ciphertext)
		}
		plaintext = make([]byte, o.SessionKeyLen)
		entropy.Reader.Read(plaintext)
		if err := DecryptPKCS1v15SessionKey(rand, priv, ciphertext, plaintext); err != nil {
			return nil, err
		}
		return plaintext, nil
	}
	return nil, errors.New("crypto/rsa: invalid options for Decrypt")
}

// Sign signs by PSS if opts are of its type, and else with the older padding.
func (priv *PrivateKey) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if o, ok := opts.(*PSSOptions); ok {
		return SignPSS(rand, priv, o.Hash, digest, o)
	}
	return SignPKCS1v15(rand, priv, opts.HashFunc(), digest)
}
