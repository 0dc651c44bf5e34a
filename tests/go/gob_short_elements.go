// A message that ends within elements is an error that names their type.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

type named uint16

func try[T, U any](in T) {
	var b bytes.Buffer
	gob.NewEncoder(&b).Encode(struct{ V T }{in})
	data := b.Bytes()
	// The last message loses its end.
	for cut := 2; cut < 4; cut++ {
		d := bytes.Clone(data)
		for at := len(d) - 1; at > 0; at-- {
			if int(d[at-1]) == len(d)-at {
				d[at-1] -= byte(cut)
				d = d[:len(d)-cut]
				break
			}
		}
		var out struct{ V U }
		err := gob.NewDecoder(bytes.NewReader(d)).Decode(&out)
		fmt.Printf("%T %v\n", out.V, err)
	}
}

func main() {
	try[[]bool, []bool]([]bool{true, true, true})
	try[[]int, []int]([]int{1, 2, 3})
	try[[]int8, []int8]([]int8{1, 2, 3})
	try[[]int16, []int16]([]int16{1, 2, 3})
	try[[]int32, []int32]([]int32{1, 2, 3})
	try[[]int64, []int64]([]int64{1, 2, 3})
	try[[]uint, []uint]([]uint{1, 2, 3})
	try[[]uint8, []uint8]([]uint8{1, 2, 3})
	try[[]uint16, []uint16]([]uint16{1, 2, 3})
	try[[]uint32, []uint32]([]uint32{1, 2, 3})
	try[[]uint64, []uint64]([]uint64{1, 2, 3})
	try[[]uintptr, []uintptr]([]uintptr{1, 2, 3})
	try[[]float32, []float32]([]float32{1, 2, 3})
	try[[]float64, []float64]([]float64{1, 2, 3})
	try[[]complex64, []complex64]([]complex64{1, 2, 3})
	try[[]complex128, []complex128]([]complex128{1, 2, 3})
	try[[]string, []string]([]string{"a", "b", "c"})
	try[[]named, []named]([]named{1, 2, 3})
	try[[3]int, [3]int]([3]int{1, 2, 3})
	try[[3]uint16, [3]uint16]([3]uint16{1, 2, 3})
	try[[3]uint8, [3]uint8]([3]uint8{1, 2, 3})
	try[[3]named, [3]named]([3]named{1, 2, 3})
	try[[][]int, [][]int]([][]int{{1}, {2}, {3}})
	try[[]*int, []*int]([]*int{new(int), new(int), new(int)})
	try[[]int16, []int32]([]int16{1, 2, 3})
	try[map[string]int, map[string]int](map[string]int{"a": 1, "b": 2})
}

// Output:
// []bool unexpected EOF
// []bool unexpected EOF
// []int gob: decoding int array or slice: length exceeds input size (3 elements)
// []int gob: decoding int array or slice: length exceeds input size (3 elements)
// []int8 gob: decoding int8 array or slice: length exceeds input size (3 elements)
// []int8 gob: decoding int8 array or slice: length exceeds input size (3 elements)
// []int16 gob: decoding int16 array or slice: length exceeds input size (3 elements)
// []int16 gob: decoding int16 array or slice: length exceeds input size (3 elements)
// []int32 gob: decoding int32 array or slice: length exceeds input size (3 elements)
// []int32 gob: decoding int32 array or slice: length exceeds input size (3 elements)
// []int64 gob: decoding int64 array or slice: length exceeds input size (3 elements)
// []int64 gob: decoding int64 array or slice: length exceeds input size (3 elements)
// []uint unexpected EOF
// []uint unexpected EOF
// []uint8 unexpected EOF
// []uint8 unexpected EOF
// []uint16 unexpected EOF
// []uint16 unexpected EOF
// []uint32 unexpected EOF
// []uint32 unexpected EOF
// []uint64 unexpected EOF
// []uint64 unexpected EOF
// []uintptr unexpected EOF
// []uintptr unexpected EOF
// []float32 gob: invalid uint data length 2: exceeds input size 1
// []float32 gob: invalid uint data length 2: exceeds input size 0
// []float64 gob: invalid uint data length 2: exceeds input size 1
// []float64 gob: invalid uint data length 2: exceeds input size 0
// []complex64 EOF
// []complex64 gob: invalid uint data length 2: exceeds input size 1
// []complex128 EOF
// []complex128 gob: invalid uint data length 2: exceeds input size 1
// []string gob: length of string exceeds input size (1 bytes)
// []string gob: decoding string array or slice: length exceeds input size (3 elements)
// []main.named unexpected EOF
// []main.named unexpected EOF
// [3]int gob: decoding int array or slice: length exceeds input size (3 elements)
// [3]int gob: decoding int array or slice: length exceeds input size (3 elements)
// [3]uint16 unexpected EOF
// [3]uint16 unexpected EOF
// [3]uint8 unexpected EOF
// [3]uint8 unexpected EOF
// [3]main.named unexpected EOF
// [3]main.named unexpected EOF
// [][]int gob: decoding int array or slice: length exceeds input size (1 elements)
// [][]int gob: decoding array or slice: length exceeds input size (3 elements)
// []*int gob: decoding array or slice: length exceeds input size (3 elements)
// []*int gob: decoding array or slice: length exceeds input size (3 elements)
// []int32 gob: decoding int32 array or slice: length exceeds input size (3 elements)
// []int32 gob: decoding int32 array or slice: length exceeds input size (3 elements)
// map[string]int EOF
// map[string]int gob: bad string slice length: 0
