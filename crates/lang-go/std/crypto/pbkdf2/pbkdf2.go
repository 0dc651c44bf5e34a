// Package pbkdf2 derives keys from passwords (RFC 8018).
package pbkdf2

import (
	"crypto/hmac"
	"errors"
	"hash"
)

// Key derives a key of a password by so many iterations. The name in an error is misspelt as it is in Go.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	if keyLength <= 0 {
		return nil, errors.New("pkbdf2: keyLength must be larger than 0")
	}
	mac := hmac.New(func() hash.Hash { return h() }, []byte(password))
	size := mac.Size()
	blocks := (keyLength-1)/size + 1
	if int64(blocks) > 1<<32-1 {
		return nil, errors.New("pkbdf2: keyLength too long")
	}
	out := make([]byte, 0, blocks*size)
	last := make([]byte, size)
	for block := 1; block <= blocks; block++ {
		mac.Reset()
		mac.Write(salt)
		mac.Write([]byte{byte(block >> 24), byte(block >> 16), byte(block >> 8), byte(block)})
		out = mac.Sum(out)
		sum := out[len(out)-size:]
		copy(last, sum)
		for range iter - 1 {
			mac.Reset()
			mac.Write(last)
			last = mac.Sum(last[:0])
			for i := range last {
				sum[i] ^= last[i]
			}
		}
	}
	return out[:keyLength], nil
}
