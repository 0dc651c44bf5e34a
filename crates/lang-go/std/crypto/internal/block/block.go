// Package block is what digests over blocks share: MD5, SHA-1 and SHA-2.
package block

import (
	"encoding/binary"
	"errors"
	"hash"
)

// Form is the function that takes in blocks.
const (
	MD5 = iota
	SHA1
	SHA256
	SHA512
)

// Kind is a digest: its function, where that starts, and how much of its state is the result.
type Kind struct {
	Form  int
	Start []uint64 // words, of 32 bits except for SHA-512
	Size  int
	Magic string // in front of a state that was written down
	Name  string

	first [64]byte // Start as bytes, once it is known
	known bool
}

// word and block are sizes in bytes.
func (k *Kind) word() int {
	if k.Form == SHA512 {
		return 8
	}
	return 4
}

func (k *Kind) block() int { return 16 * k.word() }

// Digest has taken in length bytes, the last of which are still in rest.
type Digest struct {
	kind   *Kind
	state  [64]byte // words, little-endian
	rest   [128]byte
	used   int
	length uint64
}

func New(kind *Kind) *Digest {
	d := &Digest{kind: kind}
	d.Reset()
	return d
}

// compress takes whole blocks into a state.
func compress(form int, state []byte, blocks []byte)

// finish writes the digest of what a state and the bytes after it stand for, which are length bytes in all.
func finish(form int, state, rest []byte, length uint64, out []byte)

func (d *Digest) Reset() {
	if !d.kind.known {
		d.kind.begin()
	}
	d.state = d.kind.first
	d.used, d.length = 0, 0
}

func (k *Kind) begin() {
	n := k.word()
	for i, w := range k.Start {
		for j := range n {
			k.first[n*i+j] = byte(w >> (8 * j))
		}
	}
	k.known = true
}

func (d *Digest) Size() int      { return d.kind.Size }
func (d *Digest) BlockSize() int { return d.kind.block() }

// step bounds what happens between two looks at the limits.
const step = 32 << 10

func (d *Digest) Write(p []byte) (n int, err error) {
	n = len(p)
	d.length += uint64(n)
	block := d.kind.block()
	if d.used > 0 {
		taken := copy(d.rest[d.used:block], p)
		d.used += taken
		p = p[taken:]
		if d.used < block {
			return n, nil
		}
		compress(d.kind.Form, d.state[:], d.rest[:block])
		d.used = 0
	}
	for len(p) >= block {
		part := p[:min(len(p)&^(block-1), step)]
		compress(d.kind.Form, d.state[:], part)
		p = p[len(part):]
	}
	d.used = copy(d.rest[:], p)
	return n, nil
}

// Sum appends the digest of what was written so far.
func (d *Digest) Sum(in []byte) []byte {
	var out [64]byte
	return append(in, d.sum(out[:])...)
}

// sum leaves the state as it is.
func (d *Digest) sum(out []byte) []byte {
	out = out[:d.kind.Size]
	finish(d.kind.Form, d.state[:], d.rest[:d.used], d.length, out)
	return out
}

// words writes those of the state, highest byte first.
func (d *Digest) words(out []byte) {
	if d.kind.word() == 8 {
		for i := range out {
			out[i] = d.state[i^7]
		}
		return
	}
	for i := 0; i+4 <= len(out); i += 4 {
		binary.BigEndian.PutUint32(out[i:], binary.LittleEndian.Uint32(d.state[i:]))
	}
}

// Sum is the digest of data, in out.
func Sum(kind *Kind, data, out []byte) {
	if len(data) <= step {
		if !kind.known {
			kind.begin()
		}
		finish(kind.Form, kind.first[:], data, uint64(len(data)), out[:kind.Size])
		return
	}
	var d Digest
	d.kind = kind
	d.Reset()
	d.Write(data)
	d.sum(out)
}

func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *Digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	var words [64]byte
	size := len(d.kind.Start) * d.kind.word()
	d.words(words[:size])
	b = append(b, d.kind.Magic...)
	b = append(b, words[:size]...)
	clear(d.rest[d.used:])
	b = append(b, d.rest[:d.kind.block()]...)
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(d.length>>shift))
	}
	return b, nil
}

func (d *Digest) UnmarshalBinary(b []byte) error {
	k := d.kind
	magic := len(k.Magic)
	if len(b) < magic || string(b[:magic]) != k.Magic {
		return errors.New(k.Name + ": invalid hash state identifier")
	}
	size, block := len(k.Start)*k.word(), k.block()
	if len(b) != magic+size+block+8 {
		return errors.New(k.Name + ": invalid hash state size")
	}
	b = b[magic:]
	for i := range size {
		d.state[i] = b[i^(k.word()-1)]
	}
	copy(d.rest[:], b[size:size+block])
	d.length = 0
	for _, c := range b[size+block:] {
		d.length = d.length<<8 | uint64(c)
	}
	d.used = int(d.length % uint64(block))
	return nil
}
