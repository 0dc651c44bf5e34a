package rand

import (
	"errors"
	"math/bits"
)

func appendBig(b []byte, v uint64) []byte {
	return append(b, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32),
		byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func big(b []byte) (v uint64) {
	for _, c := range b[:8] {
		v = v<<8 | uint64(c)
	}
	return v
}

func putLittle(b []byte, v uint64) {
	for i := range 8 {
		b[i] = byte(v >> (8 * i))
	}
}

func little(b []byte) (v uint64) {
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

// PCG is the permuted congruential generator PCG-DXSM of 128 bits (O'Neill).
type PCG struct {
	hi, lo uint64
}

func NewPCG(seed1, seed2 uint64) *PCG { return &PCG{seed1, seed2} }

func (p *PCG) Seed(seed1, seed2 uint64) { p.hi, p.lo = seed1, seed2 }

func (p *PCG) Uint64() uint64 {
	const (
		mulHi = 2549297995355413924
		mulLo = 4865540595714422341
		incHi = 6364136223846793005
		incLo = 1442695040888963407
		cheap = 0xda942042e4dd58b5
	)
	hi, lo := bits.Mul64(p.lo, mulLo)
	hi += p.hi*mulLo + p.lo*mulHi
	lo, carry := bits.Add64(lo, incLo, 0)
	hi += incHi + carry
	p.hi, p.lo = hi, lo

	hi ^= hi >> 32
	hi *= cheap
	hi ^= hi >> 48
	return hi * (lo | 1)
}

func (p *PCG) AppendBinary(b []byte) ([]byte, error) {
	return appendBig(appendBig(append(b, "pcg:"...), p.hi), p.lo), nil
}

func (p *PCG) MarshalBinary() ([]byte, error) { return p.AppendBinary(make([]byte, 0, 20)) }

func (p *PCG) UnmarshalBinary(data []byte) error {
	if len(data) != 20 || string(data[:4]) != "pcg:" {
		return errors.New("invalid PCG encoding")
	}
	p.hi, p.lo = big(data[4:]), big(data[12:])
	return nil
}

// ChaCha8 is the generator of c2sp.org/chacha8rand.
type ChaCha8 struct {
	seed    [4]uint64
	buf     [words]uint64
	at      int // in buf
	end     int // of what may be drawn from buf
	counter uint32
	bytes   [8]byte // the last of them are what Read has left
	left    int
}

const (
	words  = 32 // drawn at once
	kept   = 4  // words of the last buffer that are the next seed
	blocks = 16 // from one seed, 4 for each buffer
)

// block fills the buffer from a seed.
func block(seed *[4]uint64, buf *[words]uint64, counter uint32)

func NewChaCha8(seed [32]byte) *ChaCha8 {
	c := new(ChaCha8)
	c.Seed(seed)
	return c
}

func (c *ChaCha8) Seed(seed [32]byte) {
	for i := range c.seed {
		c.seed[i] = little(seed[8*i:])
	}
	c.fill(0)
	c.at = 0
	c.left = 0
	c.bytes = [8]byte{}
}

func (c *ChaCha8) fill(counter uint32) {
	c.counter = counter
	block(&c.seed, &c.buf, counter)
	c.end = words
	if counter == blocks-4 {
		c.end = words - kept
	}
}

func (c *ChaCha8) Uint64() uint64 {
	if c.at >= c.end {
		counter := c.counter + 4
		if counter == blocks {
			copy(c.seed[:], c.buf[words-kept:])
			counter = 0
		}
		c.fill(counter)
		c.at = 0
	}
	x := c.buf[c.at]
	c.at++
	return x
}

// Read fills p, and never fails.
func (c *ChaCha8) Read(p []byte) (n int, err error) {
	n = len(p)
	if c.left > 0 {
		k := copy(p, c.bytes[8-c.left:])
		c.left -= k
		p = p[k:]
	}
	for len(p) >= 8 {
		putLittle(p, c.Uint64())
		p = p[8:]
	}
	if len(p) > 0 {
		putLittle(c.bytes[:], c.Uint64())
		c.left = 8 - copy(p, c.bytes[:])
	}
	return n, nil
}

func (c *ChaCha8) AppendBinary(b []byte) ([]byte, error) {
	if c.left > 0 {
		b = append(b, "readbuf:"...)
		b = append(b, byte(c.left))
		b = append(b, c.bytes[8-c.left:]...)
	}
	b = append(b, "chacha8:"...)
	b = appendBig(b, uint64(c.counter/4*words)+uint64(c.at))
	for _, w := range c.seed {
		b = append(b, 0, 0, 0, 0, 0, 0, 0, 0)
		putLittle(b[len(b)-8:], w)
	}
	return b, nil
}

func (c *ChaCha8) MarshalBinary() ([]byte, error) { return c.AppendBinary(make([]byte, 0, 64)) }

func (c *ChaCha8) UnmarshalBinary(data []byte) error {
	const prefix = "readbuf:"
	if len(data) >= len(prefix) && string(data[:len(prefix)]) == prefix {
		data = data[len(prefix):]
		if len(data) == 0 || len(data) < 1+int(data[0]) {
			return errors.New("invalid ChaCha8 Read buffer encoding")
		}
		n := int(data[0])
		c.left = copy(c.bytes[8-n:], data[1:1+n])
		data = data[1+n:]
	}
	if len(data) != 48 || string(data[:8]) != "chacha8:" {
		return errors.New("invalid ChaCha8 encoding")
	}
	used := big(data[8:])
	if used > blocks/4*words-kept {
		return errors.New("invalid ChaCha8 encoding")
	}
	for i := range c.seed {
		c.seed[i] = little(data[16+8*i:])
	}
	c.fill(uint32(used / words * 4))
	c.at = int(used % words)
	return nil
}
