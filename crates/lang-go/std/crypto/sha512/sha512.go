// Package sha512 is SHA-512 and its shorter forms, of FIPS 180-4.
package sha512

import (
	"crypto"
	"crypto/internal/block"
	"hash"
)

const (
	Size      = 64
	Size224   = 28
	Size256   = 32
	Size384   = 48
	BlockSize = 128
)

var (
	kind = &block.Kind{
		Form: block.SHA512,
		Start: []uint64{
			0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
			0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
		},
		Size:  Size,
		Magic: "sha\x07",
		Name:  "crypto/sha512",
	}
	kind384 = &block.Kind{
		Form: block.SHA512,
		Start: []uint64{
			0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
			0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
		},
		Size:  Size384,
		Magic: "sha\x04",
		Name:  "crypto/sha512",
	}
	kind224 = &block.Kind{
		Form: block.SHA512,
		Start: []uint64{
			0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
			0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
		},
		Size:  Size224,
		Magic: "sha\x05",
		Name:  "crypto/sha512",
	}
	kind256 = &block.Kind{
		Form: block.SHA512,
		Start: []uint64{
			0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
			0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
		},
		Size:  Size256,
		Magic: "sha\x06",
		Name:  "crypto/sha512",
	}
)

func New() hash.Hash        { return block.New(kind) }
func New384() hash.Hash     { return block.New(kind384) }
func New512_224() hash.Hash { return block.New(kind224) }
func New512_256() hash.Hash { return block.New(kind256) }

func Sum512(data []byte) (sum [Size]byte) {
	block.Sum(kind, data, sum[:])
	return sum
}

func Sum384(data []byte) (sum [Size384]byte) {
	block.Sum(kind384, data, sum[:])
	return sum
}

func Sum512_224(data []byte) (sum [Size224]byte) {
	block.Sum(kind224, data, sum[:])
	return sum
}

func Sum512_256(data []byte) (sum [Size256]byte) {
	block.Sum(kind256, data, sum[:])
	return sum
}

func init() {
	crypto.RegisterHash(crypto.SHA384, New384)
	crypto.RegisterHash(crypto.SHA512, New)
	crypto.RegisterHash(crypto.SHA512_224, New512_224)
	crypto.RegisterHash(crypto.SHA512_256, New512_256)
}
