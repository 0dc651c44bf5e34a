// Slices that share an array see each other's writes until append moves one away.
package main

import "fmt"

type point struct{ x, y int }

func grow(s []int) []int {
	s[0]++
	s = append(s, 99)
	s[0]++
	return s
}

func main() {
	a := make([]int, 3, 10)
	b := a[:2]
	b = append(b, 7)
	fmt.Println(a, b)
	c := append(a, 1)
	d := append(a, 2)
	fmt.Println(c, d, &c[0] == &d[0])
	e := []int{1, 2, 3}
	f := grow(e)
	fmt.Println(e, f)
	g := make([]int, 1, 4)
	h := grow(g)
	fmt.Println(g, h)
	ps := []point{{1, 2}, {3, 4}}
	p := &ps[0]
	p.x = 10
	ps = append(ps, point{5, 6})
	p.y = 20
	fmt.Println(ps, *p)
	q := ps[1:2]
	q[0].y = -4
	fmt.Println(ps[1], q)
	rows := make([][]int, 3)
	back := make([]int, 9)
	for i := range rows {
		rows[i] = back[i*3 : i*3+3]
	}
	rows[1][1] = 5
	rows[0] = append(rows[0], 42)
	fmt.Println(back, rows)
	rows[2] = append(rows[2], 1)
	rows[2][0] = 8
	fmt.Println(back)
	// deleting and inserting in the middle
	l := []int{0, 1, 2, 3, 4, 5}
	l = append(l[:2], l[3:]...)
	fmt.Println(l, l[:6])
	l = append(l[:1], append([]int{-1, -2}, l[1:]...)...)
	fmt.Println(l)
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
	fmt.Println(l)
	x := []int{1, 2, 3, 4}
	x = append(x[1:2], x...)
	fmt.Println(x)
}

// Output:
// [0 0 7] [0 0 7]
// [0 0 7 2] [0 0 7 2] true
// [2 2 3] [3 2 3 99]
// [2] [2 99]
// [{10 2} {3 4} {5 6}] {10 20}
// {3 -4} [{3 -4}]
// [0 0 0 42 5 0 0 0 0] [[0 0 0 42] [42 5 0] [0 0 0]]
// [0 0 0 42 5 0 0 0 0]
// [0 1 3 4 5] [0 1 3 4 5 5]
// [0 -1 -2 1 3 4 5]
// [5 4 3 1 -2 -1 0]
// [2 1 2 3 4]
