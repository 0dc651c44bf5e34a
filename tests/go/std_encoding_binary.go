// Numbers in bytes: orders, varints, and values whose size is fixed.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

type point struct {
	X, Y int16
	_    [3]byte
	Z    struct {
		A bool
		B [2]float32
		C uint64
	}
	I8 int8
	U8 uint8
}

type kind uint8

type mixed struct {
	K kind
	L [3]kind
	F float64
	N int32
}

func main() {
	b := make([]byte, 8)
	orders := []binary.ByteOrder{binary.LittleEndian, binary.BigEndian, binary.NativeEndian}
	for _, o := range orders {
		o.PutUint16(b, 0x0102)
		o.PutUint32(b[2:], 0x03040506)
		fmt.Println(o, b, o.Uint16(b), o.Uint32(b), o.Uint64(b))
		o.PutUint64(b, 0x0102030405060708)
		fmt.Println(b, o.Uint64(b))
		a := o.(binary.AppendByteOrder)
		fmt.Println(a.AppendUint64(a.AppendUint32(a.AppendUint16(nil, 1), 2), 3))
	}
	fmt.Printf("%v %#v\n", binary.LittleEndian, binary.BigEndian)
	for _, x := range []uint64{0, 1, 127, 128, 300, 1 << 20, 1<<35 + 5, math.MaxUint64} {
		v := binary.AppendUvarint(nil, x)
		y, n := binary.Uvarint(v)
		z, err := binary.ReadUvarint(bytes.NewReader(v))
		fmt.Println(v, y == x, n, z == x, err, binary.PutUvarint(make([]byte, 10), x))
		for _, s := range []int64{int64(x), -int64(x)} {
			v := binary.AppendVarint(nil, s)
			y, n := binary.Varint(v)
			z, err := binary.ReadVarint(bytes.NewReader(v))
			fmt.Println(v, y == s, n, z == s, err, binary.PutVarint(make([]byte, 10), s))
		}
	}
	fmt.Println(binary.Uvarint(nil))
	fmt.Println(binary.Uvarint([]byte{0x80, 0x80}))
	long := bytes.Repeat([]byte{0xff}, 12)
	fmt.Println(binary.Uvarint(long))
	fmt.Println(binary.ReadUvarint(bytes.NewReader(long)))
	fmt.Println(binary.ReadUvarint(bytes.NewReader(long[:3])))
	fmt.Println(binary.ReadUvarint(bytes.NewReader(nil)))
	fmt.Println(binary.Uvarint([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2}))

	p := point{X: 1, Y: -2, I8: -3, U8: 200}
	p.Z.A, p.Z.B, p.Z.C = true, [2]float32{1.5, -0.25}, 1<<60+7
	values := []any{
		true, int8(-5), uint8(5), int16(-300), uint16(300), int32(-70000), uint32(70000), int64(-1 << 40), uint64(1 << 40),
		float32(1.25), -2.5, kind(7), []bool{true, false, true}, []int8{1, -1}, []byte("abc"), []int16{1, -2}, []uint16{1, 2},
		[]int32{-1, 5}, []uint32{1, 5}, []int64{-1, 1 << 50}, []uint64{9}, []float32{1, 2}, []float64{3, -4},
		p, &p, []point{p, p}, [2]int16{5, 6}, &[2]int16{5, 6}, mixed{1, [3]kind{2, 3, 4}, 5.5, -6},
		[]uint16{}, struct{}{}, &[]int16{7, 8},
	}
	for _, v := range values {
		for _, o := range orders[:2] {
			var out bytes.Buffer
			err := binary.Write(&out, o, v)
			fmt.Println(binary.Size(v), err, out.Bytes())
			a, err := binary.Append([]byte{9}, o, v)
			fmt.Println(bytes.Equal(a[1:], out.Bytes()), err)
			n, err := binary.Encode(make([]byte, 100), o, v)
			fmt.Println(n, err)
		}
	}
	for _, v := range []any{1, uint(1), "abc", []string{"a"}, struct{ A int }{1}, map[int]int{}, []int{1}, struct{ S []byte }{}} {
		fmt.Println(binary.Size(v), binary.Write(io.Discard, binary.BigEndian, v))
		_, err := binary.Append(nil, binary.BigEndian, v)
		_, err2 := binary.Encode(nil, binary.BigEndian, v)
		fmt.Println(err, err2)
	}
	fmt.Println(binary.Encode(nil, binary.BigEndian, int32(1)))

	for _, o := range orders {
		raw, _ := binary.Append(nil, o, &p)
		var q point
		err := binary.Read(bytes.NewReader(raw), o, &q)
		fmt.Println(q == p, err)
		n, err := binary.Decode(raw, o, &q)
		fmt.Println(n, err, q.Z)
		s := make([]point, 2)
		fmt.Println(binary.Read(bytes.NewReader(append(raw, raw...)), o, s), s[1] == p)
		fmt.Println(binary.Read(bytes.NewReader(raw[:5]), o, &q), binary.Read(bytes.NewReader(nil), o, &q))
		_, err = binary.Decode(raw[:5], o, &q)
		fmt.Println(err)
		var (
			bo  bool
			i8  int8
			u16 uint16
			i32 int32
			u64 uint64
			f32 float32
			f64 float64
			k   kind
			arr [3]uint16
		)
		in := bytes.NewReader([]byte{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
			34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66})
		for _, v := range []any{&bo, &i8, &u16, &i32, &u64, &f32, &f64, &k, &arr} {
			if err := binary.Read(in, o, v); err != nil {
				fmt.Println(err)
			}
		}
		fmt.Println(bo, i8, u16, i32, u64, f32, f64, k, arr)
		i16s, f64s := make([]int16, 3), make([]float64, 2)
		fmt.Println(binary.Read(in, o, i16s), i16s, binary.Read(in, o, f64s), f64s)
	}
	var i int
	fmt.Println(binary.Read(bytes.NewReader(make([]byte, 9)), binary.LittleEndian, &i))
	fmt.Println(binary.Read(bytes.NewReader(make([]byte, 9)), binary.LittleEndian, int32(1)))
	_, err := binary.Decode(make([]byte, 9), binary.LittleEndian, p)
	fmt.Println(err)
}
