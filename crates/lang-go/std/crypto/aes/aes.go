// Package aes is the cipher AES (FIPS 197).
package aes

import (
	"crypto/cipher"
	"crypto/internal/blocks"
	"strconv"
)

// BlockSize is in bytes.
const BlockSize = blocks.Size

type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/aes: invalid key size " + strconv.Itoa(int(k)) }

// NewCipher makes a cipher of a key of 16, 24 or 32 bytes.
func NewCipher(key []byte) (cipher.Block, error) {
	switch n := len(key); n {
	case 16, 24, 32:
		return blocks.New(key), nil
	default:
		return nil, KeySizeError(n)
	}
}
