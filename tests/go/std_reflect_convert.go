package main

import (
	"fmt"
	"io"
	"math"
	"reflect"
)

type MyInt int
type MyStr string
type MyBytes []byte
type MyRunes []rune
type MyFloat float32
type Pair struct {
	X int `a:"1"`
	Y string
}
type Pair2 struct {
	X int
	Y string `b:"2"`
}
type PairPtr *Pair
type Ch chan int
type Stringer interface{ String() string }

func (m MyInt) String() string { return fmt.Sprintf("my%d", int(m)) }

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "panics:", r)
		}
	}()
	f()
}

// values to be converted.
var values = []any{
	int(-3), int8(-128), int16(300), int32(70000), int64(1 << 40), uint(3), uint8(200), uint16(65535), uint32(1 << 31), uint64(1<<63 + 5),
	uintptr(9), float32(2.75), float64(-7.9), math.Inf(1), complex64(1 + 2i), complex128(3 - 4i), "héllo", "", []byte("bytes"), []rune("rünes"),
	MyInt(65), MyStr("named"), MyBytes("nb"), MyRunes("nr"), MyFloat(1.5), []int{1, 2, 3}, [2]int{4, 5}, Pair{1, "p"}, Pair2{2, "q"}, &Pair{3, "r"},
	PairPtr(&Pair{4, "s"}), true, map[string]int{"m": 1}, Ch(nil), (chan int)(nil), error(io.EOF), struct {
		X int
		Y string
	}{5, "t"},
}

func conversions() {
	targets := append([]any{[3]int{}, (*[2]int)(nil), (<-chan int)(nil), (chan<- int)(nil)}, values...)
	types := []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[Stringer](), reflect.TypeFor[error]()}
	for _, x := range targets {
		types = append(types, reflect.TypeOf(x))
	}
	count := 0
	sum := map[string]int{}
	for _, x := range values {
		v := reflect.ValueOf(x)
		line := fmt.Sprint(v.Type(), ":")
		for _, t := range types {
			if v.Type().AssignableTo(t) {
				line += " =" + t.String()
			}
			if !v.CanConvert(t) {
				sum[fmt.Sprint(v.Type().ConvertibleTo(t))]++
				continue
			}
			count++
			if g := v.Kind(); (g == reflect.Float64 || g == reflect.Float32) && (v.Float() < 0 || v.Float() > 1e9) && t.Kind() <= reflect.Uintptr {
				continue // what the processor makes of it
			}
			c := v.Convert(t)
			if c.Type() != t {
				panic(c.Type().String())
			}
			if v.Kind() != reflect.Pointer && c.Kind() != reflect.Pointer {
				line += fmt.Sprintf(" %s(%v)", t, c)
			}
		}
		fmt.Println(line)
	}
	fmt.Println(count, sum)
	try("convert", func() { reflect.ValueOf([]int{1}).Convert(reflect.TypeOf([3]int{})) })
	try("convert", func() { reflect.ValueOf([]int{1}).Convert(reflect.TypeOf((*[3]int)(nil))) })
	try("convert", func() { reflect.ValueOf(true).Convert(reflect.TypeOf(1)) })
	ap := reflect.ValueOf([]int{7, 8, 9}).Convert(reflect.TypeOf((*[2]int)(nil)))
	ap.Elem().Index(1).SetInt(80)
	fmt.Println(ap.Elem().Interface(), ap.Elem().Len())
}

func main() { conversions() }

// Output:
// int: =interface {} interface {}(-3) =int int(-3) int8(-3) int16(-3) int32(-3) int64(-3) uint(18446744073709551613) uint8(253) uint16(65533) uint32(4294967293) uint64(18446744073709551613) uintptr(18446744073709551613) float32(-3) float64(-3) float64(-3) string(�) string(�) main.MyInt(my-3) main.MyStr(�) main.MyFloat(-3)
// int8: =interface {} interface {}(-128) int(-128) =int8 int8(-128) int16(-128) int32(-128) int64(-128) uint(18446744073709551488) uint8(128) uint16(65408) uint32(4294967168) uint64(18446744073709551488) uintptr(18446744073709551488) float32(-128) float64(-128) float64(-128) string(�) string(�) main.MyInt(my-128) main.MyStr(�) main.MyFloat(-128)
// int16: =interface {} interface {}(300) int(300) int8(44) =int16 int16(300) int32(300) int64(300) uint(300) uint8(44) uint16(300) uint32(300) uint64(300) uintptr(300) float32(300) float64(300) float64(300) string(Ĭ) string(Ĭ) main.MyInt(my300) main.MyStr(Ĭ) main.MyFloat(300)
// int32: =interface {} interface {}(70000) int(70000) int8(112) int16(4464) =int32 int32(70000) int64(70000) uint(70000) uint8(112) uint16(4464) uint32(70000) uint64(70000) uintptr(70000) float32(70000) float64(70000) float64(70000) string(𑅰) string(𑅰) main.MyInt(my70000) main.MyStr(𑅰) main.MyFloat(70000)
// int64: =interface {} interface {}(1099511627776) int(1099511627776) int8(0) int16(0) int32(0) =int64 int64(1099511627776) uint(1099511627776) uint8(0) uint16(0) uint32(0) uint64(1099511627776) uintptr(1099511627776) float32(1.0995116e+12) float64(1.099511627776e+12) float64(1.099511627776e+12) string(�) string(�) main.MyInt(my1099511627776) main.MyStr(�) main.MyFloat(1.0995116e+12)
// uint: =interface {} interface {}(3) int(3) int8(3) int16(3) int32(3) int64(3) =uint uint(3) uint8(3) uint16(3) uint32(3) uint64(3) uintptr(3) float32(3) float64(3) float64(3) string() string() main.MyInt(my3) main.MyStr() main.MyFloat(3)
// uint8: =interface {} interface {}(200) int(200) int8(-56) int16(200) int32(200) int64(200) uint(200) =uint8 uint8(200) uint16(200) uint32(200) uint64(200) uintptr(200) float32(200) float64(200) float64(200) string(È) string(È) main.MyInt(my200) main.MyStr(È) main.MyFloat(200)
// uint16: =interface {} interface {}(65535) int(65535) int8(-1) int16(-1) int32(65535) int64(65535) uint(65535) uint8(255) =uint16 uint16(65535) uint32(65535) uint64(65535) uintptr(65535) float32(65535) float64(65535) float64(65535) string(￿) string(￿) main.MyInt(my65535) main.MyStr(￿) main.MyFloat(65535)
// uint32: =interface {} interface {}(2147483648) int(2147483648) int8(0) int16(0) int32(-2147483648) int64(2147483648) uint(2147483648) uint8(0) uint16(0) =uint32 uint32(2147483648) uint64(2147483648) uintptr(2147483648) float32(2.1474836e+09) float64(2.147483648e+09) float64(2.147483648e+09) string(�) string(�) main.MyInt(my2147483648) main.MyStr(�) main.MyFloat(2.1474836e+09)
// uint64: =interface {} interface {}(9223372036854775813) int(-9223372036854775803) int8(5) int16(5) int32(5) int64(-9223372036854775803) uint(9223372036854775813) uint8(5) uint16(5) uint32(5) =uint64 uint64(9223372036854775813) uintptr(9223372036854775813) float32(9.223372e+18) float64(9.223372036854776e+18) float64(9.223372036854776e+18) string(�) string(�) main.MyInt(my-9223372036854775803) main.MyStr(�) main.MyFloat(9.223372e+18)
// uintptr: =interface {} interface {}(9) int(9) int8(9) int16(9) int32(9) int64(9) uint(9) uint8(9) uint16(9) uint32(9) uint64(9) =uintptr uintptr(9) float32(9) float64(9) float64(9) string(	) string(	) main.MyInt(my9) main.MyStr(	) main.MyFloat(9)
// float32: =interface {} interface {}(2.75) int(2) int8(2) int16(2) int32(2) int64(2) uint(2) uint8(2) uint16(2) uint32(2) uint64(2) uintptr(2) =float32 float32(2.75) float64(2.75) float64(2.75) main.MyInt(my2) main.MyFloat(2.75)
// float64: =interface {} interface {}(-7.9) float32(-7.9) =float64 float64(-7.9) =float64 float64(-7.9) main.MyFloat(-7.9)
// float64: =interface {} interface {}(+Inf) float32(+Inf) =float64 float64(+Inf) =float64 float64(+Inf) main.MyFloat(+Inf)
// complex64: =interface {} interface {}((1+2i)) =complex64 complex64((1+2i)) complex128((1+2i))
// complex128: =interface {} interface {}((3-4i)) complex64((3-4i)) =complex128 complex128((3-4i))
// string: =interface {} interface {}(héllo) =string string(héllo) =string string(héllo) []uint8([104 195 169 108 108 111]) []int32([104 233 108 108 111]) main.MyStr(héllo) main.MyBytes([104 195 169 108 108 111]) main.MyRunes([104 233 108 108 111])
// string: =interface {} interface {}() =string string() =string string() []uint8([]) []int32([]) main.MyStr() main.MyBytes([]) main.MyRunes([])
// []uint8: =interface {} interface {}([98 121 116 101 115]) string(bytes) string(bytes) =[]uint8 []uint8([98 121 116 101 115]) main.MyStr(bytes) =main.MyBytes main.MyBytes([98 121 116 101 115])
// []int32: =interface {} interface {}([114 252 110 101 115]) string(rünes) string(rünes) =[]int32 []int32([114 252 110 101 115]) main.MyStr(rünes) =main.MyRunes main.MyRunes([114 252 110 101 115])
// main.MyInt: =interface {} interface {}(my65) =main.Stringer main.Stringer(my65) int(65) int8(65) int16(65) int32(65) int64(65) uint(65) uint8(65) uint16(65) uint32(65) uint64(65) uintptr(65) float32(65) float64(65) float64(65) string(A) string(A) =main.MyInt main.MyInt(my65) main.MyStr(A) main.MyFloat(65)
// main.MyStr: =interface {} interface {}(named) string(named) string(named) []uint8([110 97 109 101 100]) []int32([110 97 109 101 100]) =main.MyStr main.MyStr(named) main.MyBytes([110 97 109 101 100]) main.MyRunes([110 97 109 101 100])
// main.MyBytes: =interface {} interface {}([110 98]) string(nb) string(nb) =[]uint8 []uint8([110 98]) main.MyStr(nb) =main.MyBytes main.MyBytes([110 98])
// main.MyRunes: =interface {} interface {}([110 114]) string(nr) string(nr) =[]int32 []int32([110 114]) main.MyStr(nr) =main.MyRunes main.MyRunes([110 114])
// main.MyFloat: =interface {} interface {}(1.5) int(1) int8(1) int16(1) int32(1) int64(1) uint(1) uint8(1) uint16(1) uint32(1) uint64(1) uintptr(1) float32(1.5) float64(1.5) float64(1.5) main.MyInt(my1) =main.MyFloat main.MyFloat(1.5)
// []int: =interface {} interface {}([1 2 3]) [3]int([1 2 3]) =[]int []int([1 2 3]) [2]int([1 2])
// [2]int: =interface {} interface {}([4 5]) =[2]int [2]int([4 5])
// main.Pair: =interface {} interface {}({1 p}) =main.Pair main.Pair({1 p}) main.Pair2({1 p}) struct { X int; Y string }({1 p})
// main.Pair2: =interface {} interface {}({2 q}) main.Pair({2 q}) =main.Pair2 main.Pair2({2 q}) struct { X int; Y string }({2 q})
// *main.Pair: =interface {} =*main.Pair =main.PairPtr
// main.PairPtr: =interface {} =*main.Pair =main.PairPtr
// bool: =interface {} interface {}(true) =bool bool(true)
// map[string]int: =interface {} interface {}(map[m:1]) =map[string]int map[string]int(map[m:1])
// main.Ch: =interface {} interface {}(<nil>) =<-chan int <-chan int(<nil>) =chan<- int chan<- int(<nil>) =main.Ch main.Ch(<nil>) =chan int chan int(<nil>)
// chan int: =interface {} interface {}(<nil>) =<-chan int <-chan int(<nil>) =chan<- int chan<- int(<nil>) =main.Ch main.Ch(<nil>) =chan int chan int(<nil>)
// *errors.errorString: =interface {} =error =*errors.errorString
// struct { X int; Y string }: =interface {} interface {}({5 t}) main.Pair({5 t}) main.Pair2({5 t}) =struct { X int; Y string } struct { X int; Y string }({5 t})
// 405 map[false:1223]
// convert panics: reflect: cannot convert slice with length 1 to array with length 3
// convert panics: reflect: cannot convert slice with length 1 to pointer to array with length 3
// convert panics: reflect.Value.Convert: value of type bool cannot be converted to type int
// [7 80] 2
