// Package sha1 is the digest of RFC 3174. It is broken: not for secrets.
package sha1

import (
	"crypto"
	"crypto/internal/block"
	"hash"
)

const (
	Size      = 20
	BlockSize = 64
)

var kind = &block.Kind{
	Form:  block.SHA1,
	Start: []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
	Size:  Size,
	Magic: "sha\x01",
	Name:  "crypto/sha1",
}

func New() hash.Hash { return block.New(kind) }

func Sum(data []byte) (sum [Size]byte) {
	block.Sum(kind, data, sum[:])
	return sum
}

func init() { crypto.RegisterHash(crypto.SHA1, New) }
