// Keys of every comparable kind, and the panic for those that are not.
package main

import (
	"fmt"
	"math"
)

type point struct {
	x, y int
	tag  string
}

type kind uint8

func main() {
	ints := map[int8]int{-1: 1, 127: 2}
	fmt.Println(ints[-1], ints[127], ints[0])
	bools := map[bool]string{true: "yes", false: "no"}
	fmt.Println(bools[1 < 2], bools[1 > 2])
	floats := map[float64]int{1.5: 1, 0: 2}
	floats[math.Copysign(0, -1)]++
	floats[math.NaN()] = 10
	floats[math.NaN()] = 20
	_, ok := floats[math.NaN()]
	sum := 0
	for _, v := range floats {
		sum += v
	}
	fmt.Println(len(floats), floats[0], ok, sum)
	delete(floats, math.NaN())
	fmt.Println(len(floats))
	clear(floats)
	fmt.Println(len(floats))
	structs := map[point]int{{1, 2, "a"}: 1}
	structs[point{1, 2, "a"}]++
	structs[point{1, 2, "b"}]++
	fmt.Println(len(structs), structs[point{1, 2, "a"}])
	arrays := map[[2]string]bool{{"a", "b"}: true}
	fmt.Println(arrays[[2]string{"a", "b"}], arrays[[2]string{"b", "a"}])
	a, b := new(int), new(int)
	pointers := map[*int]string{a: "a", b: "b"}
	fmt.Println(pointers[a], pointers[b], pointers[nil] == "")
	chans := map[chan int]int{make(chan int): 1, nil: 2}
	fmt.Println(len(chans), chans[nil])
	any := map[interface{}]string{1: "int", "1": "string", 1.0: "float", int8(1): "int8", kind(1): "kind", point{1, 2, "p"}: "point", nil: "nil", [1]int{1}: "array", true: "bool"}
	fmt.Println(len(any), any[1], any["1"], any[1.0], any[int8(1)], any[kind(1)], any[point{1, 2, "p"}], any[nil], any[[1]int{1}], any[uint(1)] == "")
	type pair struct{ l, r interface{} }
	pairs := map[pair]int{{1, "a"}: 1, {"a", 1}: 2}
	fmt.Println(pairs[pair{1, "a"}], pairs[pair{"a", 1}], pairs[pair{1, 1}])
	for _, k := range []interface{}{[]int{1}, map[int]int{}, func() {}, point{}, struct{ f interface{} }{[]int{}}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			any[k] = "x"
			fmt.Println("fine")
		}()
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(any[[]string{}])
	}()
}

// Output:
// 1 2 0
// yes no
// 4 3 false 34
// 4
// 0
// 2 2
// true false
// a b true
// 2 2
// 9 int string float int8 kind point nil array true
// 1 2 0
// runtime error: hash of unhashable type []int
// runtime error: hash of unhashable type map[int]int
// runtime error: hash of unhashable type func()
// fine
// <nil>
// runtime error: hash of unhashable type []int
// runtime error: hash of unhashable type []string
