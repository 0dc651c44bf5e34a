// Package hash names what hash functions do.
package hash

import "io"

// Hash takes in what is written to it. Write never fails.
type Hash interface {
	io.Writer
	Sum(b []byte) []byte
	Reset()
	Size() int
	BlockSize() int
}

type Hash32 interface {
	Hash
	Sum32() uint32
}

type Hash64 interface {
	Hash
	Sum64() uint64
}

// Cloner is a Hash that can be copied with all that was written to it.
type Cloner interface {
	Hash
	Clone() (Cloner, error)
}

// XOF is a hash function with output of any length.
type XOF interface {
	io.Writer
	io.Reader
	Reset()
	BlockSize() int
}
