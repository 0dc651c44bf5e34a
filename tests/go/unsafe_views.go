// Pointers of other types that are kept, unsafe.Add, and values written through them.
package main

import (
	"fmt"
	"unsafe"
)

type words struct{ data []byte }

func (w *words) at(i int) *uint32 {
	p := unsafe.SliceData(w.data)
	return (*uint32)(unsafe.Add(unsafe.Pointer(p), i*4))
}

func (w *words) get(i int) uint32    { return *(w.at(i)) }
func (w *words) set(i int, v uint32) { *(w.at(i)) = v }
func (w *words) swap(i, j int) {
	pi, pj := w.at(i), w.at(j)
	*pi, *pj = *pj, *pi
}

func (w *words) list(from, n int) []uint32 { return unsafe.Slice(w.at(from), n) }

type header struct {
	data unsafe.Pointer
	len  int
}

type three struct {
	data unsafe.Pointer
	len  int
	cap  int
}

func stringBytes(s string) []byte {
	return *(*[]byte)(unsafe.Pointer(&three{
		data: (*header)(unsafe.Pointer(&s)).data,
		len:  len(s),
		cap:  len(s),
	}))
}

func put64(b []byte, i int, v uint64) { *(*uint64)(unsafe.Pointer(&b[i])) = v }

func utf16(s []uint16) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*2) }

func units(s string) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.StringData(s))), len(s)/2)
}

func main() {
	w := &words{make([]byte, 32)}
	for i := range 8 {
		w.set(i, uint32(i)*0x01010101)
	}
	w.swap(1, 6)
	for i := range 8 {
		fmt.Printf("%#x ", w.get(i))
	}
	fmt.Println(w.data[:8], w.list(2, 3))
	w.list(0, 2)[1] = 0xffffffff
	fmt.Println(w.data[4:8])

	b := make([]byte, 24)
	put64(b, 3, 0x1122334455667788)
	put64(b, 16, 1<<63)
	fmt.Println(b)
	*(*[4]byte)(unsafe.Pointer(&b[0])) = [4]byte{9, 8, 7, 6}
	fmt.Println(b[:5])
	(*(*[4]byte)(unsafe.Pointer(&b[1])))[2] = 55
	fmt.Println(b[:5], (*(*[4]byte)(unsafe.Pointer(&b[1])))[1:3], len(*(*[4]byte)(unsafe.Pointer(&b[1]))))
	q := &*(*uint16)(unsafe.Pointer(&b[2]))
	*q = 0x0102
	fmt.Println(b[:5], *q)
	for i, c := range *(*[3]byte)(unsafe.Pointer(&b[2])) {
		fmt.Println(i, c)
	}
	fmt.Println()
	if *(*uint16)(unsafe.Pointer(&b[2])) == 0x0102 {
		fmt.Println("equal", *(*uint16)(unsafe.Pointer(&b[2]))+1, min(*(*uint8)(unsafe.Pointer(&b[2])), 9))
	}
	*(*uint16)(unsafe.Pointer(&b[2])) += 3
	fmt.Println(b[:5])

	f := 1.5
	u := (*uint64)(unsafe.Pointer(&f))
	*u |= 1 << 63
	fmt.Println(f)
	*(*uint64)(unsafe.Pointer(&f)) = 0x4000000000000000
	fmt.Println(f)

	fmt.Println(string(stringBytes("of a string")), stringBytes(""), (*header)(unsafe.Pointer(&b)).len)
	fmt.Println(utf16([]uint16{1, 0x203, 0xffff}), units("ab\x01\x02x"))
	text := "bytes"
	p := unsafe.StringData(text)
	fmt.Println(*(*byte)(unsafe.Add(unsafe.Pointer(p), 2)), *p)
	var any1 any = *(*uint32)(unsafe.Pointer(&b[0]))
	fmt.Printf("%T\n", any1)
	s := struct {
		a uint8
		b uint32
		c [2]uint16
	}{1, 2, [2]uint16{3, 4}}
	pb := (*uint32)(unsafe.Add(unsafe.Pointer(&s), unsafe.Offsetof(s.b)))
	*pb += 40
	fmt.Println(s, *(*uint16)(unsafe.Add(unsafe.Pointer(&s.c), 2)))
}

// Output:
// 0x0 0x6060606 0x2020202 0x3030303 0x4040404 0x5050505 0x1010101 0x7070707 [0 0 0 0 6 6 6 6] [33686018 50529027 67372036]
// [255 255 255 255]
// [0 0 0 136 119 102 85 68 51 34 17 0 0 0 0 0 0 0 0 0 0 0 0 128]
// [9 8 7 6 119]
// [9 8 7 55 119] [7 55] 4
// [9 8 2 1 119] 258
// 0 2
// 1 1
// 2 119
//
// equal 259 2
// [9 8 5 1 119]
// -1.5
// 2
// of a string [] 24
// [1 0 3 2 255 255] [25185 513]
// 116 98
// uint32
// {1 42 [3 4]} 4
