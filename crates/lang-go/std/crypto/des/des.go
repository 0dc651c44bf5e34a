// Package des is the ciphers DES and Triple DES (FIPS 46-3). They are broken or nearly so: not for secrets.
package des

import (
	"crypto/cipher"
	"crypto/internal/alias"
	"encoding/binary"
	"strconv"
)

// BlockSize is in bytes.
const BlockSize = 8

type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/des: invalid key size " + strconv.Itoa(int(k)) }

// desCipher is DES once or three times.
type desCipher struct {
	rounds [][16]uint64 // the keys of rounds, 48 bits each
}

// NewCipher makes DES of a key of 8 bytes.
func NewCipher(key []byte) (cipher.Block, error) {
	if len(key) != 8 {
		return nil, KeySizeError(len(key))
	}
	return &desCipher{[][16]uint64{schedule(key)}}, nil
}

// NewTripleDESCipher makes Triple DES of a key of 24 bytes.
func NewTripleDESCipher(key []byte) (cipher.Block, error) {
	if len(key) != 24 {
		return nil, KeySizeError(len(key))
	}
	return &desCipher{[][16]uint64{schedule(key[:8]), schedule(key[8:16]), schedule(key[16:])}}, nil
}

func (c *desCipher) BlockSize() int          { return BlockSize }
func (c *desCipher) Encrypt(dst, src []byte) { c.crypt(dst, src, false) }
func (c *desCipher) Decrypt(dst, src []byte) { c.crypt(dst, src, true) }

func (c *desCipher) crypt(dst, src []byte, decrypt bool) {
	if len(src) < BlockSize {
		panic("crypto/des: input not full block")
	}
	if len(dst) < BlockSize {
		panic("crypto/des: output not full block")
	}
	if alias.Inexact(dst[:BlockSize], src[:BlockSize]) {
		panic("crypto/des: invalid buffer overlap")
	}
	b := permute(binary.BigEndian.Uint64(src), 64, initial[:])
	left, right := uint32(b>>32), uint32(b)
	for i := range c.rounds {
		// The one in the middle of three works the other way round.
		keys, backwards := &c.rounds[i], decrypt != (i == 1)
		if decrypt {
			keys = &c.rounds[len(c.rounds)-1-i]
		}
		for round := range 16 {
			if backwards {
				round = 15 - round
			}
			left, right = right, left^mix(right, keys[round])
		}
		left, right = right, left
	}
	binary.BigEndian.PutUint64(dst, permute(uint64(left)<<32|uint64(right), 64, final[:]))
}

// mix is the function of a round: each 6 bits, with those of neighbours at both ends, choose 4.
func mix(half uint32, key uint64) (out uint32) {
	wide := uint64(half&1)<<33 | uint64(half)<<1 | uint64(half>>31)
	for i := range 8 {
		out |= boxes[i][(wide>>(28-4*i)^key>>(42-6*i))&63]
	}
	return out
}

// permute takes bits of an n-bit number by their places, of which 1 is the highest.
func permute(x uint64, n int, places []byte) (out uint64) {
	for _, p := range places {
		out = out<<1 | x>>(n-int(p))&1
	}
	return out
}

func schedule(key []byte) (keys [16]uint64) {
	k := permute(binary.BigEndian.Uint64(key), 64, choice1[:])
	c, d := uint32(k>>28), uint32(k&(1<<28-1))
	for i := range keys {
		turn := 2
		if i == 0 || i == 1 || i == 8 || i == 15 {
			turn = 1
		}
		c = c<<turn&(1<<28-1) | c>>(28-turn)
		d = d<<turn&(1<<28-1) | d>>(28-turn)
		keys[i] = permute(uint64(c)<<28|uint64(d), 56, choice2[:])
	}
	return keys
}
