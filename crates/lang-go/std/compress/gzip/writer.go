package gzip

import (
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"
)

const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression
	HuffmanOnly        = flate.HuffmanOnly
)

// Writer compresses what is written to it. Its header is written before the first byte.
type Writer struct {
	Header
	to       io.Writer
	level    int
	begun    bool
	closed   bool
	deflater *flate.Writer
	sum      uint32
	size     uint32
	buf      [10]byte
	err      error
}

func NewWriter(w io.Writer) *Writer {
	z, _ := NewWriterLevel(w, DefaultCompression)
	return z
}

func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("gzip: invalid compression level: %d", level)
	}
	return &Writer{Header: Header{OS: 255}, to: w, level: level}, nil
}

// Reset begins a new file, with the same level.
func (z *Writer) Reset(w io.Writer) {
	*z = Writer{Header: Header{OS: 255}, to: w, level: z.level, deflater: z.deflater}
	if z.deflater != nil {
		z.deflater.Reset(w)
	}
}

// extra writes bytes after their number.
func (z *Writer) extra(b []byte) error {
	if len(b) > 0xffff {
		return errors.New("gzip.Write: Extra data is too large")
	}
	binary.LittleEndian.PutUint16(z.buf[:2], uint16(len(b)))
	if _, err := z.to.Write(z.buf[:2]); err != nil {
		return err
	}
	_, err := z.to.Write(b)
	return err
}

// text writes Latin 1 with a zero byte after it.
func (z *Writer) text(s string) error {
	b := make([]byte, 0, len(s)+1)
	for _, r := range s {
		if r == 0 || r > 0xff {
			return errors.New("gzip.Write: non-Latin-1 header string")
		}
		b = append(b, byte(r))
	}
	_, err := z.to.Write(append(b, 0))
	return err
}

func (z *Writer) begin() error {
	z.begun = true
	z.buf = [10]byte{0: 0x1f, 1: 0x8b, 2: 8, 9: z.OS}
	if z.Extra != nil {
		z.buf[3] |= hasExtra
	}
	if z.Name != "" {
		z.buf[3] |= hasName
	}
	if z.Comment != "" {
		z.buf[3] |= hasComment
	}
	if z.ModTime.After(time.Unix(0, 0)) {
		binary.LittleEndian.PutUint32(z.buf[4:8], uint32(z.ModTime.Unix()))
	}
	switch z.level {
	case BestCompression:
		z.buf[8] = 2
	case BestSpeed:
		z.buf[8] = 4
	}
	if _, err := z.to.Write(z.buf[:10]); err != nil {
		return err
	}
	if z.Extra != nil {
		if err := z.extra(z.Extra); err != nil {
			return err
		}
	}
	for _, s := range []string{z.Name, z.Comment} {
		if s == "" {
			continue
		}
		if err := z.text(s); err != nil {
			return err
		}
	}
	if z.deflater == nil {
		z.deflater, _ = flate.NewWriter(z.to, z.level)
	}
	return nil
}

func (z *Writer) Write(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	if !z.begun {
		if z.err = z.begin(); z.err != nil {
			return 0, z.err
		}
	}
	z.size += uint32(len(p))
	z.sum = crc32.Update(z.sum, crc32.IEEETable, p)
	n, z.err = z.deflater.Write(p)
	return n, z.err
}

// Flush writes all that is pending.
func (z *Writer) Flush() error {
	if z.err != nil || z.closed {
		return z.err
	}
	if !z.begun {
		if _, err := z.Write(nil); err != nil {
			return err
		}
	}
	z.err = z.deflater.Flush()
	return z.err
}

// Close writes all that is pending, and the end of the file.
func (z *Writer) Close() error {
	if z.err != nil || z.closed {
		return z.err
	}
	z.closed = true
	if !z.begun {
		if _, err := z.Write(nil); err != nil {
			return err
		}
	}
	if z.err = z.deflater.Close(); z.err != nil {
		return z.err
	}
	binary.LittleEndian.PutUint32(z.buf[:4], z.sum)
	binary.LittleEndian.PutUint32(z.buf[4:8], z.size)
	_, z.err = z.to.Write(z.buf[:8])
	return z.err
}
