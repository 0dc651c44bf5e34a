// Package blocks is AES, and the parts of modes that work on many blocks at once.
package blocks

import "crypto/internal/alias"

// Size is that of a block in bytes.
const Size = 16

// Each, Chain, Count and Hash are natives: see the list of them. They change data in place, or the state.
func Each(key, data []byte, decrypt bool)

func Chain(key, before, data []byte, decrypt bool)

func Count(key []byte, high, low uint64, skip int, short bool, data []byte)

func Hash(key, state, data []byte)

// Step bounds what happens between two looks at the limits: whole blocks.
const Step = 16 << 10

// Block is AES with a key.
type Block struct {
	key [32]byte
	len int
}

// New makes one of a key of 16, 24 or 32 bytes.
func New(key []byte) *Block {
	b := &Block{len: len(key)}
	copy(b.key[:], key)
	return b
}

func (b *Block) Key() []byte    { return b.key[:b.len] }
func (b *Block) BlockSize() int { return Size }

func (b *Block) Encrypt(dst, src []byte) { b.one(dst, src, false) }
func (b *Block) Decrypt(dst, src []byte) { b.one(dst, src, true) }

func (b *Block) one(dst, src []byte, decrypt bool) {
	if len(src) < Size {
		panic("crypto/aes: input not full block")
	}
	if len(dst) < Size {
		panic("crypto/aes: output not full block")
	}
	if alias.Inexact(dst[:Size], src[:Size]) {
		panic("crypto/aes: invalid buffer overlap")
	}
	copy(dst[:Size], src)
	Each(b.key[:b.len], dst[:Size], decrypt)
}
