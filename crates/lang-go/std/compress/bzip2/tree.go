package bzip2

import (
	"math/bits"
	"slices"
)

// direct is how many bits are looked up at once.
const direct = 9

// tree is a prefix code. A child below leaf is a node, others are symbols.
type tree struct {
	nodes []node
	table [1 << direct]uint16 // a child above 4 bits, and how many bits lead to it
}

type node struct{ zero, one uint16 }

const leaf = 1 << 11

// code is one of a symbol, from the highest bit on.
type code struct {
	bits   uint32
	symbol uint16
}

// init makes the tree of lengths from 1 to 20. Codes are given from the longest on, and each from all ones downwards;
// what that leaves in a code that is not complete is what other readers make of it. A level at which all codes agree
// takes no bit.
func (t *tree) init(lengths []byte) error {
	order := make([]uint16, len(lengths))
	for i := range order {
		order[i] = uint16(i)
	}
	slices.SortStableFunc(order, func(a, b uint16) int { return int(lengths[a]) - int(lengths[b]) })
	codes := make([]code, len(order))
	next := uint32(0)
	for i := len(order) - 1; i >= 0; i-- {
		codes[i] = code{^next, order[i]}
		next += 1 << (32 - lengths[order[i]])
	}
	slices.SortStableFunc(codes, func(a, b code) int {
		switch {
		case a.bits < b.bits:
			return -1
		case a.bits > b.bits:
			return 1
		}
		return 0
	})
	if len(codes) < 2 {
		return StructuralError("empty Huffman tree")
	}
	t.nodes = make([]node, 0, len(codes))
	root, ok := t.build(codes)
	if !ok {
		return StructuralError("equal symbols in Huffman tree")
	}
	t.fill(root, 0, 0)
	return nil
}

// build makes the nodes above codes, which are sorted. It descends to where they differ, at most 32 times.
func (t *tree) build(codes []code) (uint16, bool) {
	if len(codes) == 1 {
		return codes[0].symbol | leaf, true
	}
	differ := codes[0].bits ^ codes[len(codes)-1].bits
	if differ == 0 {
		return 0, false
	}
	bit := uint32(1) << (31 - bits.LeadingZeros32(differ))
	split := slices.IndexFunc(codes, func(c code) bool { return c.bits&bit != 0 })
	at := len(t.nodes)
	t.nodes = append(t.nodes, node{})
	zero, ok0 := t.build(codes[:split])
	one, ok1 := t.build(codes[split:])
	t.nodes[at] = node{zero, one}
	return uint16(at), ok0 && ok1
}

// fill sets the table for all that begins with n bits.
func (t *tree) fill(child uint16, prefix, n int) {
	if child&leaf != 0 || n == direct {
		from := prefix << (direct - n)
		for i := range 1 << (direct - n) {
			t.table[from+i] = child<<4 | uint16(n)
		}
		return
	}
	t.fill(t.nodes[child].zero, 2*prefix, n+1)
	t.fill(t.nodes[child].one, 2*prefix+1, n+1)
}

// read reads a symbol. It reads no byte before it is needed.
func (t *tree) read(b *bitReader) int {
	at := uint16(0)
	if b.n >= direct {
		entry := t.table[b.held>>(b.n-direct)&(1<<direct-1)]
		b.n -= uint(entry & 15)
		at = entry >> 4
	}
	for at&leaf == 0 {
		n := t.nodes[at]
		at = n.zero
		if b.bit() {
			at = n.one
		}
	}
	return int(at &^ leaf)
}
