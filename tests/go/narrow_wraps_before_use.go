package main

import "fmt"

// A narrow result wraps before anything looks at it: compares, equality, switches, indices, keys, conversions.

func i8(op byte, a, b int8) int8 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << uint8(b)
	case '~':
		return -a
	}
	return ^a
}

func i16(op byte, a, b int16) int16 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << uint16(b)
	case '~':
		return -a
	}
	return ^a
}

func i32(op byte, a, b int32) int32 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << uint32(b)
	case '~':
		return -a
	}
	return ^a
}

func u8(op byte, a, b uint8) uint8 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << b
	case '~':
		return -a
	}
	return ^a
}

func u16(op byte, a, b uint16) uint16 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << b
	case '~':
		return -a
	}
	return ^a
}

func u32(op byte, a, b uint32) uint32 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '<':
		return a << b
	case '~':
		return -a
	}
	return ^a
}

// Direct forms: the result of the operation itself is compared.

func below8(a, b, c int8) bool      { return a+b < c }
func below16(a, b, c int16) bool    { return a-b < c }
func below32(a, b, c int32) bool    { return a*b < c }
func belowU8(a, b, c uint8) bool    { return a+b < c }
func belowU16(a, b, c uint16) bool  { return a-b < c }
func belowU32(a, b, c uint32) bool  { return a*b < c }
func equal8(a, b, c int8) bool      { return a+b == c }
func equalU16(a, b, c uint16) bool  { return a*b == c }
func float8(a, b int8) float64      { return float64(a + b) }
func floatU8(a, b uint8) float64    { return float64(a + b) }
func quotient8(a, b, c int8) int8   { return (a + b) / c }
func quotientU(a, b, c uint8) uint8 { return (a - b) / c }
func shift8(a, b int8, n uint) int8 { return (a + b) >> n }
func shiftU8(a, b uint8) uint64     { return 1 << (a + b) }

func sign(v int8) string {
	switch {
	case v < 0:
		return "negative"
	case v == 0:
		return "zero"
	}
	return "positive"
}

func name(v uint8) string {
	switch v {
	case 44:
		return "forty-four"
	case 0:
		return "zero"
	}
	return "other"
}

func main() {
	for _, op := range []byte("+-*<~!") {
		a, b, c := i8(op, 100, 100), i16(op, 30_000, 30_000), i32(op, 2_000_000_000, 2_000_000_000)
		d, e, f := u8(op, 200, 100), u16(op, 40_000, 50_000), u32(op, 4_000_000_000, 3_000_000_000)
		fmt.Println(string(op), a < 0, b < 0, c < 0, d > 100, e > 30_000, f > 1_000_000_000)
		fmt.Println(a, b, c, d, e, f)
		fmt.Println(sign(a), name(d), any(a) == any(i8(op, 100, 100)), any(d) == any(uint8(44)))
	}
	fmt.Println(below8(100, 100, 0), below16(-30_000, 30_000, 0), below32(1<<20, 1<<11, 0))
	fmt.Println(belowU8(200, 100, 50), belowU16(1, 2, 5), belowU32(1<<20, 1<<13, 5))
	fmt.Println(equal8(100, 100, -56), equalU16(1<<8, 1<<9, 0), float8(100, 100), floatU8(200, 100))
	fmt.Println(quotient8(100, 100, 2), quotientU(1, 2, 2), shift8(100, 100, 1), shiftU8(250, 10))

	var table [256]int
	table[u8('+', 200, 100)]++
	keys := map[int8]int{i8('+', 100, 100): 1}
	keys[-56]++
	fmt.Println(table[44], keys, len(keys))

	channel := make(chan uint8, 1)
	channel <- u8('*', 20, 20)
	type pair struct {
		a int8
		b uint16
	}
	fmt.Println(<-channel == 144, pair{i8('-', -100, 100), u16('-', 0, 1)} == pair{56, 65535})
}

// Output:
// + true true true false false true
// -56 -5536 -294967296 44 24464 2705032704
// negative forty-four true true
// - false false false false true false
// 0 0 0 100 55536 1000000000
// zero other true false
// * false true true false true true
// 16 -5888 -1651507200 32 37888 3635412992
// positive other true false
// < false false false false false false
// 0 0 0 0 0 0
// zero zero true false
// ~ true true true false false false
// -100 -30000 -2000000000 56 25536 294967296
// negative other true false
// ! true true true false false false
// -101 -30001 -2000000001 55 25535 294967295
// negative other true false
// true false true
// true false true
// true true -56 44
// -28 127 -28 16
// 1 map[-56:2] 1
// true true
