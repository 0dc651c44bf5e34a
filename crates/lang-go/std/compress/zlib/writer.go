package zlib

import (
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/adler32"
	"io"
)

const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression
	HuffmanOnly        = flate.HuffmanOnly
)

// Writer compresses what is written to it.
type Writer struct {
	to       io.Writer
	level    int
	dict     []byte
	deflater *flate.Writer
	sum      hash.Hash32
	err      error
	begun    bool
}

func NewWriter(w io.Writer) *Writer {
	z, _ := NewWriterLevelDict(w, DefaultCompression, nil)
	return z
}

func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	return NewWriterLevelDict(w, level, nil)
}

func NewWriterLevelDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("zlib: invalid compression level: %d", level)
	}
	return &Writer{to: w, level: level, dict: dict, sum: adler32.New()}, nil
}

// Reset begins anew, with the same level and dictionary.
func (z *Writer) Reset(w io.Writer) {
	*z = Writer{to: w, level: z.level, dict: z.dict, deflater: z.deflater, sum: adler32.New()}
	if z.deflater != nil {
		z.deflater.Reset(w)
	}
}

// begin writes the header.
func (z *Writer) begin() error {
	z.begun = true
	strength := uint16(2)
	switch z.level {
	case -2, 0, 1:
		strength = 0
	case 2, 3, 4, 5:
		strength = 1
	case 7, 8, 9:
		strength = 3
	}
	head := 0x7800 | strength<<6
	if z.dict != nil {
		head |= 0x20
	}
	head += 31 - head%31
	b := binary.BigEndian.AppendUint16(nil, head)
	if _, err := z.to.Write(b); err != nil {
		return err
	}
	if z.dict != nil {
		if _, err := z.to.Write(binary.BigEndian.AppendUint32(nil, adler32.Checksum(z.dict))); err != nil {
			return err
		}
	}
	if z.deflater == nil {
		var err error
		if z.deflater, err = flate.NewWriterDict(z.to, z.level, z.dict); err != nil {
			return err
		}
	}
	return nil
}

func (z *Writer) Write(p []byte) (n int, err error) {
	if !z.begun {
		z.err = z.begin()
	}
	if z.err != nil || len(p) == 0 {
		return 0, z.err
	}
	n, err = z.deflater.Write(p)
	if err != nil {
		z.err = err
		return n, err
	}
	z.sum.Write(p)
	return n, nil
}

// Flush writes all that is pending.
func (z *Writer) Flush() error {
	if !z.begun {
		z.err = z.begin()
	}
	if z.err != nil {
		return z.err
	}
	z.err = z.deflater.Flush()
	return z.err
}

// Close writes all that is pending, and the checksum.
func (z *Writer) Close() error {
	if !z.begun {
		z.err = z.begin()
	}
	if z.err != nil {
		return z.err
	}
	if z.err = z.deflater.Close(); z.err != nil {
		return z.err
	}
	_, z.err = z.to.Write(binary.BigEndian.AppendUint32(nil, z.sum.Sum32()))
	return z.err
}
