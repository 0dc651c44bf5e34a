// Package adler32 is the checksum of zlib (RFC 1950).
package adler32

import (
	"errors"
	"hash"
)

// Size is the size of a checksum in bytes.
const Size = 4

// update goes through bytes.
func update(sum uint32, p []byte) uint32

// step bounds what happens between two looks at the limits.
const step = 32 << 10

func add(sum uint32, p []byte) uint32 {
	for len(p) > 0 {
		part := p[:min(len(p), step)]
		sum = update(sum, part)
		p = p[len(part):]
	}
	return sum
}

type digest uint32

func New() hash.Hash32 {
	d := digest(1)
	return &d
}

func Checksum(data []byte) uint32 { return add(1, data) }

func (d *digest) Reset()         { *d = 1 }
func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 4 }
func (d *digest) Sum32() uint32  { return uint32(*d) }

func (d *digest) Write(p []byte) (n int, err error) {
	*d = digest(add(uint32(*d), p))
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	return append(in, byte(*d>>24), byte(*d>>16), byte(*d>>8), byte(*d))
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

const magic = "adl\x01"

func (d *digest) MarshalBinary() ([]byte, error)        { return d.AppendBinary(nil) }
func (d *digest) AppendBinary(b []byte) ([]byte, error) { return d.Sum(append(b, magic...)), nil }

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("hash/adler32: invalid hash state identifier")
	}
	if len(b) != len(magic)+Size {
		return errors.New("hash/adler32: invalid hash state size")
	}
	*d = digest(b[4])<<24 | digest(b[5])<<16 | digest(b[6])<<8 | digest(b[7])
	return nil
}
