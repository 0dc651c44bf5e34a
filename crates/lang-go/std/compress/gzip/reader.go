// Package gzip reads and writes files in the format of gzip (RFC 1952).
package gzip

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"time"
)

// The bits of a header's flags.
const (
	hasSum = 1 << (iota + 1)
	hasExtra
	hasName
	hasComment
)

var (
	ErrChecksum = errors.New("gzip: invalid checksum")
	ErrHeader   = errors.New("gzip: invalid header")
)

// Header is what stands before compressed data. Texts are of Latin 1 in files.
type Header struct {
	Comment string
	Extra   []byte
	ModTime time.Time
	Name    string
	OS      byte
}

// Reader reads the files that follow each other in r as one. Its header is that of the first.
type Reader struct {
	Header
	from     flate.Reader
	own      *bufio.Reader // around readers that do not read single bytes
	inflater io.ReadCloser
	sum      uint32
	size     uint32
	buf      [512]byte
	err      error
	single   bool
}

// noEOF is an error inside of a file.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func NewReader(r io.Reader) (*Reader, error) {
	z := new(Reader)
	if err := z.Reset(r); err != nil {
		return nil, err
	}
	return z, nil
}

func (z *Reader) Reset(r io.Reader) error {
	*z = Reader{inflater: z.inflater, own: z.own}
	if from, ok := r.(flate.Reader); ok {
		z.from = from
	} else {
		if z.own == nil {
			z.own = bufio.NewReader(r)
		} else {
			z.own.Reset(r)
		}
		z.from = z.own
	}
	z.Header, z.err = z.readHeader()
	return z.err
}

// Multistream says whether files that follow are read too.
func (z *Reader) Multistream(ok bool) { z.single = !ok }

// next reads bytes of a header into the buffer, and into its checksum.
func (z *Reader) next(n int) ([]byte, error) {
	b := z.buf[:n]
	if _, err := io.ReadFull(z.from, b); err != nil {
		return nil, noEOF(err)
	}
	z.sum = crc32.Update(z.sum, crc32.IEEETable, b)
	return b, nil
}

// text reads Latin 1 up to a zero byte.
func (z *Reader) text() (string, error) {
	plain := true
	for i := range z.buf {
		b, err := z.from.ReadByte()
		if err != nil {
			return "", noEOF(err)
		}
		z.buf[i] = b
		plain = plain && b < 0x80
		if b != 0 {
			continue
		}
		z.sum = crc32.Update(z.sum, crc32.IEEETable, z.buf[:i+1])
		if plain {
			return string(z.buf[:i]), nil
		}
		runes := make([]rune, i)
		for j := range runes {
			runes[j] = rune(z.buf[j])
		}
		return string(runes), nil
	}
	return "", ErrHeader
}

// readHeader gives io.EOF where there is nothing more.
func (z *Reader) readHeader() (h Header, err error) {
	if _, err = io.ReadFull(z.from, z.buf[:10]); err != nil {
		return h, err
	}
	if z.buf[0] != 0x1f || z.buf[1] != 0x8b || z.buf[2] != 8 {
		return h, ErrHeader
	}
	flags := z.buf[3]
	if t := int64(binary.LittleEndian.Uint32(z.buf[4:8])); t > 0 {
		h.ModTime = time.Unix(t, 0)
	}
	h.OS = z.buf[9]
	z.sum = crc32.ChecksumIEEE(z.buf[:10])
	if flags&hasExtra != 0 {
		b, err := z.next(2)
		if err != nil {
			return h, err
		}
		extra := make([]byte, binary.LittleEndian.Uint16(b))
		if _, err = io.ReadFull(z.from, extra); err != nil {
			return h, noEOF(err)
		}
		z.sum = crc32.Update(z.sum, crc32.IEEETable, extra)
		h.Extra = extra
	}
	if flags&hasName != 0 {
		if h.Name, err = z.text(); err != nil {
			return h, err
		}
	}
	if flags&hasComment != 0 {
		if h.Comment, err = z.text(); err != nil {
			return h, err
		}
	}
	if flags&hasSum != 0 {
		sum := uint16(z.sum)
		b, err := z.next(2)
		if err != nil {
			return h, err
		}
		if binary.LittleEndian.Uint16(b) != sum {
			return h, ErrHeader
		}
	}
	z.sum, z.size = 0, 0
	if z.inflater == nil {
		z.inflater = flate.NewReader(z.from)
	} else {
		z.inflater.(flate.Resetter).Reset(z.from, nil)
	}
	return h, nil
}

func (z *Reader) Read(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	for n == 0 {
		n, z.err = z.inflater.Read(p)
		z.sum = crc32.Update(z.sum, crc32.IEEETable, p[:n])
		z.size += uint32(n)
		if z.err != io.EOF {
			return n, z.err
		}
		end := z.buf[:8]
		if _, err := io.ReadFull(z.from, end); err != nil {
			z.err = noEOF(err)
			return n, z.err
		}
		if binary.LittleEndian.Uint32(end) != z.sum || binary.LittleEndian.Uint32(end[4:]) != z.size {
			z.err = ErrChecksum
			return n, z.err
		}
		z.sum, z.size = 0, 0
		if z.single {
			return n, io.EOF
		}
		if _, z.err = z.readHeader(); z.err != nil {
			return n, z.err
		}
	}
	return n, nil
}

func (z *Reader) Close() error { return z.inflater.Close() }
