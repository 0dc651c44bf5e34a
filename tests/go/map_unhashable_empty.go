// A key without a hash: what is said of it depends on whether there are keys, and that there is no map comes first.
package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

type S struct{ f any }
type K interface{ M() }
type F func()

func (F) M() {}

func try(name string, f func()) {
	defer func() {
		e := recover()
		fmt.Println(name, e)
	}()
	f()
}

func main() {
	m := map[any]int{}
	try("assign", func() { m[[]int{}] = 1 })
	try("read", func() { _ = m[map[string]int{}] })
	try("delete", func() { delete(m, func() {}) })
	m[1] = 1
	try("read2", func() { _ = m[map[string]int{}] })
	try("delete2", func() { delete(m, func() {}) })
	try("struct", func() { m[S{[]int{}}] = 1 })
	try("array", func() { m[[1]any{[]int{}}] = 1 })
	try("literal", func() { _ = map[any]int{1: 1, any([]string{}): 2} })
	try("collect", func() {
		maps.Collect(maps.All(map[any]int{1: 2}))
		maps.Insert(m, func(yield func(any, int) bool) { yield(F(nil), 1) })
	})
	mk := map[K]int{}
	try("iface", func() { mk[F(nil)] = 1 })
	try("comma", func() { _, _ = mk[F(nil)] })
	try("reflect", func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf([]int{}), reflect.ValueOf(1)) })
	try("reflect2", func() { reflect.ValueOf(m).MapIndex(reflect.ValueOf([]int{})) })
	try("op", func() { m[[]int{}]++ })
	try("op2", func() { m[[]int{}] += 2 })
	try("comparable", func() { fmt.Println(any([]int{}) == any([]int{})) })
	try("struct comparable", func() { fmt.Println(any(S{F(nil)}) == any(S{F(nil)})) })
	try("index", func() { fmt.Println(slices.Index([]any{[]int{}}, any([]int{}))) })
	var nilm map[any]int
	try("nil read", func() { _ = nilm[[]int{}] })
	try("nil delete", func() { delete(nilm, any([]int{})) })
	try("nil assign", func() { nilm[[]int{}] = 1 })
	try("clear", func() { clear(m); _ = m[[]int{}] })
}

// Output:
// assign runtime error: hash of unhashable type []int
// read hash of unhashable type: map[string]int
// delete hash of unhashable type: func()
// read2 runtime error: hash of unhashable type map[string]int
// delete2 runtime error: hash of unhashable type func()
// struct runtime error: hash of unhashable type []int
// array runtime error: hash of unhashable type []int
// literal runtime error: hash of unhashable type []string
// collect runtime error: hash of unhashable type main.F
// iface runtime error: hash of unhashable type main.F
// comma hash of unhashable type: main.F
// reflect runtime error: hash of unhashable type []int
// reflect2 runtime error: hash of unhashable type []int
// op runtime error: hash of unhashable type []int
// op2 runtime error: hash of unhashable type []int
// comparable runtime error: comparing uncomparable type []int
// struct comparable runtime error: comparing uncomparable type main.F
// index runtime error: comparing uncomparable type []int
// nil read hash of unhashable type: []int
// nil delete hash of unhashable type: []int
// nil assign assignment to entry in nil map
// clear hash of unhashable type: []int
