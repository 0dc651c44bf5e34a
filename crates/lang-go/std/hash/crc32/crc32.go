// Package crc32 computes checksums of 32 bits by division of polynomials.
package crc32

import (
	"errors"
	"hash"
)

// Size is the size of a checksum in bytes.
const Size = 4

// Polynomials, reversed.
const (
	IEEE       = 0xedb88320
	Castagnoli = 0x82f63b78
	Koopman    = 0xeb31d82e
)

// Table has the remainder of each byte.
type Table [256]uint32

// fill makes the table of a polynomial.
func fill(t *Table, poly uint32)

// update goes through bytes.
func update(crc uint32, tab *Table, p []byte) uint32

// updateIEEE does so by the polynomial IEEE, quicker.
func updateIEEE(crc uint32, p []byte) uint32

// IEEETable is the table of IEEE.
var IEEETable = newTable(IEEE)

var castagnoli *Table

func newTable(poly uint32) *Table {
	t := new(Table)
	fill(t, poly)
	return t
}

// MakeTable may answer a table that others have too, which nobody may change.
func MakeTable(poly uint32) *Table {
	switch poly {
	case IEEE:
		return IEEETable
	case Castagnoli:
		if castagnoli == nil {
			castagnoli = newTable(Castagnoli)
		}
		return castagnoli
	}
	return newTable(poly)
}

// step bounds what happens between two looks at the limits.
const step = 32 << 10

// Update goes on from a checksum.
func Update(crc uint32, tab *Table, p []byte) uint32 {
	for len(p) > 0 {
		part := p[:min(len(p), step)]
		if tab == IEEETable {
			crc = updateIEEE(crc, part)
		} else {
			crc = update(crc, tab, part)
		}
		p = p[len(part):]
	}
	return crc
}

func Checksum(data []byte, tab *Table) uint32 { return Update(0, tab, data) }

func ChecksumIEEE(data []byte) uint32 { return Update(0, IEEETable, data) }

type digest struct {
	crc uint32
	tab *Table
}

func New(tab *Table) hash.Hash32 { return &digest{tab: tab} }
func NewIEEE() hash.Hash32       { return New(IEEETable) }

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum32() uint32  { return d.crc }

func (d *digest) Write(p []byte) (n int, err error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte { return appendUint(in, d.crc) }

func appendUint(b []byte, s uint32) []byte {
	return append(b, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// magic stands in front of a state that was written down, with the checksum of the table.
const magic = "crc\x01"

func (d *digest) tableSum() uint32 {
	b := make([]byte, 0, 256*Size)
	for _, entry := range d.tab {
		b = appendUint(b, entry)
	}
	return Update(0, IEEETable, b)
}

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = appendUint(b, d.tableSum())
	return appendUint(b, d.crc), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("hash/crc32: invalid hash state identifier")
	}
	if len(b) != len(magic)+2*Size {
		return errors.New("hash/crc32: invalid hash state size")
	}
	var sum, crc uint32
	for i := range Size {
		sum = sum<<8 | uint32(b[len(magic)+i])
		crc = crc<<8 | uint32(b[len(magic)+Size+i])
	}
	if sum != d.tableSum() {
		return errors.New("hash/crc32: tables do not match")
	}
	d.crc = crc
	return nil
}
