// Package crc64 computes checksums of 64 bits by division of polynomials.
package crc64

import (
	"errors"
	"hash"
)

// Size is the size of a checksum in bytes.
const Size = 8

// Polynomials, reversed.
const (
	ISO  = 0xD800000000000000
	ECMA = 0xC96C5795D7870F42
)

// Table has the remainder of each byte.
type Table [256]uint64

// fill makes the table of a polynomial.
func fill(t *Table, poly uint64)

// update goes through bytes.
func update(crc uint64, tab *Table, p []byte) uint64

func newTable(poly uint64) *Table {
	t := new(Table)
	fill(t, poly)
	return t
}

func MakeTable(poly uint64) *Table { return newTable(poly) }

// step bounds what happens between two looks at the limits.
const step = 32 << 10

// Update goes on from a checksum.
func Update(crc uint64, tab *Table, p []byte) uint64 {
	for len(p) > 0 {
		part := p[:min(len(p), step)]
		crc = update(crc, tab, part)
		p = p[len(part):]
	}
	return crc
}

func Checksum(data []byte, tab *Table) uint64 { return Update(0, tab, data) }

type digest struct {
	crc uint64
	tab *Table
}

func New(tab *Table) hash.Hash64 { return &digest{tab: tab} }

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum64() uint64  { return d.crc }

func (d *digest) Write(p []byte) (n int, err error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte { return appendUint(in, d.crc) }

func appendUint(b []byte, s uint64) []byte {
	return append(b, byte(s>>56), byte(s>>48), byte(s>>40), byte(s>>32),
		byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// magic stands in front of a state that was written down, with the checksum of the table.
const magic = "crc\x02"

func (d *digest) tableSum() uint64 {
	b := make([]byte, 0, 256*Size)
	for _, entry := range d.tab {
		b = appendUint(b, entry)
	}
	return Update(0, MakeTable(ISO), b)
}

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = appendUint(b, d.tableSum())
	return appendUint(b, d.crc), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("hash/crc64: invalid hash state identifier")
	}
	if len(b) != len(magic)+2*Size {
		return errors.New("hash/crc64: invalid hash state size")
	}
	var sum, crc uint64
	for i := range Size {
		sum = sum<<8 | uint64(b[len(magic)+i])
		crc = crc<<8 | uint64(b[len(magic)+Size+i])
	}
	if sum != d.tableSum() {
		return errors.New("hash/crc64: tables do not match")
	}
	d.crc = crc
	return nil
}
