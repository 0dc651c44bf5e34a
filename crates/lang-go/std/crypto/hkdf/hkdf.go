// Package hkdf derives keys from a secret (RFC 5869).
package hkdf

import (
	"crypto/hmac"
	"errors"
	"hash"
)

// Extract makes a key of a secret; without a salt, zeros are it.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	if salt == nil {
		salt = make([]byte, h().Size())
	}
	mac := hmac.New(func() hash.Hash { return h() }, salt)
	mac.Write(secret)
	return mac.Sum(nil), nil
}

// Expand makes a longer key of a key.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	if keyLength > 255*h().Size() {
		return nil, errors.New("hkdf: requested key length too large")
	}
	out := make([]byte, 0, keyLength)
	mac := hmac.New(func() hash.Hash { return h() }, pseudorandomKey)
	var block []byte
	for count := byte(1); len(out) < keyLength; count++ {
		if count > 1 {
			mac.Reset()
		}
		mac.Write(block)
		mac.Write([]byte(info))
		mac.Write([]byte{count})
		block = mac.Sum(block[:0])
		out = append(out, block[:min(len(block), keyLength-len(out))]...)
	}
	return out, nil
}

// Key extracts and expands.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	key, err := Extract(h, secret, salt)
	if err != nil {
		return nil, err
	}
	return Expand(h, key, info, keyLength)
}
