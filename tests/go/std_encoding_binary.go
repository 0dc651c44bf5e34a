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

// Output:
// LittleEndian [2 1 6 5 4 3 0 0] 258 84279554 3315799032066
// [8 7 6 5 4 3 2 1] 72623859790382856
// [1 0 2 0 0 0 3 0 0 0 0 0 0 0]
// BigEndian [1 2 3 4 5 6 2 1] 258 16909060 72623859790381569
// [1 2 3 4 5 6 7 8] 72623859790382856
// [0 1 0 0 0 2 0 0 0 0 0 0 0 3]
// NativeEndian [2 1 6 5 4 3 7 8] 258 84279554 578434392939430146
// [8 7 6 5 4 3 2 1] 72623859790382856
// [1 0 2 0 0 0 3 0 0 0 0 0 0 0]
// LittleEndian binary.BigEndian
// [0] true 1 true <nil> 1
// [0] true 1 true <nil> 1
// [0] true 1 true <nil> 1
// [1] true 1 true <nil> 1
// [2] true 1 true <nil> 1
// [1] true 1 true <nil> 1
// [127] true 1 true <nil> 1
// [254 1] true 2 true <nil> 2
// [253 1] true 2 true <nil> 2
// [128 1] true 2 true <nil> 2
// [128 2] true 2 true <nil> 2
// [255 1] true 2 true <nil> 2
// [172 2] true 2 true <nil> 2
// [216 4] true 2 true <nil> 2
// [215 4] true 2 true <nil> 2
// [128 128 64] true 3 true <nil> 3
// [128 128 128 1] true 4 true <nil> 4
// [255 255 127] true 3 true <nil> 3
// [133 128 128 128 128 1] true 6 true <nil> 6
// [138 128 128 128 128 2] true 6 true <nil> 6
// [137 128 128 128 128 2] true 6 true <nil> 6
// [255 255 255 255 255 255 255 255 255 1] true 10 true <nil> 10
// [1] true 1 true <nil> 1
// [2] true 1 true <nil> 1
// 0 0
// 0 0
// 0 -11
// 18446744073709551615 binary: varint overflows a 64-bit integer
// 2097151 unexpected EOF
// 0 EOF
// 0 -10
// 1 <nil> [1]
// true <nil>
// 1 <nil>
// 1 <nil> [1]
// true <nil>
// 1 <nil>
// 1 <nil> [251]
// true <nil>
// 1 <nil>
// 1 <nil> [251]
// true <nil>
// 1 <nil>
// 1 <nil> [5]
// true <nil>
// 1 <nil>
// 1 <nil> [5]
// true <nil>
// 1 <nil>
// 2 <nil> [212 254]
// true <nil>
// 2 <nil>
// 2 <nil> [254 212]
// true <nil>
// 2 <nil>
// 2 <nil> [44 1]
// true <nil>
// 2 <nil>
// 2 <nil> [1 44]
// true <nil>
// 2 <nil>
// 4 <nil> [144 238 254 255]
// true <nil>
// 4 <nil>
// 4 <nil> [255 254 238 144]
// true <nil>
// 4 <nil>
// 4 <nil> [112 17 1 0]
// true <nil>
// 4 <nil>
// 4 <nil> [0 1 17 112]
// true <nil>
// 4 <nil>
// 8 <nil> [0 0 0 0 0 255 255 255]
// true <nil>
// 8 <nil>
// 8 <nil> [255 255 255 0 0 0 0 0]
// true <nil>
// 8 <nil>
// 8 <nil> [0 0 0 0 0 1 0 0]
// true <nil>
// 8 <nil>
// 8 <nil> [0 0 1 0 0 0 0 0]
// true <nil>
// 8 <nil>
// 4 <nil> [0 0 160 63]
// true <nil>
// 4 <nil>
// 4 <nil> [63 160 0 0]
// true <nil>
// 4 <nil>
// 8 <nil> [0 0 0 0 0 0 4 192]
// true <nil>
// 8 <nil>
// 8 <nil> [192 4 0 0 0 0 0 0]
// true <nil>
// 8 <nil>
// 1 <nil> [7]
// true <nil>
// 1 <nil>
// 1 <nil> [7]
// true <nil>
// 1 <nil>
// 3 <nil> [1 0 1]
// true <nil>
// 3 <nil>
// 3 <nil> [1 0 1]
// true <nil>
// 3 <nil>
// 2 <nil> [1 255]
// true <nil>
// 2 <nil>
// 2 <nil> [1 255]
// true <nil>
// 2 <nil>
// 3 <nil> [97 98 99]
// true <nil>
// 3 <nil>
// 3 <nil> [97 98 99]
// true <nil>
// 3 <nil>
// 4 <nil> [1 0 254 255]
// true <nil>
// 4 <nil>
// 4 <nil> [0 1 255 254]
// true <nil>
// 4 <nil>
// 4 <nil> [1 0 2 0]
// true <nil>
// 4 <nil>
// 4 <nil> [0 1 0 2]
// true <nil>
// 4 <nil>
// 8 <nil> [255 255 255 255 5 0 0 0]
// true <nil>
// 8 <nil>
// 8 <nil> [255 255 255 255 0 0 0 5]
// true <nil>
// 8 <nil>
// 8 <nil> [1 0 0 0 5 0 0 0]
// true <nil>
// 8 <nil>
// 8 <nil> [0 0 0 1 0 0 0 5]
// true <nil>
// 8 <nil>
// 16 <nil> [255 255 255 255 255 255 255 255 0 0 0 0 0 0 4 0]
// true <nil>
// 16 <nil>
// 16 <nil> [255 255 255 255 255 255 255 255 0 4 0 0 0 0 0 0]
// true <nil>
// 16 <nil>
// 8 <nil> [9 0 0 0 0 0 0 0]
// true <nil>
// 8 <nil>
// 8 <nil> [0 0 0 0 0 0 0 9]
// true <nil>
// 8 <nil>
// 8 <nil> [0 0 128 63 0 0 0 64]
// true <nil>
// 8 <nil>
// 8 <nil> [63 128 0 0 64 0 0 0]
// true <nil>
// 8 <nil>
// 16 <nil> [0 0 0 0 0 0 8 64 0 0 0 0 0 0 16 192]
// true <nil>
// 16 <nil>
// 16 <nil> [64 8 0 0 0 0 0 0 192 16 0 0 0 0 0 0]
// true <nil>
// 16 <nil>
// 26 <nil> [1 0 254 255 0 0 0 1 0 0 192 63 0 0 128 190 7 0 0 0 0 0 0 16 253 200]
// true <nil>
// 26 <nil>
// 26 <nil> [0 1 255 254 0 0 0 1 63 192 0 0 190 128 0 0 16 0 0 0 0 0 0 7 253 200]
// true <nil>
// 26 <nil>
// 26 <nil> [1 0 254 255 0 0 0 1 0 0 192 63 0 0 128 190 7 0 0 0 0 0 0 16 253 200]
// true <nil>
// 26 <nil>
// 26 <nil> [0 1 255 254 0 0 0 1 63 192 0 0 190 128 0 0 16 0 0 0 0 0 0 7 253 200]
// true <nil>
// 26 <nil>
// 52 <nil> [1 0 254 255 0 0 0 1 0 0 192 63 0 0 128 190 7 0 0 0 0 0 0 16 253 200 1 0 254 255 0 0 0 1 0 0 192 63 0 0 128 190 7 0 0 0 0 0 0 16 253 200]
// true <nil>
// 52 <nil>
// 52 <nil> [0 1 255 254 0 0 0 1 63 192 0 0 190 128 0 0 16 0 0 0 0 0 0 7 253 200 0 1 255 254 0 0 0 1 63 192 0 0 190 128 0 0 16 0 0 0 0 0 0 7 253 200]
// true <nil>
// 52 <nil>
// 4 <nil> [5 0 6 0]
// true <nil>
// 4 <nil>
// 4 <nil> [0 5 0 6]
// true <nil>
// 4 <nil>
// 4 <nil> [5 0 6 0]
// true <nil>
// 4 <nil>
// 4 <nil> [0 5 0 6]
// true <nil>
// 4 <nil>
// 16 <nil> [1 2 3 4 0 0 0 0 0 0 22 64 250 255 255 255]
// true <nil>
// 16 <nil>
// 16 <nil> [1 2 3 4 64 22 0 0 0 0 0 0 255 255 255 250]
// true <nil>
// 16 <nil>
// 0 <nil> []
// true <nil>
// 0 <nil>
// 0 <nil> []
// true <nil>
// 0 <nil>
// 0 <nil> []
// true <nil>
// 0 <nil>
// 0 <nil> []
// true <nil>
// 0 <nil>
// 4 <nil> [7 0 8 0]
// true <nil>
// 4 <nil>
// 4 <nil> [0 7 0 8]
// true <nil>
// 4 <nil>
// -1 binary.Write: some values are not fixed-sized in type int
// binary.Append: some values are not fixed-sized in type int binary.Encode: some values are not fixed-sized in type int
// -1 binary.Write: some values are not fixed-sized in type uint
// binary.Append: some values are not fixed-sized in type uint binary.Encode: some values are not fixed-sized in type uint
// -1 binary.Write: some values are not fixed-sized in type string
// binary.Append: some values are not fixed-sized in type string binary.Encode: some values are not fixed-sized in type string
// -1 binary.Write: some values are not fixed-sized in type []string
// binary.Append: some values are not fixed-sized in type []string binary.Encode: some values are not fixed-sized in type []string
// -1 binary.Write: some values are not fixed-sized in type struct { A int }
// binary.Append: some values are not fixed-sized in type struct { A int } binary.Encode: some values are not fixed-sized in type struct { A int }
// -1 binary.Write: some values are not fixed-sized in type map[int]int
// binary.Append: some values are not fixed-sized in type map[int]int binary.Encode: some values are not fixed-sized in type map[int]int
// -1 binary.Write: some values are not fixed-sized in type []int
// binary.Append: some values are not fixed-sized in type []int binary.Encode: some values are not fixed-sized in type []int
// -1 binary.Write: some values are not fixed-sized in type struct { S []uint8 }
// binary.Append: some values are not fixed-sized in type struct { S []uint8 } binary.Encode: some values are not fixed-sized in type struct { S []uint8 }
// 0 buffer too small
// true <nil>
// 26 <nil> {true [1.5 -0.25] 1152921504606846983}
// <nil> true
// unexpected EOF EOF
// buffer too small
// true 3 1284 151521030 1229499251294997258 2.9903406e-26 1.8618274250285966e-168 30 [8223 8737 9251]
// <nil> [9765 10279 10793] <nil> [6.375465102963331e-67 3.1831600865280938e-28]
// true <nil>
// 26 <nil> {true [1.5 -0.25] 1152921504606846983}
// <nil> true
// unexpected EOF EOF
// buffer too small
// true 3 1029 101124105 723685415333072913 4.6409774e-28 2.946351694007346e-202 30 [7968 8482 8996]
// <nil> [9510 10024 10538] <nil> [1.0064177559640491e-100 4.91225829209558e-62]
// true <nil>
// 26 <nil> {true [1.5 -0.25] 1152921504606846983}
// <nil> true
// unexpected EOF EOF
// buffer too small
// true 3 1284 151521030 1229499251294997258 2.9903406e-26 1.8618274250285966e-168 30 [8223 8737 9251]
// <nil> [9765 10279 10793] <nil> [6.375465102963331e-67 3.1831600865280938e-28]
// binary.Read: invalid type *int
// binary.Read: invalid type int32
// binary.Decode: invalid type main.point
