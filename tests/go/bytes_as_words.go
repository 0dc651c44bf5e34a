// Numbers that are put together from bytes, and taken apart into them: in both orders, at odd places, with bytes that
// change between, with checks that fail halfway, and with parts that are used besides.
package main

import (
	"encoding/binary"
	"fmt"
)

//go:noinline
func little(b []byte, i int) (uint16, uint32, uint64) {
	return binary.LittleEndian.Uint16(b[i:]), binary.LittleEndian.Uint32(b[i:]), binary.LittleEndian.Uint64(b[i:])
}

//go:noinline
func big(b []byte, i int) (uint16, uint32, uint64) {
	return binary.BigEndian.Uint16(b[i:]), binary.BigEndian.Uint32(b[i:]), binary.BigEndian.Uint64(b[i:])
}

// Checks are in between, and a sign extends.
//
//go:noinline
func checked(b []byte, i int) (int, int16, int32) {
	return int(b[i]) | int(b[i+1])<<8, int16(b[i+2]) | int16(b[i+3])<<8, int32(int8(b[i])) | int32(b[i+1])<<8
}

// One byte is written between the loads of two.
//
//go:noinline
func between(b []byte) uint32 {
	_ = b[3]
	x := uint32(b[0]) | uint32(b[1])<<8
	b[2] = b[0] + 1
	return x | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Bytes that are no word: bits overlap, one is missing, one comes twice, the order is another one.
//
//go:noinline
func noWords(b []byte) [4]uint32 {
	_ = b[3]
	return [4]uint32{
		uint32(b[0]) | uint32(b[1])<<7 | uint32(b[2])<<16 | uint32(b[3])<<24,
		uint32(b[0]) | uint32(b[1])<<8 | uint32(b[3])<<24,
		uint32(b[0]) + uint32(b[0])<<8 + uint32(b[2])<<16 + uint32(b[3])<<24,
		uint32(b[1]) | uint32(b[0])<<8 | uint32(b[3])<<16 | uint32(b[2])<<24,
	}
}

// The shifted bits fall off the end of a narrow type.
//
//go:noinline
func narrow(b []byte) (uint16, uint64) {
	x := uint16(b[0]) | uint16(b[1])<<8
	return x<<8 | uint16(b[2]), uint64(uint32(b[0])<<28|uint32(b[1])<<24)<<8 | uint64(b[3])
}

//go:noinline
func put(b []byte, i int, x uint64) {
	binary.LittleEndian.PutUint64(b[i:], x)
	binary.BigEndian.PutUint32(b[i+9:], uint32(x))
	binary.LittleEndian.PutUint16(b[i+14:], uint16(x>>13))
	binary.BigEndian.PutUint64(b[i+17:], x)
}

// Stores that look at each other's bytes.
//
//go:noinline
func overlapping(b []byte, x uint32) byte {
	_ = b[7]
	b[0] = byte(x)
	b[1] = byte(x >> 8)
	y := b[0]
	b[2] = byte(x >> 16)
	b[3] = byte(x >> 24)
	b[4] = byte(x)
	b[5] = byte(x >> 8)
	b[5] = y
	b[6] = byte(x >> 8)
	b[7] = byte(x)
	return b[3] ^ b[5]
}

// The check before the third byte fails after two were stored.
//
//go:noinline
func halfway(b []byte, x uint32) (err any) {
	defer func() { err = recover() }()
	b[0] = byte(x)
	b[1] = byte(x >> 8)
	b[2] = byte(x >> 16)
	b[3] = byte(x >> 24)
	return nil
}

// Two numbers share the bytes of a row.
//
//go:noinline
func two(b []byte, x, y uint16) {
	_ = b[3]
	b[0] = byte(x)
	b[1] = byte(y >> 8)
	b[2] = byte(y)
	b[3] = byte(x >> 8)
}

type header struct {
	kind  byte
	sizes [4]byte
	tail  [3]byte
}

//go:noinline
func (h *header) size() uint32 {
	return uint32(h.sizes[0])<<24 | uint32(h.sizes[1])<<16 | uint32(h.sizes[2])<<8 | uint32(h.sizes[3])
}

//go:noinline
func (h *header) setSize(x uint32) {
	h.sizes[0], h.sizes[1], h.sizes[2], h.sizes[3] = byte(x>>24), byte(x>>16), byte(x>>8), byte(x)
}

func main() {
	b := make([]byte, 48)
	for i := range b {
		b[i] = byte(i*37 + 201)
	}
	for i := range 9 {
		fmt.Println(little(b, i))
		fmt.Println(big(b, i))
		fmt.Println(checked(b, i))
	}
	fmt.Println(between(b), noWords(b[5:]))
	fmt.Println(narrow(b[7:]))
	put(b, 3, 0x0123456789abcdef)
	fmt.Println(b)
	fmt.Println(overlapping(b[11:], 0x89abcdef), b)
	fmt.Println(halfway(b[:2:2], 0x11223344), b[:4])
	fmt.Println(halfway(b[1:5], 0x55667788), b[:6])
	two(b[6:], 0x1234, 0x5678)
	fmt.Println(b[6:10])
	h := &header{kind: 1}
	h.setSize(0xcafe_babe)
	fmt.Println(*h, h.size())
	var local [8]byte
	binary.BigEndian.PutUint64(local[:], uint64(len(b))<<40|7)
	fmt.Println(local, binary.LittleEndian.Uint32(local[2:]))
	buf := binary.LittleEndian.AppendUint32(nil, 0xdeadbeef)
	buf = binary.BigEndian.AppendUint16(buf, 0xabcd)
	fmt.Println(buf)
}

// Output:
// 61129 940830409 14746898841732378313
// 51694 3387822904 14550588578888591308
// 61129 14355 -55
// 5102 1563956206 17423485236741149678
// 60947 3994237021 17155117379859500273
// 5102 23864 -18
// 14355 2187147283 1653327558040434707
// 4920 322461058 1384959701158785302
// 14355 -32163 14355
// 23864 2810338616 4257856359011343672
// 14429 945652391 4061546096167556667
// 23864 -22654 23864
// 33373 3433529949 6934161279043469917
// 23938 1568843724 6738132491159616352
// 33373 -13145 33373
// 42882 4056721282 9610746574540679042
// 33447 2192035057 9414718881873485957
// 42882 -3636 -126
// 52391 384945319 12287332965254548647
// 42956 2815226134 12091304177370695082
// 52391 5873 -89
// 61900 991359436 14963919360246608332
// 52465 3438351931 14767609097402821327
// 61900 15126 -52
// 5873 1614485233 17640505755255379697
// 61718 4044766048 17372137898373730292
// 5873 24635 -15
// 952823497 [4056699778 4043351938 4056711810 3438379687]
// 52246 1035087118395
// [201 238 202 239 205 171 137 103 69 35 1 96 137 171 205 239 25 94 77 136 1 35 69 103 137 171 205 239 213 250 31 68 105 142 179 216 253 34 71 108 145 182 219 0 37 74 111 148]
// 102 [201 238 202 239 205 171 137 103 69 35 1 239 205 171 137 239 239 205 239 136 1 35 69 103 137 171 205 239 213 250 31 68 105 142 179 216 253 34 71 108 145 182 219 0 37 74 111 148]
// runtime error: index out of range [2] with length 2 [68 51 202 239]
// <nil> [68 136 119 102 85 171]
// [52 86 120 18]
// {1 [202 254 186 190] [0 0 0]} 3405691582
// [0 0 48 0 0 0 0 7] 48
// [239 190 173 222 171 205]
