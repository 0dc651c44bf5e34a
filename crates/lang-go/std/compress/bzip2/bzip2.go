// Package bzip2 reads the compressed format of bzip2.
package bzip2

import (
	"bufio"
	"io"
)

// StructuralError says what of the data is wrong.
type StructuralError string

func (s StructuralError) Error() string { return "bzip2 data invalid: " + string(s) }

// bitReader reads bits, the highest of a byte first, and no byte before it is needed. Where bytes are missing it gives
// zeros, and a block that these complete is given out before the error.
type bitReader struct {
	r    io.ByteReader
	held uint64
	n    uint
	err  error
}

func (b *bitReader) fill(n uint) bool {
	for b.n < n {
		c, err := b.r.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			b.err = err
			return false
		}
		b.held = b.held<<8 | uint64(c)
		b.n += 8
	}
	return true
}

// take reads up to 48 bits.
func (b *bitReader) take(n uint) int {
	if !b.fill(n) {
		return 0
	}
	b.n -= n
	return int(b.held >> b.n & (1<<n - 1))
}

func (b *bitReader) bit() bool { return b.take(1) == 1 }

type reader struct {
	bits    bitReader
	begun   bool
	ended   bool
	inBlock bool
	sum     uint32 // of the block so far
	wantSum uint32
	fileSum uint32
	limit   int // bytes of a block

	block []uint32 // of each byte of the sorted block: where the next one is, above the byte
	left  int      // bytes of the block that were not given out
	next  uint32
	last  int // byte, and how many of it there were in a row
	run   int
	again int // how often it is still to be repeated
	err   error
}

// NewReader reads what is compressed in r, by single bytes if it can.
func NewReader(r io.Reader) io.Reader {
	from, ok := r.(io.ByteReader)
	if !ok {
		from = bufio.NewReader(r)
	}
	return &reader{bits: bitReader{r: from}}
}

const (
	blockMagic = 0x314159265359
	endMagic   = 0x177245385090
)

// begin reads the header of a file, after the letters BZ.
func (z *reader) begin() error {
	if z.bits.take(8) != 'h' {
		return StructuralError("non-Huffman entropy encoding")
	}
	level := z.bits.take(8)
	if level < '1' || level > '9' {
		return StructuralError("invalid compression level")
	}
	z.fileSum = 0
	z.limit = 100_000 * (level - '0')
	if z.limit > len(z.block) {
		z.block = make([]uint32, z.limit)
	}
	return nil
}

func (z *reader) Read(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	if z.ended {
		return 0, io.EOF
	}
	if !z.begun {
		if z.bits.take(16) != 'B'<<8|'Z' {
			z.err = StructuralError("bad magic value")
		} else {
			z.err = z.begin()
		}
		z.begun = true
	}
	if z.err == nil {
		n, z.err = z.read(p)
	}
	// Where bytes are missing, that is why all else is wrong.
	if z.bits.err != nil {
		z.err = z.bits.err
	}
	return n, z.err
}

func (z *reader) read(p []byte) (int, error) {
	for {
		n := z.give(p)
		if n > 0 || len(p) == 0 {
			sum := z.sum
			for _, b := range p[:n] {
				sum = sums[byte(sum>>24)^b] ^ sum<<8
			}
			z.sum = sum
			return n, nil
		}
		if z.inBlock && ^z.sum != z.wantSum {
			return 0, StructuralError("block checksum mismatch")
		}
		z.inBlock = false
		switch z.bits.take(48) {
		case blockMagic:
			if err := z.readBlock(); err != nil {
				return 0, err
			}
		case endMagic:
			if uint32(z.bits.take(32)) != z.fileSum {
				return 0, StructuralError("file checksum mismatch")
			}
			if more, err := z.another(); !more {
				return 0, err
			}
		default:
			return 0, StructuralError("bad magic value found")
		}
	}
}

// another begins the file that follows, if there is one.
func (z *reader) another() (bool, error) {
	z.bits.n = 0
	if z.bits.err != nil {
		return false, z.bits.err
	}
	b, err := z.bits.r.ReadByte()
	if err != nil {
		z.ended = err == io.EOF
		return false, err
	}
	c, err := z.bits.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return false, err
	}
	if b != 'B' || c != 'Z' {
		return false, StructuralError("bad magic value in continuation file")
	}
	err = z.begin()
	return err == nil, err
}

// give gives out bytes of the block: after four equal ones, a number of further ones.
func (z *reader) give(p []byte) (n int) {
	for (z.again > 0 || z.left > 0) && n < len(p) {
		if z.again > 0 {
			k := min(z.again, len(p)-n)
			for i := range k {
				p[n+i] = byte(z.last)
			}
			n += k
			z.again -= k
			if z.again == 0 {
				z.last = -1
			}
			continue
		}
		z.next = z.block[z.next>>8]
		b := int(byte(z.next))
		z.left--
		if z.run == 3 {
			z.again = b
			z.run = 0
			continue
		}
		if z.last == b {
			z.run++
		} else {
			z.run = 0
		}
		z.last = b
		p[n] = byte(b)
		n++
	}
	return n
}

// symbols reads which bytes occur.
func (z *reader) symbols() ([]byte, error) {
	ranges := z.bits.take(16)
	var symbols []byte
	for i := range 16 {
		if ranges&(0x8000>>i) == 0 {
			continue
		}
		used := z.bits.take(16)
		for j := range 16 {
			if used&(0x8000>>j) != 0 {
				symbols = append(symbols, byte(16*i+j))
			}
		}
	}
	if len(symbols) == 0 {
		return nil, StructuralError("no symbols in input")
	}
	return symbols, nil
}

// selectors reads which tree decodes each group of symbols.
func (z *reader) selectors(trees int) ([]byte, error) {
	selectors := make([]byte, z.bits.take(15))
	list := [6]byte{0, 1, 2, 3, 4, 5}
	for i := range selectors {
		n := 0
		for z.bits.bit() {
			n++
		}
		if n >= trees {
			return nil, StructuralError("tree index too large")
		}
		chosen := list[n]
		copy(list[1:n+1], list[:n])
		list[0] = chosen
		selectors[i] = chosen
	}
	return selectors, nil
}

// lengths reads the lengths of a tree's codes, each as a difference.
func (z *reader) lengths(lengths []byte) error {
	n := z.bits.take(5)
	for i := range lengths {
		for {
			if n < 1 || n > 20 {
				return StructuralError("Huffman length out of range")
			}
			if !z.bits.bit() {
				break
			}
			if z.bits.bit() {
				n--
			} else {
				n++
			}
		}
		lengths[i] = byte(n)
	}
	return nil
}

func (z *reader) readBlock() error {
	z.wantSum = uint32(z.bits.take(32))
	z.sum = ^uint32(0)
	z.fileSum = (z.fileSum<<1 | z.fileSum>>31) ^ z.wantSum
	if z.bits.bit() {
		return StructuralError("deprecated randomized files")
	}
	start := z.bits.take(24)
	symbols, err := z.symbols()
	if err != nil {
		return err
	}
	count := z.bits.take(3)
	if count < 2 || count > 6 {
		return StructuralError("invalid number of Huffman trees")
	}
	selectors, err := z.selectors(count)
	if err != nil {
		return err
	}
	trees := make([]tree, count)
	lengths := make([]byte, len(symbols)+2)
	for i := range trees {
		if err := z.lengths(lengths); err != nil {
			return err
		}
		if err := trees[i].init(lengths); err != nil {
			return err
		}
	}
	if len(selectors) == 0 {
		return StructuralError("no tree selectors given")
	}
	var counts [256]uint32
	n, err := z.decode(symbols, trees, selectors, &counts)
	if err != nil {
		return err
	}
	if start >= n {
		return StructuralError("origPtr out of bounds")
	}
	z.next = invert(z.block[:n], &counts, start)
	z.left = n
	z.last, z.run, z.again = -1, 0, 0
	z.inBlock = true
	return nil
}

// decode reads the sorted block's bytes, as places in a list of those that occurred last.
func (z *reader) decode(symbols []byte, trees []tree, selectors []byte, counts *[256]uint32) (n int, err error) {
	end := len(symbols) + 1
	block := z.block[:z.limit]
	repeat, power := 0, 0
	for at := 0; ; at++ {
		if at%50 == 0 && at/50 >= len(selectors) {
			return 0, StructuralError("insufficient selector indices for number of symbols")
		}
		v := trees[selectors[at/50]].read(&z.bits)
		if v < 2 {
			// Digits of a number of repetitions, which count from 1.
			if repeat == 0 {
				power = 1
			}
			repeat += power << v
			power <<= 1
			if repeat > 2<<20 {
				return 0, StructuralError("repeat count too large")
			}
			continue
		}
		if repeat > 0 {
			if repeat > len(block)-n {
				return 0, StructuralError("repeats past end of block")
			}
			b := symbols[0]
			for i := range block[n : n+repeat] {
				block[n+i] = uint32(b)
			}
			counts[b] += uint32(repeat)
			n += repeat
			repeat = 0
		}
		if v == end {
			return n, nil
		}
		if n >= len(block) {
			return 0, StructuralError("data exceeds block size")
		}
		b := symbols[v-1]
		copy(symbols[1:v], symbols[:v-1])
		symbols[0] = b
		block[n] = uint32(b)
		counts[b]++
		n++
	}
}

// invert links each byte of a sorted block to the one that follows it in the text, and gives the first link.
func invert(block []uint32, counts *[256]uint32, start int) uint32 {
	sum := uint32(0)
	for i, n := range counts {
		counts[i] = sum
		sum += n
	}
	for i := range block {
		b := byte(block[i])
		block[counts[b]] |= uint32(i) << 8
		counts[b]++
	}
	return block[start]
}

// sums is the table of the checksum, which takes the highest bit first.
var sums [256]uint32

func init() {
	for i := range sums {
		sum := uint32(i) << 24
		for range 8 {
			if sum>>31 != 0 {
				sum = sum<<1 ^ 0x04c11db7
			} else {
				sum <<= 1
			}
		}
		sums[i] = sum
	}
}
