// Package sha256 is SHA-256 and SHA-224, of FIPS 180-4.
package sha256

import (
	"crypto"
	"crypto/internal/block"
	"hash"
)

const (
	Size      = 32
	Size224   = 28
	BlockSize = 64
)

var (
	kind = &block.Kind{
		Form: block.SHA256,
		Start: []uint64{
			0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
		},
		Size:  Size,
		Magic: "sha\x03",
		Name:  "crypto/sha256",
	}
	kind224 = &block.Kind{
		Form: block.SHA256,
		Start: []uint64{
			0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
		},
		Size:  Size224,
		Magic: "sha\x02",
		Name:  "crypto/sha256",
	}
)

func New() hash.Hash    { return block.New(kind) }
func New224() hash.Hash { return block.New(kind224) }

func Sum256(data []byte) (sum [Size]byte) {
	block.Sum(kind, data, sum[:])
	return sum
}

func Sum224(data []byte) (sum [Size224]byte) {
	block.Sum(kind224, data, sum[:])
	return sum
}

func init() {
	crypto.RegisterHash(crypto.SHA224, New224)
	crypto.RegisterHash(crypto.SHA256, New)
}
