// Digests and checksums: in one piece, in many, cloned and written down in between.
package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"hash/maphash"
)

func input(n int) []byte {
	b := make([]byte, n)
	x := uint32(n) + 1
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
	return b
}

type maker struct {
	name string
	make func() hash.Hash
}

var makers = []maker{
	{"md5", md5.New},
	{"sha1", sha1.New},
	{"sha224", sha256.New224},
	{"sha256", sha256.New},
	{"sha384", sha512.New384},
	{"sha512", sha512.New},
	{"sha512/224", sha512.New512_224},
	{"sha512/256", sha512.New512_256},
	{"fnv32", func() hash.Hash { return fnv.New32() }},
	{"fnv32a", func() hash.Hash { return fnv.New32a() }},
	{"fnv64", func() hash.Hash { return fnv.New64() }},
	{"fnv64a", func() hash.Hash { return fnv.New64a() }},
	{"fnv128", fnv.New128},
	{"fnv128a", fnv.New128a},
	{"adler32", func() hash.Hash { return adler32.New() }},
	{"crc32", func() hash.Hash { return crc32.NewIEEE() }},
	{"crc32c", func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }},
	{"crc32k", func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Koopman)) }},
	{"crc64", func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ISO)) }},
	{"crc64e", func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ECMA)) }},
}

func main() {
	for _, m := range makers {
		h := m.make()
		fmt.Println(m.name, h.Size(), h.BlockSize())
		for _, n := range []int{0, 1, 3, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000, 70000} {
			b := input(n)
			h.Reset()
			h.Write(b)
			whole := h.Sum([]byte{1, 2})
			if n < 66 || n == 70000 {
				fmt.Printf("%d %x\n", n, whole)
			}
			h.Reset()
			for len(b) > 0 {
				k := min(len(b), 1+len(b)*7/10)
				h.Write(b[:k])
				b = b[k:]
				state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
				if err != nil {
					fmt.Println(err)
				}
				if n == 129 || n == 3 {
					fmt.Printf("%x\n", state)
				}
				h = m.make()
				if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
					fmt.Println(err)
				}
			}
			c, _ := h.(hash.Cloner).Clone()
			h.Write([]byte("more"))
			if !bytes.Equal(c.Sum([]byte{1, 2}), whole) {
				fmt.Println("differs", n)
			}
		}
		u := h.(encoding.BinaryUnmarshaler)
		state, _ := h.(encoding.BinaryMarshaler).MarshalBinary()
		fmt.Println(u.UnmarshalBinary(nil), u.UnmarshalBinary(state[:len(state)-1]))
	}
	b := input(500)
	fmt.Printf("%x\n%x\n%x\n", md5.Sum(b), sha1.Sum(b), sha256.Sum256(b))
	fmt.Printf("%x\n%x\n%x\n", sha256.Sum224(b), sha512.Sum512(b), sha512.Sum384(b))
	fmt.Printf("%x\n%x\n", sha512.Sum512_224(b), sha512.Sum512_256(b))
	fmt.Println(crc32.ChecksumIEEE(b), crc32.Checksum(b, crc32.MakeTable(0xd5828281)), crc32.Update(77, crc32.IEEETable, b))
	fmt.Println(crc64.Checksum(b, crc64.MakeTable(1<<63|12345)), adler32.Checksum(b))
	fmt.Println(fnv.New32a().Sum32(), fnv.New64().Sum64())

	seed := maphash.MakeSeed()
	var h maphash.Hash
	h.SetSeed(seed)
	h.Write(b[:100])
	h.WriteString(string(b[100:400]))
	for _, c := range b[400:] {
		h.WriteByte(c)
	}
	fmt.Println(h.Sum64() == maphash.Bytes(seed, b), h.Sum64() == maphash.String(seed, string(b)))
	fmt.Println(h.Sum64() == maphash.Bytes(maphash.MakeSeed(), b), h.Seed() == seed, h.Size(), h.BlockSize())
	h.Reset()
	fmt.Println(h.Sum64() == maphash.String(seed, ""), len(h.Sum(nil)))
	defer func() { fmt.Println(recover()) }()
	maphash.String(maphash.Seed{}, "")
}
