// Package rc4 is the stream cipher RC4. It is broken: not for secrets.
package rc4

import (
	"crypto/internal/alias"
	"strconv"
)

// Cipher is a permutation of bytes that the key stream is drawn from.
type Cipher struct {
	s    [256]uint32
	i, j uint8
}

type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/rc4: invalid key size " + strconv.Itoa(int(k)) }

// NewCipher makes a cipher of a key of 1 to 256 bytes.
func NewCipher(key []byte) (*Cipher, error) {
	n := len(key)
	if n < 1 || n > 256 {
		return nil, KeySizeError(n)
	}
	c := new(Cipher)
	for i := range c.s {
		c.s[i] = uint32(i)
	}
	var j uint8
	for i := range c.s {
		j += uint8(c.s[i]) + key[i%n]
		c.s[i], c.s[j] = c.s[j], c.s[i]
	}
	return c, nil
}

// Reset forgets the key.
func (c *Cipher) Reset() { *c = Cipher{} }

func (c *Cipher) XORKeyStream(dst, src []byte) {
	if len(src) == 0 {
		return
	}
	_ = dst[len(src)-1] // The capacity does not count.
	if dst = dst[:len(src)]; alias.Inexact(dst, src) {
		panic("crypto/rc4: invalid buffer overlap")
	}
	i, j := c.i, c.j
	for k, v := range src {
		i++
		x := c.s[i]
		j += uint8(x)
		y := c.s[j]
		c.s[i], c.s[j] = y, x
		dst[k] = v ^ uint8(c.s[uint8(x+y)])
	}
	c.i, c.j = i, j
}
