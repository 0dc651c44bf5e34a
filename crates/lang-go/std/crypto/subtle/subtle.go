// Package subtle compares and selects in time that does not depend on what is compared.
package subtle

import (
	"crypto/internal/alias"
	"encoding/binary"
)

// ConstantTimeCompare is 1 for equal contents, 0 otherwise; at once if lengths differ.
func ConstantTimeCompare(x, y []byte) int {
	if len(x) != len(y) {
		return 0
	}
	var v byte
	for i, b := range x {
		v |= b ^ y[i]
	}
	return ConstantTimeByteEq(v, 0)
}

// ConstantTimeSelect is x if v is 1, and y if it is 0.
func ConstantTimeSelect(v, x, y int) int {
	mask := (v | -v) >> 63
	return mask&x | ^mask&y
}

func ConstantTimeByteEq(x, y uint8) int { return int((uint32(x^y) - 1) >> 31) }
func ConstantTimeEq(x, y int32) int     { return int((uint64(uint32(x^y)) - 1) >> 63) }

// ConstantTimeCopy copies y to x if v is 1, and leaves x if it is 0.
func ConstantTimeCopy(v int, x, y []byte) {
	if len(x) != len(y) {
		panic("subtle: slices have different lengths")
	}
	keep := byte(v - 1)
	for i := range x {
		x[i] = x[i]&keep | y[i]&^keep
	}
}

// ConstantTimeLessOrEq is for numbers from 0 to 2³¹-1.
func ConstantTimeLessOrEq(x, y int) int {
	return int((int32(x)-int32(y)-1)>>31) & 1
}

// XORBytes combines bytes while both have some.
func XORBytes(dst, x, y []byte) int {
	n := min(len(x), len(y))
	if n == 0 {
		return 0
	}
	if n > len(dst) {
		panic("subtle.XORBytes: dst too short")
	}
	dst, x, y = dst[:n], x[:n], y[:n]
	if alias.Inexact(dst, x) || alias.Inexact(dst, y) {
		panic("subtle.XORBytes: invalid overlap")
	}
	for len(dst) >= 8 {
		binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(x)^binary.LittleEndian.Uint64(y))
		dst, x, y = dst[8:], x[8:], y[8:]
	}
	for i := range dst {
		dst[i] = x[i] ^ y[i]
	}
	return n
}

// WithDataIndependentTiming calls f: what is here takes the same time always, as far as the machine does.
func WithDataIndependentTiming(f func()) { f() }
