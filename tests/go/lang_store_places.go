// A store that panics does so where its place stands: at the index, not at the sign of assignment.
package main

import (
	"fmt"
	"runtime"
)

type node struct{ array [3]int }

var five = 5

func plus(n int) int { return five + n }

func key(s string) string { return s }

// at prints the line where f panics, counted from the line where it is called.
func at(name string, f func()) {
	_, _, start, _ := runtime.Caller(1)
	defer func() {
		err := recover()
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for {
			frame, more := frames.Next()
			if frame.Function != "main.at.func1" && len(frame.Function) > 5 && frame.Function[:5] == "main." {
				fmt.Println(name, frame.Line-start, err)
				return
			}
			if !more {
				return
			}
		}
	}()
	f()
}

func main() {
	var slice []int
	var array [3]int
	var table [3][3]int
	var m map[string]int
	full := &node{}
	at("slice", func() {
		slice[plus(
			0,
		)] =
			1
	})
	at("slice op", func() {
		slice[plus(
			0,
		)] +=
			1
	})
	at("slice inc", func() {
		slice[plus(
			0,
		)]++
	})
	at("array", func() {
		array[plus(
			0,
		)] =
			1
	})
	at("array op", func() {
		array[plus(
			0,
		)] +=
			1
	})
	at("table", func() {
		table[1][plus(
			0,
		)] =
			1
	})
	at("table first", func() {
		table[plus(
			0,
		)][1] =
			1
	})
	at("two", func() {
		array[0], array[plus(
			0,
		)] =
			1, 2
	})
	at("two slices", func() {
		slice[plus(
			0,
		)], array[0] =
			1,
			2
	})
	at("map", func() {
		m[key(
			"a",
		)] =
			1
	})
	at("map op", func() {
		m[key(
			"a",
		)] +=
			1
	})
	at("array of a field", func() {
		full.
			array[plus(
			0,
		)] =
			1
	})
	at("address", func() {
		p := &slice[plus(
			0,
		)]
		_ = p
	})
	at("range", func() {
		for slice[plus(
			0,
		)] = range 3 {
		}
	})
}

// Output:
// slice 1 runtime error: index out of range [5] with length 0
// slice op 1 runtime error: index out of range [5] with length 0
// slice inc 1 runtime error: index out of range [5] with length 0
// array 1 runtime error: index out of range [5] with length 3
// array op 1 runtime error: index out of range [5] with length 3
// table 1 runtime error: index out of range [5] with length 3
// table first 1 runtime error: index out of range [5] with length 3
// two 1 runtime error: index out of range [5] with length 3
// two slices 1 runtime error: index out of range [5] with length 0
// map 1 assignment to entry in nil map
// map op 1 assignment to entry in nil map
// array of a field 2 runtime error: index out of range [5] with length 3
// address 1 runtime error: index out of range [5] with length 0
// range 1 runtime error: index out of range [5] with length 0
