// deepequal n: compares two trees of structs, maps, slices, pointers and interfaces n times with reflect.DeepEqual, equal
// ones and ones that differ in a last leaf. Prints how often they were equal. Check: equal to compiled Go.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
)

type node struct {
	ID       int
	Name     string
	Values   []float64
	Index    map[string]int
	Any      any
	Children []*node
}

func tree(depth, last int) *node {
	t := &node{ID: depth, Name: fmt.Sprint("node ", depth), Values: []float64{1, 2, 3.5}, Any: []any{1, "two", 3.0}}
	t.Index = map[string]int{"a": 1, "b": 2, "c": depth}
	if depth == 0 {
		t.ID = last
		return t
	}
	for i := range 3 {
		t.Children = append(t.Children, tree(depth-1, i*last))
	}
	return t
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	a, b, c := tree(4, 0), tree(4, 0), tree(4, 1)
	equal := 0
	for range n {
		if reflect.DeepEqual(a, b) {
			equal++
		}
		if reflect.DeepEqual(a, c) {
			equal--
		}
	}
	fmt.Println(equal)
}
