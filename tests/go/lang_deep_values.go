// Chains of interfaces inside interfaces are compared and hashed however deep they are.
package main

import "fmt"

const depth = 80_000

type link struct {
	next any
	n    int
}

type pair struct {
	left, right any
}

func arrays(end any) any {
	x := end
	for range depth {
		x = [1]any{x}
	}
	return x
}

func structs(end any) any {
	x := end
	for i := range depth {
		x = link{x, i}
	}
	return x
}

func pairs(end any) any {
	x := end
	for i := range depth {
		if i%2 == 0 {
			x = pair{x, i}
		} else {
			x = pair{i, x}
		}
	}
	return x
}

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, r, r.(error).Error() != "")
		}
	}()
	f()
}

type funcs struct {
	_ int
	f func()
}

func main() {
	for _, chain := range []func(any) any{arrays, structs, pairs} {
		x, y, z := chain(1), chain(1), chain(2)
		fmt.Println(x == y, x == z, x != z)
		m := map[any]string{x: "x", z: "z"}
		fmt.Println(m[y], m[z], len(m), len(m[chain("1")]))
		delete(m, y)
		fmt.Println(len(m))
		keys := map[[2]any]int{{x, z}: 1}
		keys[[2]any{y, z}]++
		fmt.Println(keys[[2]any{x, z}], keys[[2]any{z, x}])

		u, v := chain([]int{1}), chain([]int{1})
		try("slices", func() { fmt.Println(u == v) })
		try("lookup", func() { fmt.Println(m[u]) })
		try("insert", func() { m[u] = "u" })
		try("funcs", func() { fmt.Println(chain(funcs{}) == chain(funcs{})) })
		try("maps", func() { delete(m, chain(map[int]int{})) })
	}
	// What comes first decides.
	try("first", func() { fmt.Println(any([2]any{1, []int{}}) == any([2]any{2, []int{}})) })
	try("second", func() { fmt.Println(any([2]any{1, []int{}}) == any([2]any{1, []int{}})) })
	try("type", func() { fmt.Println(any([2]any{1, []int{}}) == any([2]any{1, 2})) })
	type blank struct {
		_ []int
		a int
	}
	try("blank", func() { fmt.Println(any(blank{a: 1}) == any(blank{a: 1})) })
	nested := [2][3][2]any{{{1, "a"}, {2.5, nil}}, {{true, 'x'}}}
	other := nested
	fmt.Println(nested == other, any(nested) == any(other))
	other[1][2][1] = struct{}{}
	fmt.Println(nested == other, any(nested) == any(other), map[any]int{nested: 1, other: 2}[other])
}

// Output:
// true false true
// x z 2 0
// 1
// 2 0
// slices runtime error: comparing uncomparable type []int true
// lookup runtime error: hash of unhashable type []int true
// insert runtime error: hash of unhashable type []int true
// funcs runtime error: comparing uncomparable type main.funcs true
// maps runtime error: hash of unhashable type map[int]int true
// true false true
// x z 2 0
// 1
// 2 0
// slices runtime error: comparing uncomparable type []int true
// lookup runtime error: hash of unhashable type []int true
// insert runtime error: hash of unhashable type []int true
// funcs runtime error: comparing uncomparable type main.funcs true
// maps runtime error: hash of unhashable type map[int]int true
// true false true
// x z 2 0
// 1
// 2 0
// slices runtime error: comparing uncomparable type []int true
// lookup runtime error: hash of unhashable type []int true
// insert runtime error: hash of unhashable type []int true
// funcs runtime error: comparing uncomparable type main.funcs true
// maps runtime error: hash of unhashable type map[int]int true
// false
// second runtime error: comparing uncomparable type []int true
// false
// blank runtime error: comparing uncomparable type main.blank true
// true true
// false false 2
