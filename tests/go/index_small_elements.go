// Elements that are widened as they are loaded are checked like all others.
package main

import "fmt"

func k(x int8) int8 { return x }

func try(f func() uint64) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	fmt.Println(f())
}

func main() {
	var a8 [3]uint8
	var a16 [3]uint16
	var a32 [3]uint32
	var f32 [3]float32
	var i16 [3]int16
	s8, s16, s32 := a8[:], a16[:], a32[:]
	for _, i := range []int8{k(2), k(3), k(-5)} {
		try(func() uint64 { return uint64(a8[i]) })
		try(func() uint64 { return uint64(a16[i]) })
		try(func() uint64 { return uint64(a32[i]) })
		try(func() uint64 { return uint64(s8[i]) })
		try(func() uint64 { return uint64(s16[i]) })
		try(func() uint64 { return uint64(s32[i]) })
		try(func() uint64 { return uint64(int64(i16[i])) })
		try(func() uint64 { return uint64(float64(f32[i])) })
	}
}

// Output:
// 0
// 0
// 0
// 0
// 0
// 0
// 0
// 0
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
// runtime error: index out of range [-5]
