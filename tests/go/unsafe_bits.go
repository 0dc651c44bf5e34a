// Values of types without pointers taken for one another by package unsafe.
package main

import (
	"fmt"
	"math"
	"unsafe"
)

type rgba struct{ r, g, b, a uint8 }
type pair struct{ lo, hi uint32 }
type vec struct{ x, y float64 }
type point struct{ X, Y float64 }
type flags uint16

func load16(b []byte, i int) uint16 { return *(*uint16)(unsafe.Pointer(&b[i])) }
func load32(b []byte, i int) uint32 { return *(*uint32)(unsafe.Pointer(&b[i])) }
func load64(b []byte, i int) uint64 { return *(*uint64)(unsafe.Pointer(&b[i])) }

func bits(p unsafe.Pointer) uint64 { return *(*uint64)(p) }

func boolByte(b bool) byte { return *(*byte)(unsafe.Pointer(&b)) }

func hash(b []byte) uint64 {
	h := uint64(len(b))
	for len(b) >= 8 {
		h = h*1099511628211 ^ *(*uint64)(unsafe.Pointer(&b[0]))
		b = b[8:]
	}
	for _, c := range b {
		h = h*1099511628211 ^ uint64(c)
	}
	return h
}

func main() {
	for _, f := range []float64{0, 1, -2.5, math.Pi, math.Inf(1), math.MaxFloat64, math.Copysign(0, -1)} {
		u := *(*uint64)(unsafe.Pointer(&f))
		i := *(*int64)(unsafe.Pointer(&f))
		g := *(*float64)(unsafe.Pointer(&u))
		single := float32(f)
		fmt.Printf("%#x %d %v %#x %v\n", u, i, g, *(*uint32)(unsafe.Pointer(&single)), u == math.Float64bits(f))
	}
	x := uint32(0x11223344)
	fmt.Println(*(*rgba)(unsafe.Pointer(&x)), *(*[4]byte)(unsafe.Pointer(&x)), *(*uint8)(unsafe.Pointer(&x)), *(*int32)(unsafe.Pointer(&x)))
	q := uint64(0x1122334455667788)
	fmt.Println(*(*pair)(unsafe.Pointer(&q)), *(*[2]uint32)(unsafe.Pointer(&q)), *(*flags)(unsafe.Pointer(&q)), bits(unsafe.Pointer(&q)) == q)
	c := rgba{1, 2, 3, 4}
	fmt.Printf("%#x\n", *(*uint32)(unsafe.Pointer(&c)))
	v := vec{1.5, 2.5}
	fmt.Println(*(*point)(unsafe.Pointer(&v)), *(*[2]float64)(unsafe.Pointer(&v)), *(*complex128)(unsafe.Pointer(&v)))
	(*point)(unsafe.Pointer(&v)).X = 7
	fmt.Println(v)
	fmt.Println(boolByte(true), boolByte(false))

	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	fmt.Printf("%#x %#x %#x\n", load16(b, 3), load32(b, 2), load64(b, 8))
	before := load32(b, 0)
	b[1] = 99
	after := load32(b, 0)
	fmt.Println(before, after, hash(b), hash(b[3:]))
	sum := uint32(0)
	for i := range 4 {
		b[0] = byte(i)
		sum += *(*uint32)(unsafe.Pointer(&b[0])) & 0xff
	}
	fmt.Println(sum)
	p := unsafe.Pointer(&b[4])
	fmt.Println(*(*[4]byte)(p), *(*uint64)(p), bits(p))
	i := 41
	ip := unsafe.Pointer(&i)
	*(*int)(ip)++
	*(*uint)(unsafe.Pointer(&i)) += 1
	fmt.Println(i, *(*int)(ip))
	floats := []float32{1, 2, 3}
	view := unsafe.Slice((*uint32)(unsafe.Pointer(&floats[0])), len(floats))
	fmt.Printf("%#x\n", view)
	raw := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(floats))), 4*len(floats))
	fmt.Println(raw)
}

// Output:
// 0x0 0 0 0x0 true
// 0x3ff0000000000000 4607182418800017408 1 0x3f800000 true
// 0xc004000000000000 -4610560118520545280 -2.5 0xc0200000 true
// 0x400921fb54442d18 4614256656552045848 3.141592653589793 0x40490fdb true
// 0x7ff0000000000000 9218868437227405312 +Inf 0x7f800000 true
// 0x7fefffffffffffff 9218868437227405311 1.7976931348623157e+308 0x7f800000 true
// 0x8000000000000000 -9223372036854775808 -0 0x80000000 true
// {68 51 34 17} [68 51 34 17] 68 287454020
// {1432778632 287454020} [1432778632 287454020] 30600 true
// 0x4030201
// {1.5 2.5} [1.5 2.5] (1.5+2.5i)
// {7 2.5}
// 1 0
// 0x504 0x6050403 0x100f0e0d0c0b0a09
// 67305985 67330817 13226392095728480586 632432696521597461
// 6
// [5 6 7 8] 867798387104613893 867798387104613893
// 43 43
// [0x3f800000 0x40000000 0x40400000]
// [0 0 128 63 0 0 0 64 0 0 64 64]
