// Arrays are values: assignment, passing and range copy them.
package main

import "fmt"

func change(a [3]int) [3]int {
	a[0] = 100
	return a
}

func changeThrough(a *[3]int) { a[1] = 200 }

type grid [2][3]int

type holder struct {
	cells [2]string
	inner struct{ a [2]int }
}

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[0] = 9
	fmt.Println(a, b, a == b, a == [3]int{1, 2, 3}, a != b)
	fmt.Println(change(a), a)
	changeThrough(&a)
	fmt.Println(a)
	for i, v := range a {
		a[2] = 50
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println(a)
	for i, v := range &a {
		a[2] = 60 + i
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println(a)
	var g grid
	g[1][2] = 5
	h := g
	h[1][2]++
	row := g[1]
	row[0] = 7
	fmt.Println(g, h, row, len(g), len(g[0]), g == h)
	var x, y holder
	x.cells[1] = "x"
	y = x
	y.cells[1] += "y"
	y.inner.a[0] = 3
	fmt.Println(x, y, x == y)
	s := [...]string{3: "d", 1: "b"}
	fmt.Printf("%d %q\n", len(s), s)
	p := &a
	p[0]++
	fmt.Println(p[0], len(p), cap(p), *p)
	arrs := []([2]int){{1, 2}, {3, 4}}
	for _, e := range arrs {
		e[0] = 0
	}
	fmt.Println(arrs)
	for i := range arrs {
		arrs[i][0] = 0
	}
	fmt.Println(arrs)
	fs := [2]func() int{func() int { return 1 }, func() int { return 2 }}
	fmt.Println(fs[0]()+fs[1](), [0]int{} == [0]int{}, len([0]int{}))
	i := 3
	defer func() { fmt.Println(recover()) }()
	fmt.Println(a[i])
}

// Output:
// [1 2 3] [9 2 3] false true true
// [100 2 3] [1 2 3]
// [1 200 3]
// 0=1 1=200 2=3 [1 200 50]
// 0=1 1=200 2=61 [1 200 62]
// [[0 0 0] [0 0 5]] [[0 0 0] [0 0 6]] [7 0 5] 2 3 false
// {[ x] {[0 0]}} {[ xy] {[3 0]}} false
// 4 ["" "b" "" "d"]
// 2 3 3 [2 200 62]
// [[1 2] [3 4]]
// [[0 2] [0 4]]
// 3 true 0
// runtime error: index out of range [3] with length 3
