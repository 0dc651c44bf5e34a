// Package zlib reads and writes data in the format of zlib (RFC 1950).
package zlib

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash"
	"hash/adler32"
	"io"
)

var (
	ErrChecksum   = errors.New("zlib: invalid checksum")
	ErrDictionary = errors.New("zlib: invalid dictionary")
	ErrHeader     = errors.New("zlib: invalid header")
)

// Resetter is what NewReader and NewReaderDict give besides.
type Resetter interface {
	Reset(r io.Reader, dict []byte) error
}

type reader struct {
	from     flate.Reader
	inflater io.ReadCloser
	sum      hash.Hash32
	err      error
	buf      [4]byte
}

func NewReader(r io.Reader) (io.ReadCloser, error) { return NewReaderDict(r, nil) }

func NewReaderDict(r io.Reader, dict []byte) (io.ReadCloser, error) {
	z := new(reader)
	if err := z.Reset(r, dict); err != nil {
		return nil, err
	}
	return z, nil
}

func (z *reader) Read(p []byte) (int, error) {
	if z.err != nil {
		return 0, z.err
	}
	var n int
	n, z.err = z.inflater.Read(p)
	z.sum.Write(p[:n])
	if z.err != io.EOF {
		return n, z.err
	}
	if _, err := io.ReadFull(z.from, z.buf[:]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		z.err = err
		return n, z.err
	}
	if binary.BigEndian.Uint32(z.buf[:]) != z.sum.Sum32() {
		z.err = ErrChecksum
		return n, z.err
	}
	return n, io.EOF
}

func (z *reader) Close() error {
	if z.err != nil && z.err != io.EOF {
		return z.err
	}
	z.err = z.inflater.Close()
	return z.err
}

func (z *reader) Reset(r io.Reader, dict []byte) error {
	*z = reader{inflater: z.inflater}
	if from, ok := r.(flate.Reader); ok {
		z.from = from
	} else {
		z.from = bufio.NewReader(r)
	}
	z.err = z.begin(dict)
	return z.err
}

// begin reads the header.
func (z *reader) begin(dict []byte) error {
	read := func(n int) error {
		_, err := io.ReadFull(z.from, z.buf[:n])
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if err := read(2); err != nil {
		return err
	}
	h := binary.BigEndian.Uint16(z.buf[:2])
	if h>>8&15 != 8 || h>>12 > 7 || h%31 != 0 {
		return ErrHeader
	}
	needsDict := h&0x20 != 0
	if needsDict {
		if err := read(4); err != nil {
			return err
		}
		if binary.BigEndian.Uint32(z.buf[:]) != adler32.Checksum(dict) {
			return ErrDictionary
		}
	} else {
		dict = nil
	}
	if z.inflater == nil {
		z.inflater = flate.NewReaderDict(z.from, dict)
	} else {
		z.inflater.(flate.Resetter).Reset(z.from, dict)
	}
	z.sum = adler32.New()
	return nil
}
