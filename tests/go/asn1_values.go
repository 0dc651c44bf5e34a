package main

import (
	"encoding/asn1"
	"fmt"
	"hash/fnv"
	"math/big"
	"reflect"
	"strings"
	"time"
)

type S1 struct {
	A int
	B string
	C []byte `asn1:"optional"`
	D *big.Int
}
type S2 struct {
	Raw asn1.RawContent
	A   int `asn1:"optional,default:7"`
	B   asn1.ObjectIdentifier
	F   asn1.Flag     `asn1:"optional,tag:3"`
	X   asn1.RawValue `asn1:"optional"`
}
type S3 struct {
	A int       `asn1:"explicit,tag:1"`
	B string    `asn1:"ia5,tag:2"`
	C []int     `asn1:"set"`
	D time.Time `asn1:"generalized"`
	E string    `asn1:"explicit,application,tag:4,optional"`
	P int       `asn1:"private,tag:40,optional"`
	O []string  `asn1:"omitempty"`
}
type S4 struct{ a int }
type IntSET []int
type S5 struct {
	X any
	Y []any
	Z bool
	E asn1.Enumerated
	B asn1.BitString
	T time.Time
	U string `asn1:"utf8"`
	N string `asn1:"numeric"`
	R IntSET
	I S1
	Q int32
	W int64
	V int8 `asn1:"optional"`
}
type S6 struct {
	F asn1.Flag     `asn1:"explicit,tag:0,optional"`
	R asn1.RawValue `asn1:"explicit,tag:1,optional"`
	T time.Time     `asn1:"tag:2,generalized,optional"`
	S string        `asn1:"tag:3,utf8,optional"`
	M S1            `asn1:"tag:5,optional"`
}

var types = []any{0, int8(0), int16(0), int32(0), int64(0), uint(0), 1.5, "", []byte(nil), []int(nil), []string(nil), []time.Time(nil), []any(nil), []float64(nil), IntSET(nil), true, S1{}, S2{}, S3{}, S4{}, S5{}, S6{}, asn1.RawValue{}, asn1.RawContent(nil), asn1.ObjectIdentifier(nil), asn1.BitString{}, asn1.Enumerated(0), asn1.Flag(false), (*big.Int)(nil), time.Time{}, [][]byte(nil), []asn1.RawValue(nil), []S1(nil), struct{}{}, map[string]int(nil), (*int)(nil), []asn1.ObjectIdentifier(nil)}
var ifc = new(any)

type rng uint64

func (r *rng) n(k int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % k
}

func clean(s string) string {
	for {
		i := strings.Index(s, ":0x")
		if i < 0 {
			return s
		}
		j := i + 3
		for j < len(s) && strings.IndexByte("0123456789abcdef", s[j]) >= 0 {
			j++
		}
		s = s[:i] + ":P" + s[j:]
	}
}

var sum = fnv.New64a()
var said int

// say prints some of what is said, and adds all of it to a sum.
func say(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	sum.Write([]byte(s))
	if said++; said%23 == 0 || said < 120 {
		fmt.Print(s)
	}
}

func try(b []byte, params string) {
	for n, t := range types {
		if (n+len(b))%3 != 0 && n > 1 {
			continue
		}
		v := reflect.New(reflect.TypeOf(t))
		rest, err := asn1.UnmarshalWithParams(b, v.Interface(), params)
		if err != nil {
			say("%x %T: %s\n", b, t, clean(err.Error()))
			continue
		}
		say("%x %T: %v %x\n", b, t, v.Elem().Interface(), rest)
		m, err := asn1.MarshalWithParams(v.Elem().Interface(), params)
		say(" -> %x %v\n", m, err)
	}
	var x any
	rest, err := asn1.UnmarshalWithParams(b, &x, params)
	say("%x any: %T %v %x %v\n", b, x, x, rest, err)
}

func main() {
	utc := time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)
	zone := time.FixedZone("x", -3*3600-30*60)
	vals := []any{0, 1, -1, 127, 128, -128, -129, 1 << 40, int8(5), int32(-7), "abc", "a*b", "a&b", "a@b", "héllo", "\xff", []byte{1, 2, 3}, []int{1, 2, 300}, IntSET{3, 200, 1, -1}, true, false, utc, utc.In(zone), utc.AddDate(-100, 0, 0), utc.AddDate(40, 0, 0), utc.AddDate(9000, 0, 0),
		asn1.ObjectIdentifier{1, 2, 840, 113549}, asn1.ObjectIdentifier{2, 999, 3}, asn1.ObjectIdentifier{1, 40}, asn1.ObjectIdentifier{1}, asn1.ObjectIdentifier{3, 1}, asn1.BitString{Bytes: []byte{0xf0}, BitLength: 4}, asn1.BitString{}, asn1.Enumerated(3), asn1.Flag(true), big.NewInt(0), big.NewInt(-1), big.NewInt(128), big.NewInt(-128), big.NewInt(-129), big.NewInt(-32768), new(big.Int).Lsh(big.NewInt(1), 100), new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 103)),
		asn1.NullRawValue, asn1.RawValue{Class: 2, Tag: 31, IsCompound: true, Bytes: []byte{5, 0}}, asn1.RawValue{FullBytes: []byte{1, 2}}, asn1.RawValue{Class: 3, Tag: 5000, Bytes: make([]byte, 200)},
		S1{1, "x", nil, big.NewInt(5)}, S1{1, "x", []byte{}, big.NewInt(5)}, S2{A: 7, B: asn1.ObjectIdentifier{1, 2}}, S2{A: 8, B: asn1.ObjectIdentifier{1, 2}, F: true, X: asn1.NullRawValue}, S2{Raw: []byte{0x30, 3, 2, 1, 5}},
		S3{1, "q", []int{3, 1, 2}, utc, "e", 9, nil}, S3{1, "é", nil, utc, "", 0, nil}, S3{1, "", nil, utc.In(zone), "", 0, []string{"x", "y@"}}, S4{}, S5{X: 1, Y: []any{1, "a", []byte{1}, true, utc}, B: asn1.BitString{Bytes: []byte{1}, BitLength: 8}, T: utc, U: "ü", N: "12 3", R: IntSET{2, 1}, I: S1{D: big.NewInt(9)}},
		S5{X: nil, T: utc}, S5{X: 1, N: "x", T: utc, I: S1{D: big.NewInt(9)}}, S6{}, S6{F: true, R: asn1.RawValue{FullBytes: []byte{0xa1, 2, 5, 0}}, T: utc, S: "x", M: S1{D: big.NewInt(1)}},
		nil, 1.5, uint(3), map[string]int{}, struct{}{}, []float64{1}, []uint16{1}, [2]int{}, make([]byte, 300), strings.Repeat("x", 70000), []S1{{1, "a", nil, big.NewInt(1)}}}
	var seeds [][]byte
	for _, v := range vals {
		for _, p := range []string{"", "tag:3", "explicit,tag:4", "set", "utf8", "generalized", "ia5", "printable", "numeric", "utc", "optional", "application,tag:50", "private,explicit,tag:2", "default:5,optional", "omitempty", "explicit", "tag:x,default:y,foo"} {
			func() {
				defer func() {
					if r := recover(); r != nil {
						fmt.Println("panic")
					}
				}()
				b, err := asn1.MarshalWithParams(v, p)
				if len(b) > 100 {
					say("%T %q %x.. %d %v\n", v, p, b[:100], len(b), err)
				} else {
					say("%T %q %x %v\n", v, p, b, err)
				}
				if err == nil && len(b) < 80 {
					seeds = append(seeds, b)
				}
			}()
		}
	}
	seeds = append(seeds, []byte("\x17\x0b2002030405Z"), []byte("\x17\x0d200203040506Z"), []byte("\x18\x0f20200203040506Z"), []byte("\x18\x1120200203040506.5Z"), []byte("\x1e\x04\x00a\x00b"), []byte("\x1e\x06\x00a\x00b\x00\x00"), []byte{0x1e, 4, 0xd8, 0x3d, 0xde, 0}, []byte("\x14\x02\xff\xfe"), []byte("\x1b\x02ab"), []byte("\x1b\x02\xe9b"), []byte{0x1e, 2, 0xff, 0xff}, []byte{0x1e, 2, 0xff, 0xfe}, []byte{0x1e, 2, 0xfd, 0xd0}, []byte{0x1e, 2, 0xfd, 0xef}, []byte{0x1e, 2, 0xfd, 0xf0}, []byte{0x30, 0x80, 0, 0}, []byte{0x1f, 0x81, 0x80, 0x80, 0x80, 0x80, 0}, []byte{2, 0x81, 0x80}, []byte{2, 0x84, 1, 0, 0, 0}, []byte{2, 0x82, 0, 1, 5}, []byte{5, 0}, []byte{1, 1, 0xff}, []byte{10, 1, 3}, []byte{})
	for i, s := range seeds {
		if i%2 == 0 || i > len(seeds)-25 {
			try(s, "")
		}
	}
	r := rng(3)
	params := []string{"", "", "", "tag:3", "explicit,tag:4", "set", "utf8", "generalized", "optional", "explicit,application,tag:1,optional", "default:5,optional,tag:2"}
	for range 150 {
		b := append([]byte(nil), seeds[r.n(len(seeds))]...)
		for range 1 + r.n(3) {
			switch k := r.n(5); {
			case k == 0 && len(b) > 0:
				b[r.n(len(b))] ^= 1 << r.n(8)
			case k == 1 && len(b) > 0:
				i := r.n(len(b))
				b = append(b[:i], b[i+1:]...)
			case k == 2:
				i := r.n(len(b) + 1)
				b = append(b[:i:i], append([]byte{byte(r.n(256))}, b[i:]...)...)
			case k == 3:
				b = append(b, seeds[r.n(len(seeds))]...)
				if len(b) > 120 {
					b = b[:120]
				}
			case k == 4 && len(b) > 0:
				b[r.n(len(b))] = []byte{0, 1, 2, 3, 4, 5, 6, 0x30, 0x31, 0xa0, 0x13, 0x17, 0x18, 0x0c, 0x80, 0x81, 0x1f}[r.n(17)]
			}
		}
		try(b, params[r.n(len(params))])
	}
	fmt.Printf("%d %x\n", said, sum.Sum64())
	fmt.Println(asn1.Unmarshal(nil, nil))
	fmt.Println(asn1.Unmarshal(nil, 3))
	fmt.Println(asn1.Unmarshal(nil, (*int)(nil)))
	bs := asn1.BitString{Bytes: []byte{0x82, 0x40}, BitLength: 12}
	fmt.Println(bs.At(0), bs.At(1), bs.At(9), bs.At(12), bs.At(-1), bs.RightAlign(), asn1.BitString{}.RightAlign())
}

// Output:
// int "" 020100 <nil>
// int "tag:3" 830100 <nil>
// int "explicit,tag:4" a403020100 <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional"  <nil>
// int "application,tag:50" 5f320100 <nil>
// int "private,explicit,tag:2" e203020100 <nil>
// int "default:5,optional" 020100 <nil>
// int "omitempty" 020100 <nil>
// int "explicit" a003020100 <nil>
// int "tag:x,default:y,foo" 020100 <nil>
// int "" 020101 <nil>
// int "tag:3" 830101 <nil>
// int "explicit,tag:4" a403020101 <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 020101 <nil>
// int "application,tag:50" 5f320101 <nil>
// int "private,explicit,tag:2" e203020101 <nil>
// int "default:5,optional" 020101 <nil>
// int "omitempty" 020101 <nil>
// int "explicit" a003020101 <nil>
// int "tag:x,default:y,foo" 020101 <nil>
// int "" 0201ff <nil>
// int "tag:3" 8301ff <nil>
// int "explicit,tag:4" a4030201ff <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 0201ff <nil>
// int "application,tag:50" 5f3201ff <nil>
// int "private,explicit,tag:2" e2030201ff <nil>
// int "default:5,optional" 0201ff <nil>
// int "omitempty" 0201ff <nil>
// int "explicit" a0030201ff <nil>
// int "tag:x,default:y,foo" 0201ff <nil>
// int "" 02017f <nil>
// int "tag:3" 83017f <nil>
// int "explicit,tag:4" a40302017f <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 02017f <nil>
// int "application,tag:50" 5f32017f <nil>
// int "private,explicit,tag:2" e20302017f <nil>
// int "default:5,optional" 02017f <nil>
// int "omitempty" 02017f <nil>
// int "explicit" a00302017f <nil>
// int "tag:x,default:y,foo" 02017f <nil>
// int "" 02020080 <nil>
// int "tag:3" 83020080 <nil>
// int "explicit,tag:4" a40402020080 <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 02020080 <nil>
// int "application,tag:50" 5f32020080 <nil>
// int "private,explicit,tag:2" e20402020080 <nil>
// int "default:5,optional" 02020080 <nil>
// int "omitempty" 02020080 <nil>
// int "explicit" a00402020080 <nil>
// int "tag:x,default:y,foo" 02020080 <nil>
// int "" 020180 <nil>
// int "tag:3" 830180 <nil>
// int "explicit,tag:4" a403020180 <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 020180 <nil>
// int "application,tag:50" 5f320180 <nil>
// int "private,explicit,tag:2" e203020180 <nil>
// int "default:5,optional" 020180 <nil>
// int "omitempty" 020180 <nil>
// int "explicit" a003020180 <nil>
// int "tag:x,default:y,foo" 020180 <nil>
// int "" 0202ff7f <nil>
// int "tag:3" 8302ff7f <nil>
// int "explicit,tag:4" a4040202ff7f <nil>
// int "set"  asn1: structure error: non sequence tagged as set
// int "utf8"  asn1: structure error: explicit string type given to non-string member
// int "generalized"  asn1: structure error: explicit time type given to non-time member
// int "ia5"  asn1: structure error: explicit string type given to non-string member
// int "printable"  asn1: structure error: explicit string type given to non-string member
// int "numeric"  asn1: structure error: explicit string type given to non-string member
// int "utc"  asn1: structure error: explicit time type given to non-time member
// int "optional" 0202ff7f <nil>
// int "application,tag:50" 5f3202ff7f <nil>
// int "private,explicit,tag:2" e2040202ff7f <nil>
// int "default:5,optional" 0202ff7f <nil>
// int "omitempty" 0202ff7f <nil>
// int "explicit" a0040202ff7f <nil>
// int "tag:x,default:y,foo" 0202ff7f <nil>
// int8 "tag:3" 830105 <nil>
// int32 "printable"  asn1: structure error: explicit string type given to non-string member
// string "default:5,optional" 1303616263 <nil>
// string "explicit,tag:4" a4050c03612662 <nil>
// string "numeric"  asn1: structure error: NumericString contains invalid character
// string "omitempty" 0c0668c3a96c6c6f <nil>
// []uint8 "set"  asn1: structure error: non sequence tagged as set
// []int "utc"  asn1: structure error: explicit time type given to non-time member
// main.IntSET "explicit" a00f310d0201010201030201ff020200c8 <nil>
// bool "utf8"  asn1: structure error: explicit string type given to non-string member
// time.Time "optional" 170d3230303230333034303530365a <nil>
// time.Time "tag:x,default:y,foo" 17113230303230333030333530362d30333330 <nil>
// time.Time "generalized" 180f32303630303230333034303530365a <nil>
// time.Time "application,tag:50"  asn1: structure error: cannot represent time as GeneralizedTime
// asn1.ObjectIdentifier "" 0603883703 <nil>
// asn1.ObjectIdentifier "ia5"  asn1: structure error: explicit string type given to non-string member
// asn1.ObjectIdentifier "private,explicit,tag:2"  asn1: structure error: invalid object identifier
// asn1.BitString "tag:3" 830204f0 <nil>
// asn1.BitString "printable"  asn1: structure error: explicit string type given to non-string member
// asn1.Enumerated "default:5,optional" 0a0103 <nil>
// *big.Int "explicit,tag:4" a403020100 <nil>
// *big.Int "numeric"  asn1: structure error: explicit string type given to non-string member
// *big.Int "omitempty" 02020080 <nil>
// *big.Int "set"  asn1: structure error: non sequence tagged as set
// *big.Int "utc"  asn1: structure error: explicit time type given to non-time member
// *big.Int "explicit" a00f020d10000000000000000000000000 <nil>
// asn1.RawValue "utf8" 0500 <nil>
// asn1.RawValue "optional" bf1f020500 <nil>
// asn1.RawValue "tag:x,default:y,foo" 0102 <nil>
// main.S1 "generalized"  asn1: structure error: explicit time type given to non-time member
// main.S1 "application,tag:50" 7f320b0201011301780400020105 <nil>
// main.S2 "" 300a02010806012a83000500 <nil>
// main.S2 "ia5"  asn1: structure error: explicit string type given to non-string member
// main.S3 "private,explicit,tag:2" e22f302da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109 <nil>
// main.S3 "tag:3" a327a10302010182003100181332303230303230333030333530362d3033333030071301780c027940 <nil>
// main.S4 "printable"  asn1: structure error: explicit string type given to non-string member
// main.S5 "default:5,optional" 305b020101301b0201011301610401010101ff170d3230303230333034303530365a0101000a010003020001170d3230303230333034303530365a0c02c3bc120431322033310602010102010230080201001300020109020100020100 <nil>
// main.S5 "explicit,tag:4"  asn1: structure error: NumericString contains invalid character
// main.S6 "numeric"  asn1: structure error: explicit string type given to non-string member
// main.S6 "omitempty" 3026a0020100a1020500820f32303230303230333034303530365a830178a5080201001300020101 <nil>
// float64 "set"  asn1: structure error: unknown Go type: float64
// uint "utc"  asn1: structure error: unknown Go type: uint
// map[string]int "explicit"  asn1: structure error: unknown Go type: map[string]int
// []float64 "utf8"  asn1: structure error: explicit string type given to non-string member
// []uint16 "optional"  asn1: structure error: unknown Go type: uint16
// [2]int "tag:x,default:y,foo"  asn1: structure error: unknown Go type: [2]int
// string "generalized"  asn1: structure error: explicit time type given to non-time member
// []main.S1 "application,tag:50" 7f320b3009020101130161020101 <nil>
// a403020100 int: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 5f320100 main.S5: asn1: structure error: tags don't match (16 vs {class:1 tag:50 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @3
// 020100 any: int64 0  <nil>
// 020101 []interface {}: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a403020101 map[string]int: asn1: structure error: unknown Go type: map[string]int
// 020101 []int: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a003020101 []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a4030201ff string: asn1: structure error: tags don't match (19 vs {class:2 tag:4 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} string @2
// 5f3201ff time.Time: asn1: structure error: tags don't match (23 vs {class:1 tag:50 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Time @3
// a0030201ff int64: asn1: structure error: tags don't match (2 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// 02017f main.S6: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S6 @2
// 5f32017f int8: asn1: structure error: tags don't match (2 vs {class:1 tag:50 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @3
// 02017f main.S3: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 02020080 int: 128
// a40402020080 main.S3: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 02020080 int: 128
// a00402020080 main.S3: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 020180 []asn1.ObjectIdentifier: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 5f320180 main.IntSET: asn1: structure error: tags don't match (17 vs {class:1 tag:50 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @3
// 020180 struct {}: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0202ff7f []uint8: asn1: structure error: tags don't match (4 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a4040202ff7f struct {}: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0202ff7f []uint8: asn1: structure error: tags don't match (4 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a0040202ff7f struct {}: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a4080206010000000000 int16: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:8 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int16 @2
// 5f3206010000000000 asn1.Flag: asn1: structure error: tags don't match (1 vs {class:1 tag:50 length:6 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Flag @3
// a0080206010000000000 int: asn1: structure error: tags don't match (2 vs {class:2 tag:0 length:8 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 020105 bool: asn1: structure error: tags don't match (1 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// a403020105 any: <nil> <nil>  <nil>
//  main.S3: asn1: syntax error: sequence truncated
// 0201f9 int: -7
// a4030201f9 main.S1: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// 5f3201f9 any: <nil> <nil>  <nil>
// a0030201f9 []float64: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 1303616263 []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:0 tag:19 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 1603616263 []string: asn1: structure error: tags don't match (16 vs {class:0 tag:22 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 1303616263 *big.Int: asn1: structure error: tags don't match (2 vs {class:0 tag:19 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
//  -> 1303616263 <nil>
// 1303616263 asn1.BitString: asn1: structure error: tags don't match (3 vs {class:0 tag:19 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} BitString @2
// 0c03612a62 string: a*b
//  -> 1303612a62 <nil>
// 0c03612a62 int64: asn1: structure error: tags don't match (2 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// a0050c03612a62 asn1.RawContent: asn1: structure error: tags don't match (4 vs {class:2 tag:0 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} RawContent @2
// a4050c03612662 int8: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 1603612662 asn1.RawValue: {0 22 false [97 38 98] [22 3 97 38 98]}
// 0c03612662 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// a0050c03612662 main.S5: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// a4050c03614062 int: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 1603614062 main.S4: asn1: structure error: tags don't match (16 vs {class:0 tag:22 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S4 @2
// 0c03614062 int: asn1: structure error: tags don't match (2 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// a0050c03614062 main.S2: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S2 @2
// 0c0668c3a96c6c6f any: string héllo  <nil>
// 0c0668c3a96c6c6f main.S1: asn1: structure error: tags don't match (16 vs {class:0 tag:12 length:6 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// e2080c0668c3a96c6c6f any: <nil> <nil>  <nil>
// 0c0668c3a96c6c6f []float64: asn1: structure error: tags don't match (16 vs {class:0 tag:12 length:6 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0403010203 map[string]int: asn1: structure error: unknown Go type: map[string]int
// 5f3203010203 bool: asn1: structure error: tags don't match (1 vs {class:1 tag:50 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @3
// 0403010203 any: []uint8 [1 2 3]  <nil>
// 300a0201010201020202012c bool: asn1: structure error: tags don't match (1 vs {class:0 tag:16 length:10 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// a40c300a0201010201020202012c []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:12 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// e20c300a0201010201020202012c int64: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:12 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
//  -> 3000 <nil>
//  -> 3000 <nil>
// 310d0201010201030201ff020200c8 []interface {}: asn1: structure error: tags don't match (16 vs {class:0 tag:17 length:13 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// e20f310d0201010201030201ff020200c8 map[string]int: asn1: structure error: unknown Go type: map[string]int
// 310d0201010201030201ff020200c8 bool: asn1: structure error: tags don't match (1 vs {class:0 tag:17 length:13 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// 8301ff any: <nil> <nil>  <nil>
// e2030101ff []float64: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0101ff [][]uint8: asn1: structure error: tags don't match (16 vs {class:0 tag:1 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 830100 int32: asn1: structure error: tags don't match (2 vs {class:2 tag:3 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int32 @2
//  asn1.Flag: asn1: syntax error: sequence truncated
// 010100 float64: asn1: structure error: unknown Go type: float64
// 010100 main.S6: asn1: structure error: tags don't match (16 vs {class:0 tag:1 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S6 @2
// 180f32303230303230333034303530365a int: asn1: structure error: tags don't match (2 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 170d3230303230333034303530365a main.S6: asn1: structure error: tags don't match (16 vs {class:0 tag:23 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S6 @2
// 170d3230303230333034303530365a int8: asn1: structure error: tags don't match (2 vs {class:0 tag:23 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 170d3230303230333034303530365a asn1.ObjectIdentifier: asn1: structure error: tags don't match (6 vs {class:0 tag:23 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} ObjectIdentifier @2
// 181332303230303230333030333530362d30333330 int32: asn1: structure error: tags don't match (2 vs {class:0 tag:24 length:19 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int32 @2
// 17113230303230333030333530362d30333330 asn1.Enumerated: asn1: structure error: tags don't match (10 vs {class:0 tag:23 length:17 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Enumerated @2
// 17113230303230333030333530362d30333330 int16: asn1: structure error: tags don't match (2 vs {class:0 tag:23 length:17 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int16 @2
// 17113230303230333030333530362d30333330 asn1.RawContent: asn1: structure error: tags don't match (4 vs {class:0 tag:23 length:17 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} RawContent @2
// 180f31393230303230333034303530365a int8: asn1: structure error: tags don't match (2 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
//  -> 180f31393230303230333034303530365a <nil>
// 180f31393230303230333034303530365a int64: asn1: structure error: tags don't match (2 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// 180f31393230303230333034303530365a asn1.BitString: asn1: structure error: tags don't match (3 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} BitString @2
// 180f32303630303230333034303530365a string: asn1: structure error: tags don't match (19 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} string @2
// 180f32303630303230333034303530365a *big.Int: asn1: structure error: tags don't match (2 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 180f32303630303230333034303530365a []string: asn1: structure error: tags don't match (16 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 180f32303630303230333034303530365a []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 06062a864886f70d []float64: asn1: structure error: tags don't match (16 vs {class:0 tag:6 length:6 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// e20806062a864886f70d *int: asn1: structure error: unknown Go type: *int
// 06062a864886f70d main.S1: asn1: structure error: tags don't match (16 vs {class:0 tag:6 length:6 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// 8303883703 any: <nil> <nil>  <nil>
// e2050603883703 main.S2: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S2 @2
// 0603883703 int: asn1: structure error: tags don't match (2 vs {class:0 tag:6 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 830204f0 main.S5: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// e204030204f0 int8: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 030204f0 asn1.RawContent: asn1: structure error: tags don't match (4 vs {class:0 tag:3 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} RawContent @2
// 830100 int32: asn1: structure error: tags don't match (2 vs {class:2 tag:3 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int32 @2
//  asn1.Flag: asn1: syntax error: sequence truncated
// 030100 float64: asn1: structure error: unknown Go type: float64
// 030100 [][]uint8: asn1: structure error: tags don't match (16 vs {class:0 tag:3 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0a0103 []int: asn1: structure error: tags don't match (16 vs {class:0 tag:10 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// e2030a0103 []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0a0103 []interface {}: asn1: structure error: tags don't match (16 vs {class:0 tag:10 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 8300 map[string]int: asn1: structure error: unknown Go type: map[string]int
// e2020100 main.IntSET: asn1: structure error: tags don't match (17 vs {class:3 tag:2 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// 0100 any: <nil> <nil>  asn1: syntax error: invalid boolean
// 830100 main.S3: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 020100 []asn1.ObjectIdentifier: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 020100 []int: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 020100 asn1.Flag: asn1: structure error: tags don't match (1 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Flag @2
// 0201ff int32: -1
//  -> e2030201ff <nil>
// 0201ff int: -1
// 83020080 main.IntSET: asn1: structure error: tags don't match (17 vs {class:2 tag:3 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// 02020080 *int: asn1: structure error: unknown Go type: *int
// 02020080 []time.Time: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 02020080 []main.S1: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 020180 float64: asn1: structure error: unknown Go type: float64
// e203020180 *big.Int: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 020180 int8: asn1: structure error: unsupported: int8
// 8302ff7f main.S5: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// e2040202ff7f int: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 0202ff7f main.S2: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S2 @2
// 0202ff7f any: int64 -129  <nil>
// 02028000 main.IntSET: asn1: structure error: tags don't match (17 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// e20402028000 any: <nil> <nil>  <nil>
// 02028000 []time.Time: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 830d10000000000000000000000000 []asn1.ObjectIdentifier: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// e20f020d10000000000000000000000000 main.S1: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:15 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// 020d10000000000000000000000000 any: <nil> <nil>  asn1: structure error: integer too large
// 830d80000000000000000000000000 main.S3: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// e20f020d80000000000000000000000000 int: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:15 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 020d80000000000000000000000000 main.S6: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S6 @2
// 0500 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
//  -> 0500 <nil>
// 0500 int64: asn1: structure error: tags don't match (2 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// 0500 asn1.BitString: asn1: structure error: tags don't match (3 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} BitString @2
// 0500 string: asn1: structure error: tags don't match (19 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} string @2
// 0500 *big.Int: asn1: structure error: tags don't match (2 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// bf1f020500 []string: asn1: structure error: tags don't match (16 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// bf1f020500 []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// bf1f020500 []float64: asn1: structure error: tags don't match (16 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// bf1f020500 map[string]int: asn1: structure error: unknown Go type: map[string]int
// bf1f020500 main.S1: asn1: structure error: tags don't match (16 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @3
// bf1f020500 any: <nil> <nil>  <nil>
// 0102 asn1.RawValue: asn1: syntax error: data truncated
// 0102 string: asn1: structure error: tags don't match (19 vs {class:0 tag:1 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} string @2
// 0102 map[string]int: asn1: structure error: unknown Go type: map[string]int
// 0102 main.S4: asn1: structure error: tags don't match (16 vs {class:0 tag:1 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S4 @2
// 3009020101130178020105 int64: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:9 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// a40b3009020101130178020105 main.S5: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// 3009020101130178020105 any: <nil> <nil>  <nil>
//  -> 3009020101130178020105 <nil>
// 3009020101130178020105 []asn1.RawValue: [{0 2 false [1] [2 1 1]} {0 19 false [120] [19 1 120]} {0 2 false [5] [2 1 5]}]
// 310b0201011301780400020105 []uint8: asn1: structure error: tags don't match (4 vs {class:0 tag:17 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 7f320b0201011301780400020105 []asn1.RawValue: asn1: structure error: tags don't match (16 vs {class:1 tag:50 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// a00d300b0201011301780400020105 []interface {}: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:13 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
//  -> 300306012a <nil>
// 300306012a []float64: asn1: structure error: unknown Go type for slice
// e205300306012a []main.S1: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 300306012a []string: asn1: structure error: sequence tag mismatch
// a30a02010806012a83000500 [][]uint8: asn1: structure error: tags don't match (16 vs {class:2 tag:3 length:10 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 7f320a02010806012a83000500 []uint8: asn1: structure error: tags don't match (4 vs {class:1 tag:50 length:10 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// 300a02010806012a83000500 [][]uint8: asn1: structure error: sequence tag mismatch
// 3003020105 string: asn1: structure error: tags don't match (19 vs {class:0 tag:16 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} string @2
// a4053003020105 asn1.Enumerated: asn1: structure error: tags don't match (10 vs {class:2 tag:4 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Enumerated @2
// e2053003020105 int16: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int16 @2
// 3003020105 asn1.BitString: asn1: structure error: tags don't match (3 vs {class:0 tag:16 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} BitString @2
// a32da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109 int8: asn1: structure error: tags don't match (2 vs {class:2 tag:3 length:45 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
//  -> 312da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109 <nil>
// 302da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109 int64: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:45 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// a02f302da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109 asn1.RawContent: asn1: structure error: tags don't match (4 vs {class:2 tag:0 length:47 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} RawContent @2
// a4293027a10302010182003100181332303230303230333030333530362d3033333030071301780c027940 int8: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:41 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
//  -> 3027a10302010182003100181332303230303230333030333530362d3033333030071301780c027940 <nil>
// 3027a10302010182003100181332303230303230333030333530362d3033333030071301780c027940 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:39 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 3027a10302010182003100181332303230303230333030333530362d3033333030071301780c027940 asn1.RawValue: {0 16 true [161 3 2 1 1 130 0 49 0 24 19 50 48 50 48 48 50 48 51 48 48 51 53 48 54 45 48 51 51 48 48 7 19 1 120 12 2 121 64] [48 39 161 3 2 1 1 130 0 49 0 24 19 50 48 50 48 48 50 48 51 48 48 51 53 48 54 45 48 51 51 48 48 7 19 1 120 12 2 121 64]}
// 3000 map[string]int: asn1: structure error: unknown Go type: map[string]int
//  bool: asn1: syntax error: sequence truncated
// e2023000 any: <nil> <nil>  <nil>
//  -> 3000 <nil>
// a326a0020100a1020500820f32303230303230333034303530365a830178a5080201001300020101 time.Time: asn1: structure error: tags don't match (23 vs {class:2 tag:3 length:38 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Time @2
// 7f3226a0020100a1020500820f32303230303230333034303530365a830178a5080201001300020101 []string: asn1: structure error: tags don't match (16 vs {class:1 tag:50 length:38 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @3
// 3026a0020100a1020500820f32303230303230333034303530365a830178a5080201001300020101 []main.S1: asn1: structure error: sequence tag mismatch
//  -> 3000 <nil>
// a4023000 time.Time: asn1: structure error: tags don't match (23 vs {class:2 tag:4 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Time @2
// e2023000 []uint8: asn1: structure error: tags don't match (4 vs {class:3 tag:2 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 3000 *big.Int: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:0 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 300b3009020101130161020101 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// a40d300b3009020101130161020101 main.S6: asn1: structure error: tags don't match (16 vs {class:2 tag:4 length:13 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S6 @2
// e20d300b3009020101130161020101 int: asn1: structure error: tags don't match (2 vs {class:3 tag:2 length:13 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 300b3009020101130161020101 main.S5: asn1: syntax error: sequence truncated
// 300b3009020101130161020101 any: <nil> <nil>  <nil>
// 170d3230303230333034303530365a bool: asn1: structure error: tags don't match (1 vs {class:0 tag:23 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// 180f32303230303230333034303530365a any: time.Time 2020-02-03 04:05:06 +0000 UTC  <nil>
// 1e0400610062 bool: asn1: structure error: tags don't match (1 vs {class:0 tag:30 length:4 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// 1e06006100620000 map[string]int: asn1: structure error: unknown Go type: map[string]int
// 1402fffe main.IntSET: asn1: structure error: tags don't match (17 vs {class:0 tag:20 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// 1b026162 any: <nil> <nil>  <nil>
// 1e02ffff main.S2: asn1: structure error: tags don't match (16 vs {class:0 tag:30 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S2 @2
// 1e02fdd0 int: asn1: structure error: tags don't match (2 vs {class:0 tag:30 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 1e02fdef main.S5: asn1: structure error: tags don't match (16 vs {class:0 tag:30 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// 30800000 int8: asn1: syntax error: indefinite length found (not DER)
// 1f818080808000 asn1.RawContent: asn1: structure error: base 128 integer too large
// 028401000000 int32: asn1: syntax error: data truncated
// 0282000105 *big.Int: asn1: structure error: superfluous leading zeros in length
// 0101ff []int: asn1: structure error: tags don't match (16 vs {class:0 tag:1 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0a0103 asn1.Flag: asn1: structure error: tags don't match (1 vs {class:0 tag:10 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Flag @2
// 021100310d0201010201030201ff020200c8 float64: asn1: structure error: unknown Go type: float64
// 170d3230303230333034303530365a02028000 time.Time: asn1: structure error: explicitly tagged member didn't match
// 050403010203 []int: asn1: structure error: tags don't match (16 vs {class:0 tag:5 length:4 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 301702010102010202012c map[string]int: asn1: structure error: unknown Go type: map[string]int
// e21d300b0201011301780400020105 bool: asn1: structure error: tags don't match (1 vs {class:3 tag:2 length:29 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:24 set:false omitEmpty:false} bool @2
//  ->  <nil>
// 05a063fb int16: asn1: syntax error: truncated tag or length
// a003020213 *big.Int: asn1: structure error: tags don't match (3 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 060361aa62 []float64: asn1: structure error: tags don't match (17 vs {class:0 tag:6 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:true omitEmpty:false}  @2
// 05008302ff7f []asn1.ObjectIdentifier: asn1: structure error: tags don't match (16 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 300b3009020101130161810101 main.IntSET: asn1: structure error: tags don't match (17 vs {class:0 tag:16 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// 020d100000000000000000000000 int: asn1: syntax error: data truncated
// 06038c int32: asn1: structure error: tags don't match (2 vs {class:0 tag:6 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int32 @2
// a42f302da1030201018201713109020101020102020103180f32303230303230333034303530365a6403130165df280109310d0201010201030201ff020200c8 asn1.Enumerated: asn1: structure error: tags don't match (10 vs {class:2 tag:4 length:47 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:12 timeType:0 set:false omitEmpty:false} Enumerated @2
//  ->  <nil>
//  ->  <nil>
// a40101ff main.IntSET: asn1: structure error: tags don't match (17 vs {class:2 tag:4 length:1 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} IntSET @2
// e203030140 any: <nil> <nil>  <nil>
//  ->  <nil>
//  ->  <nil>
// af1e02fdd0 main.S4: {0} af1e02fdd0
// 180f32303630303217333034303530365a main.S1: {0  [] <nil>} 180f32303630303217333034303530365a
// a0030201313003062a asn1.ObjectIdentifier: asn1: structure error: tags don't match (6 vs {class:2 tag:0 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} ObjectIdentifier @2
// 0f170d32303030333034303530365a int32: asn1: structure error: explicitly tagged member didn't match
// 3030 []float64: [] 3030
// 0603880003020100 main.S4: asn1: structure error: tags don't match (16 vs {class:0 tag:6 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:24 set:false omitEmpty:false} S4 @2
// a40c300a0201080601232a83000500 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:10 isCompound:true}) {optional:false explicit:true application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false} int8 @4
// 0c03612818 main.S1: asn1: structure error: tags don't match (16 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// a00f310d02010102010201ff020200c8 any: <nil> <nil>  asn1: syntax error: data truncated
// 01d48002 main.S2: asn1: syntax error: truncated tag or length
// bf00020500 int8: asn1: syntax error: non-minimal tag
// a40f020d800000000000080000000000bf1f020500 asn1.Flag: asn1: structure error: tags don't match (1 vs {class:2 tag:4 length:15 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Flag @2
// bf1f020580 []string: asn1: structure error: tags don't match (16 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:24 set:false omitEmpty:false}  @3
//  ->  <nil>
// 0105 *big.Int: asn1: structure error: tags don't match (17 vs {class:0 tag:1 length:5 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:true omitEmpty:false}  @2
// e20f818000340000000000000000000000 []string: asn1: structure error: tags don't match (3 vs {class:3 tag:2 length:15 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false}  @2
//  ->  <nil>
// e20c03614062 []int: [] e20c03614062
// e20513036162630202ff7f int64: asn1: structure error: tags don't match (3 vs {class:3 tag:2 length:5 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false} int64 @2
// 0106c9 [][]uint8: asn1: structure error: explicitly tagged member didn't match
// 830668c3a96c6e6f int64: 5 830668c3a96c6e6f
// 1302 int8: asn1: structure error: tags don't match (3 vs {class:0 tag:19 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
//  -> a200 <nil>
// e228302680020100a1020500820f32303230303230333034303530365a830178a50201001300020101 main.S1: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:40 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:12 timeType:0 set:false omitEmpty:false} S1 @2
//  -> 0203616262 <nil>
// 0403010203020180 string:  0403010203020180
// 5f328080 int16: asn1: syntax error: indefinite length found (not DER)
// 02027f asn1.Flag: asn1: structure error: tags don't match (1 vs {class:0 tag:2 length:2 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:12 timeType:0 set:false omitEmpty:false} Flag @2
//  ->  <nil>
//  -> a200 <nil>
// 180f3139323030323033733034301730365a bool: asn1: structure error: tags don't match (3 vs {class:0 tag:24 length:15 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false} bool @2
// a40504030203 any: <nil> <nil>  asn1: syntax error: data truncated
//  ->  <nil>
// bf1f020508e4080206010000000000 int8: asn1: structure error: tags don't match (2 vs {class:2 tag:31 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @3
// 010a0201010201420202012c asn1.ObjectIdentifier: asn1: structure error: tags don't match (6 vs {class:0 tag:1 length:10 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} ObjectIdentifier @2
// 1300ff7fcc int8: asn1: structure error: tags don't match (2 vs {class:0 tag:19 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 0185 asn1.RawValue: asn1: syntax error: truncated tag or length
// 02030180 int8: 5 02030180
// 02030180 *int: asn1: structure error: unknown Go type: *int
//  ->  <nil>
//  -> 0000 <nil>
// bf1f0500 any: <nil> <nil>  asn1: syntax error: data truncated
// 83bd0100a30100 main.S2: asn1: structure error: length too large
// e24c0f310d0201010201030201ff020200c8020101 main.S6: {false {0 0 false [] []} 0001-01-01 00:00:00 +0000 UTC  {0  [] <nil>}} e24c0f310d0201010201030201ff020200c8020101
// 00 asn1.Enumerated: asn1: syntax error: truncated tag or length
// 020c4e80 uint: asn1: structure error: unknown Go type: uint
//  ->  <nil>
// e2040217ff7fe21317113230303230333030333530362d30333330e2050c03612662 []time.Time: asn1: structure error: tags don't match (16 vs {class:3 tag:2 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a4 *int: asn1: syntax error: truncated tag or length
// 1902 []asn1.RawValue: [] 1902
// a00201 []int: asn1: structure error: tags don't match (3 vs {class:2 tag:0 length:2 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a00f020d80040000000000000000000000 map[string]int: asn1: structure error: explicitly tagged member didn't match
// 0300 []asn1.RawValue: [] 0300
// 302da1030201018201713109120101020102020103180f323032303032303330343035365a6403130165df28010902017f []uint8: asn1: structure error: tags don't match (4 vs {class:0 tag:16 length:45 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// a0040d0202ff7f300a0201010201020202012c []main.S1: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 06812a864886f7 main.IntSET: asn1: structure error: non-minimal length
//  main.S3: {0  [] 0001-01-01 00:00:00 +0000 UTC  0 []}
// a0040100 main.S5: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:4 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S5 @2
// 300b02010113017804000201051303616263020100 int8: asn1: structure error: tags don't match (2 vs {class:0 tag:16 length:11 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 023010 main.S3: asn1: structure error: tags don't match (3 vs {class:0 tag:2 length:48 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 0c036140386a int: asn1: structure error: tags don't match (2 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 310d0201010201030201ff020200c87f320a02010806012a83000500300b0201013301780400020105 asn1.RawValue: {0 17 true [2 1 1 2 1 3 2 1 255 2 2 0 200] [49 13 2 1 1 2 1 3 2 1 255 2 2 0 200]} 7f320a02010806012a83000500300b0201013301780400020105
// a00f370d3230303230333034303530365a0202ff80 int8: asn1: structure error: tags don't match (2 vs {class:2 tag:0 length:15 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int8 @2
// 136162 asn1.ObjectIdentifier: asn1: structure error: tags don't match (6 vs {class:0 tag:19 length:97 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} ObjectIdentifier @2
// 830d323030323033303408303530365a170d3230303230333034303530365a0603883703 float64: asn1: structure error: unknown Go type: float64
//  ->  <nil>
// 5f0105 main.S3: asn1: syntax error: non-minimal tag
// a00513036263 main.S6: {false {0 0 false [] []} 0001-01-01 00:00:00 +0000 UTC  {0  [] <nil>}} a00513036263
// 020601001300000040 asn1.Flag: asn1: structure error: explicitly tagged member didn't match
// 7e8303612662300b0201011301780400020105 int16: 0 7e8303612662300b0201011301780400020105
//  ->  <nil>
// 0217 main.S1: asn1: structure error: explicit tag has no child
// 020081 int: asn1: structure error: empty integer
// e2030a01030101ff asn1.RawValue: {3 2 true [10 1 3] [226 3 10 1 3]} 0101ff
// ddf30102 int16: asn1: syntax error: truncated tag or length
//  ->  <nil>
// e228c83026a0020100a10500820f32303230303230333034303530365a830178a567080201001300020101 []time.Time: asn1: structure error: tags don't match (3 vs {class:3 tag:2 length:40 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false}  @2
// bf1e020500 any: <nil> <nil>  asn1: syntax error: non-minimal tag
// 0c03612afd62 main.S3: asn1: structure error: tags don't match (16 vs {class:0 tag:12 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S3 @2
// 020600800000 int: asn1: syntax error: data truncated
//  ->  <nil>
// 3027a10302010182003100181332303230303230333030333530b62d3033333030071301780c027940 main.S1: asn1: structure error: tags don't match (2 vs {class:2 tag:1 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} int @2
// 1705130362e3 []asn1.ObjectIdentifier: asn1: structure error: tags don't match (17 vs {class:0 tag:23 length:5 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:true omitEmpty:false}  @2
// a0283026a0020100a1020500820f323032303030333034303530365a830178a5080201001300020101 main.S1: asn1: structure error: tags don't match (16 vs {class:2 tag:0 length:40 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} S1 @2
// a40302010517113230303230333030333530362d30333330 int: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:24 set:false omitEmpty:false} int @2
// 012502bd main.S5: asn1: structure error: tags don't match (16 vs {class:0 tag:1 length:37 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:12 timeType:0 set:false omitEmpty:false} S5 @2
// a4030501ff int8: asn1: structure error: tags don't match (2 vs {class:2 tag:4 length:3 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:12 timeType:0 set:false omitEmpty:false} int8 @2
//  ->  <nil>
//  ->  <nil>
//  ->  <nil>
//  ->  <nil>
// 020d100000000000000000000000000101ff []int: asn1: structure error: tags don't match (3 vs {class:0 tag:2 length:13 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:P stringType:0 timeType:0 set:false omitEmpty:false}  @2
// 0282170105310305012a []main.S1: asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:5889 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:24 set:false omitEmpty:false}  @4
//  ->  <nil>
// 83010000040000 time.Time: parsing time "\x00" as "060102150405Z0700": cannot parse "\x00" as "06"
// 8674 a468546e47961cbe
// [] asn1: Unmarshal recipient value is nil
// [] asn1: Unmarshal recipient value is non-pointer int
// [] asn1: Unmarshal recipient value is nil *int
// 1 0 1 0 0 [8 36] []
