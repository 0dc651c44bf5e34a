package binary

import (
	"errors"
	"io"
)

// The most bytes that a number of so many bits takes.
const (
	MaxVarintLen16 = 3
	MaxVarintLen32 = 5
	MaxVarintLen64 = 10
)

func AppendUvarint(buf []byte, x uint64) []byte {
	for x >= 0x80 {
		buf = append(buf, byte(x)|0x80)
		x >>= 7
	}
	return append(buf, byte(x))
}

func PutUvarint(buf []byte, x uint64) int {
	n := 0
	for x >= 0x80 {
		buf[n] = byte(x) | 0x80
		x >>= 7
		n++
	}
	buf[n] = byte(x)
	return n + 1
}

// Uvarint tells how many bytes it read: 0 if there are too few, negative if they are too many.
func Uvarint(buf []byte) (uint64, int) {
	var x uint64
	for i, c := range buf {
		if i == MaxVarintLen64 {
			return 0, -(i + 1)
		}
		if c < 0x80 {
			if i == MaxVarintLen64-1 && c > 1 {
				return 0, -(i + 1)
			}
			return x | uint64(c)<<(7*i), i + 1
		}
		x |= uint64(c&0x7f) << (7 * i)
	}
	return 0, 0
}

// The sign is the lowest bit.
func zigzag(x int64) uint64   { return uint64(x)<<1 ^ uint64(x>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

func AppendVarint(buf []byte, x int64) []byte { return AppendUvarint(buf, zigzag(x)) }
func PutVarint(buf []byte, x int64) int       { return PutUvarint(buf, zigzag(x)) }

func Varint(buf []byte) (int64, int) {
	u, n := Uvarint(buf)
	return unzigzag(u), n
}

var errOverflow = errors.New("binary: varint overflows a 64-bit integer")

func ReadUvarint(r io.ByteReader) (uint64, error) {
	var x uint64
	for i := range MaxVarintLen64 {
		c, err := r.ReadByte()
		if err != nil {
			if i > 0 && err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return x, err
		}
		if c < 0x80 {
			if i == MaxVarintLen64-1 && c > 1 {
				break
			}
			return x | uint64(c)<<(7*i), nil
		}
		x |= uint64(c&0x7f) << (7 * i)
	}
	return x, errOverflow
}

func ReadVarint(r io.ByteReader) (int64, error) {
	u, err := ReadUvarint(r)
	return unzigzag(u), err
}
