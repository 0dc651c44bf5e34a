package rsa

import (
	"bytes"
	"crypto"
	"crypto/internal/entropy"
	"crypto/subtle"
	"errors"
	"io"
)

// nist are the ends of the identifiers of the digests in NIST's arc.
var nist = map[crypto.Hash]byte{
	crypto.SHA256: 1, crypto.SHA384: 2, crypto.SHA512: 3, crypto.SHA224: 4, crypto.SHA512_224: 5, crypto.SHA512_256: 6,
	crypto.SHA3_224: 7, crypto.SHA3_256: 8, crypto.SHA3_384: 9, crypto.SHA3_512: 10,
}

// digestInfo is what stands before a digest: the encoding of which one it is (section 9.2 of RFC 8017).
func digestInfo(hash crypto.Hash) (prefix []byte, ok bool) {
	var id []byte
	switch hash {
	case crypto.MD5SHA1:
		return nil, true
	case crypto.MD5:
		id = []byte{0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00}
	case crypto.SHA1:
		id = []byte{0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00}
	case crypto.RIPEMD160:
		// This one is written as it has always been, without a NULL.
		return []byte{0x30, 0x20, 0x30, 0x08, 0x06, 0x06, 0x28, 0xcf, 0x06, 0x03, 0x00, 0x31, 0x04, 0x14}, true
	default:
		end, known := nist[hash]
		if !known {
			return nil, false
		}
		id = []byte{0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, end, 0x05, 0x00}
	}
	size := hash.Size()
	prefix = append([]byte{0x30, byte(len(id) + size + 4), 0x30, byte(len(id))}, id...)
	return append(prefix, 0x04, byte(size)), true
}

// padded is what is signed: 0, 1, many 0xff, 0, what the digest is, and the digest.
func padded(size int, hash crypto.Hash, hashed []byte) ([]byte, error) {
	var prefix []byte
	if hash != 0 {
		if len(hashed) != hash.Size() {
			return nil, errors.New("crypto/rsa: input must be hashed message")
		}
		var ok bool
		if prefix, ok = digestInfo(hash); !ok {
			return nil, errors.New("crypto/rsa: unsupported hash function")
		}
	}
	n := len(prefix) + len(hashed)
	if size < n+11 {
		return nil, ErrMessageTooLong
	}
	em := bytes.Repeat([]byte{0xff}, size)
	em[0], em[1], em[size-n-1] = 0, 1, 0
	copy(em[size-n:], prefix)
	copy(em[size-len(hashed):], hashed)
	return em, nil
}

// SignPKCS1v15 signs a digest, which hash made; 0 signs bytes as they are. Its reader is ignored.
func SignPKCS1v15(random io.Reader, priv *PrivateKey, hash crypto.Hash, hashed []byte) ([]byte, error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	em, err := padded(priv.Size(), hash, hashed)
	if err != nil {
		return nil, err
	}
	return priv.decrypt(em)
}

// VerifyPKCS1v15 tells whether sig is such a signature by the owner of pub.
func VerifyPKCS1v15(pub *PublicKey, hash crypto.Hash, hashed []byte, sig []byte) error {
	if err := pub.check(); err != nil {
		return err
	}
	want, err := padded(pub.Size(), hash, hashed)
	if err == ErrMessageTooLong {
		return ErrVerification
	}
	if err != nil {
		return err
	}
	if len(sig) != pub.Size() {
		return ErrVerification
	}
	em, err := pub.encrypt(sig)
	if err != nil || !bytes.Equal(em, want) {
		return ErrVerification
	}
	return nil
}

// EncryptPKCS1v15 encrypts with the older padding; its reader is ignored.
func EncryptPKCS1v15(random io.Reader, pub *PublicKey, msg []byte) ([]byte, error) {
	if err := pub.check(); err != nil {
		return nil, err
	}
	size := pub.Size()
	if len(msg) > size-11 {
		return nil, ErrMessageTooLong
	}
	em := make([]byte, size)
	em[1] = 2
	padding := em[2 : size-len(msg)-1]
	entropy.Reader.Read(padding)
	for i := range padding {
		for padding[i] == 0 {
			entropy.Reader.Read(padding[i : i+1])
		}
	}
	copy(em[size-len(msg):], msg)
	return pub.encrypt(em)
}

// unpadded is where the message begins behind the older padding.
func unpadded(priv *PrivateKey, ciphertext []byte) (em []byte, start int, ok bool, err error) {
	size := priv.Size()
	if size < 11 {
		return nil, 0, false, ErrDecryption
	}
	if em, err = priv.decrypt(ciphertext); err != nil {
		return nil, 0, false, ErrDecryption
	}
	if em[0] != 0 || em[1] != 2 {
		return em, 0, false, nil
	}
	end := bytes.IndexByte(em[2:], 0)
	return em, end + 3, end >= 8, nil
}

// DecryptPKCS1v15 decrypts what EncryptPKCS1v15 encrypts; its reader is ignored.
func DecryptPKCS1v15(random io.Reader, priv *PrivateKey, ciphertext []byte) ([]byte, error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	em, start, ok, err := unpadded(priv, ciphertext)
	if err != nil || !ok {
		return nil, ErrDecryption
	}
	return em[start:], nil
}

// DecryptPKCS1v15SessionKey puts the message into key if it has that length, and else leaves key as it is.
func DecryptPKCS1v15SessionKey(random io.Reader, priv *PrivateKey, ciphertext []byte, key []byte) error {
	if err := priv.check(); err != nil {
		return err
	}
	if priv.Size()-len(key)-11 < 0 {
		return ErrDecryption
	}
	em, _, ok, err := unpadded(priv, ciphertext)
	if err != nil {
		return err
	}
	if len(em) != priv.Size() {
		return ErrDecryption
	}
	valid := subtle.ConstantTimeByteEq(em[len(em)-len(key)-1], 0)
	if !ok || bytes.IndexByte(em[2:], 0)+3 != len(em)-len(key) {
		valid = 0
	}
	subtle.ConstantTimeCopy(valid, key, em[len(em)-len(key):])
	return nil
}
