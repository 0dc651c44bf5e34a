// Package sha3 is SHA-3 and SHAKE (FIPS 202), and cSHAKE (NIST SP 800-185).
package sha3

import (
	"crypto"
	"errors"
	"hash"
)

// sponge takes in bytes, and gives them out. Bytes that make no whole block yet are in the state already.
type sponge struct {
	state   [25]uint64 // bytes from the lowest on
	rate    int        // bytes of the state that go in and out
	at      int        // where the next one does
	reading bool
}

func permute(state *[25]uint64)

func absorb(state *[25]uint64, rate int, data []byte)

func (s *sponge) add(b byte) { s.state[s.at/8] ^= uint64(b) << (s.at % 8 * 8) }

// step bounds what happens between two looks at the limits.
const step = 8 << 10

func (s *sponge) write(p []byte) {
	for len(p) > 0 {
		if s.at == 0 && len(p) >= s.rate {
			n := min(len(p), step) / s.rate * s.rate
			absorb(&s.state, s.rate, p[:n])
			p = p[n:]
			continue
		}
		n := min(len(p), s.rate-s.at)
		for _, b := range p[:n] {
			s.add(b)
			s.at++
		}
		p = p[n:]
		s.turn()
	}
}

// turn permutes the state after a whole block.
func (s *sponge) turn() {
	if s.at == s.rate {
		permute(&s.state)
		s.at = 0
	}
}

// finish ends what goes in, with the bits that tell functions apart.
func (s *sponge) finish(domain byte) {
	s.add(domain)
	s.at = s.rate - 1
	s.add(0x80)
	permute(&s.state)
	s.at, s.reading = 0, true
}

func (s *sponge) read(p []byte) {
	for i := range p {
		s.turn()
		p[i] = byte(s.state[s.at/8] >> (s.at % 8 * 8))
		s.at++
	}
}

const stateSize = 4 + 1 + 200 + 1 + 1

// append writes the sponge down.
func (s *sponge) append(b []byte, magic string) []byte {
	b = append(b, magic...)
	b = append(b, byte(s.rate))
	for _, w := range s.state {
		for range 8 {
			b = append(b, byte(w))
			w >>= 8
		}
	}
	reading := byte(0)
	if s.reading {
		reading = 1
	}
	return append(b, byte(s.at), reading)
}

var errState = errors.New("sha3: invalid hash state")

// restore reads what append wrote.
func (s *sponge) restore(b []byte, magic string) error {
	if len(b) != stateSize || string(b[:4]) != magic {
		return errState
	}
	if int(b[4]) != s.rate {
		return errors.New("sha3: invalid hash state function")
	}
	at, reading := int(b[205]), b[206]
	if at > s.rate || reading > 1 {
		return errState
	}
	for i := range s.state {
		var w uint64
		for j := 7; j >= 0; j-- {
			w = w<<8 | uint64(b[5+8*i+j])
		}
		s.state[i] = w
	}
	s.at, s.reading = at, reading == 1
	return nil
}

func (s *sponge) reset() { *s = sponge{rate: s.rate} }

// SHA3 is a digest. Its zero value is SHA3-256.
type SHA3 struct {
	s sponge
}

const (
	magicSHA3   = "sha\x08"
	magicSHAKE  = "sha\x09"
	magicCSHAKE = "sha\x0a"
)

func newSHA3(size int) *SHA3 { return &SHA3{sponge{rate: 200 - 2*size}} }

func New224() *SHA3 { return newSHA3(28) }
func New256() *SHA3 { return newSHA3(32) }
func New384() *SHA3 { return newSHA3(48) }
func New512() *SHA3 { return newSHA3(64) }

func (s *SHA3) init() {
	if s.s.rate == 0 {
		s.s.rate = 200 - 2*32
	}
}

func (s *SHA3) Write(p []byte) (n int, err error) {
	s.init()
	s.s.write(p)
	return len(p), nil
}

func (s *SHA3) Sum(b []byte) []byte {
	s.init()
	end := s.s
	end.finish(0x06)
	var out [64]byte
	sum := out[:s.Size()]
	end.read(sum)
	return append(b, sum...)
}

func (s *SHA3) Reset() {
	s.init()
	s.s.reset()
}

func (s *SHA3) Size() int {
	s.init()
	return (200 - s.s.rate) / 2
}

func (s *SHA3) BlockSize() int {
	s.init()
	return s.s.rate
}

func (s *SHA3) MarshalBinary() ([]byte, error) { return s.AppendBinary(make([]byte, 0, stateSize)) }

func (s *SHA3) AppendBinary(p []byte) ([]byte, error) {
	s.init()
	return s.s.append(p, magicSHA3), nil
}

func (s *SHA3) UnmarshalBinary(data []byte) error {
	s.init()
	return s.s.restore(data, magicSHA3)
}

func (d *SHA3) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// SHAKE gives as many bytes as are read from it. Its zero value is SHAKE256.
type SHAKE struct {
	s      sponge
	domain byte
	block  []byte // what cSHAKE begins with
}

func newSHAKE(rate int) *SHAKE { return &SHAKE{s: sponge{rate: rate}, domain: 0x1f} }

func NewSHAKE128() *SHAKE { return newSHAKE(168) }
func NewSHAKE256() *SHAKE { return newSHAKE(136) }

// NewCSHAKE128 makes SHAKE128 for a function name and a use.
func NewCSHAKE128(N, S []byte) *SHAKE { return newCSHAKE(N, S, 168) }

// NewCSHAKE256 makes SHAKE256 for a function name and a use.
func NewCSHAKE256(N, S []byte) *SHAKE { return newCSHAKE(N, S, 136) }

func newCSHAKE(name, use []byte, rate int) *SHAKE {
	s := newSHAKE(rate)
	if len(name) == 0 && len(use) == 0 {
		return s
	}
	s.domain = 0x04
	s.block = append(appendLength(nil, 8*len(name)), name...)
	s.block = append(appendLength(s.block, 8*len(use)), use...)
	s.begin()
	return s
}

// appendLength writes a number after that of its bytes.
func appendLength(b []byte, n int) []byte {
	size := 1
	for n>>(8*size) > 0 {
		size++
	}
	b = append(b, byte(size))
	for i := size - 1; i >= 0; i-- {
		b = append(b, byte(n>>(8*i)))
	}
	return b
}

// begin takes in names, filled up to a block.
func (s *SHAKE) begin() {
	if s.block == nil {
		return
	}
	s.s.write(appendLength(nil, s.s.rate))
	s.s.write(s.block)
	if s.s.at > 0 {
		s.s.at = s.s.rate
		s.s.turn()
	}
}

func (s *SHAKE) init() {
	if s.s.rate == 0 {
		*s = *NewSHAKE256()
	}
}

func (s *SHAKE) Write(p []byte) (n int, err error) {
	s.init()
	if s.s.reading {
		panic("sha3: Write after Read")
	}
	s.s.write(p)
	return len(p), nil
}

func (s *SHAKE) Read(p []byte) (n int, err error) {
	s.init()
	if !s.s.reading {
		s.s.finish(s.domain)
	}
	s.s.read(p)
	return len(p), nil
}

func (s *SHAKE) Reset() {
	s.init()
	s.s.reset()
	s.begin()
}

func (s *SHAKE) BlockSize() int {
	s.init()
	return s.s.rate
}

func (s *SHAKE) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, stateSize+len(s.block)))
}

func (s *SHAKE) AppendBinary(p []byte) ([]byte, error) {
	s.init()
	if s.domain == 0x1f {
		return s.s.append(p, magicSHAKE), nil
	}
	return append(s.s.append(p, magicCSHAKE), s.block...), nil
}

func (s *SHAKE) UnmarshalBinary(data []byte) error {
	s.init()
	if len(data) < stateSize {
		return errState
	}
	magic := magicSHAKE
	if s.domain != 0x1f {
		magic = magicCSHAKE
	}
	if err := s.s.restore(data[:stateSize], magic); err != nil {
		return err
	}
	if s.block = nil; len(data) > stateSize {
		s.block = append([]byte(nil), data[stateSize:]...)
	}
	return nil
}

func sum(s *SHA3, data, out []byte) {
	s.Write(data)
	s.Sum(out[:0])
}

func Sum224(data []byte) (out [28]byte) {
	sum(New224(), data, out[:])
	return out
}

func Sum256(data []byte) (out [32]byte) {
	sum(New256(), data, out[:])
	return out
}

func Sum384(data []byte) (out [48]byte) {
	sum(New384(), data, out[:])
	return out
}

func Sum512(data []byte) (out [64]byte) {
	sum(New512(), data, out[:])
	return out
}

func shake(s *SHAKE, data []byte, length int) []byte {
	out := make([]byte, length)
	s.Write(data)
	s.Read(out)
	return out
}

func SumSHAKE128(data []byte, length int) []byte { return shake(NewSHAKE128(), data, length) }
func SumSHAKE256(data []byte, length int) []byte { return shake(NewSHAKE256(), data, length) }

func init() {
	crypto.RegisterHash(crypto.SHA3_224, func() hash.Hash { return New224() })
	crypto.RegisterHash(crypto.SHA3_256, func() hash.Hash { return New256() })
	crypto.RegisterHash(crypto.SHA3_384, func() hash.Hash { return New384() })
	crypto.RegisterHash(crypto.SHA3_512, func() hash.Hash { return New512() })
}
