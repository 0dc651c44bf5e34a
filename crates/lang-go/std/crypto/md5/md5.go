// Package md5 is the digest of RFC 1321. It is broken: not for secrets.
package md5

import (
	"crypto"
	"crypto/internal/block"
	"hash"
)

const (
	Size      = 16
	BlockSize = 64
)

var kind = &block.Kind{
	Form:  block.MD5,
	Start: []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
	Size:  Size,
	Magic: "md5\x01",
	Name:  "crypto/md5",
}

func New() hash.Hash { return block.New(kind) }

func Sum(data []byte) (sum [Size]byte) {
	block.Sum(kind, data, sum[:])
	return sum
}

func init() { crypto.RegisterHash(crypto.MD5, New) }
