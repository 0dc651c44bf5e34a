// Making, slicing, appending and copying slices.
package main

import "fmt"

func main() {
	var s []int
	fmt.Println(s == nil, len(s), cap(s), s)
	s = append(s, 1)
	s = append(s, 2, 3)
	s = append(s, s...)
	fmt.Println(s, len(s), s != nil)
	t := make([]string, 2, 5)
	fmt.Printf("%q %d %d\n", t, len(t), cap(t))
	u := []int{0, 1, 2, 3, 4, 5, 6, 7}
	fmt.Println(u[2:5], len(u[2:5]), cap(u[2:5]), u[:0], u[8:], u[2:5][:6])
	v := u[2:4:5]
	fmt.Println(v, len(v), cap(v))
	v = append(v, 100)
	fmt.Println(u, v)
	v = append(v, 200)
	v[0] = -1
	fmt.Println(u, v)
	n := copy(u, u[3:])
	fmt.Println(n, u)
	w := []int{0, 1, 2, 3, 4, 5, 6, 7}
	n = copy(w[3:], w)
	fmt.Println(n, w)
	fmt.Println(copy(w, []int(nil)), copy(w[:2], []int{9, 9, 9}), w)
	bs := make([]byte, 3)
	n = copy(bs, "hello")
	fmt.Println(n, string(bs), append(bs, " x"...))
	e := []int{}
	fmt.Println(e == nil, e, append([]int(nil), e...) == nil)
	sparse := []int{5: 1, 2, 1: 7}
	fmt.Println(sparse, len(sparse))
	arr := [5]int{1, 2, 3, 4, 5}
	as := arr[1:3]
	as[0] = 20
	as = append(as, 40)
	fmt.Println(arr, as, cap(as))
	two := [][]int{{1}, {2, 3}, nil}
	two[2] = append(two[2], 4)
	fmt.Println(two, len(two[1]))
	clear(two[1])
	fmt.Println(two)
	for i, x := range u[:3] {
		u = append(u, x)
		if i > 10 {
			break
		}
	}
	fmt.Println(u)
	a4 := [4]int(u[:4])
	a4[0] = 77
	pa := (*[2]int)(u)
	pa[1] = 88
	fmt.Println(a4, u[:4], *pa)
}

// Output:
// true 0 0 []
// [1 2 3 1 2 3] 6 true
// ["" ""] 2 5
// [2 3 4] 3 6 [] [] [2 3 4 5 6 7]
// [2 3] 2 3
// [0 1 2 3 100 5 6 7] [2 3 100]
// [0 1 2 3 100 5 6 7] [-1 3 100 200]
// 5 [3 100 5 6 7 5 6 7]
// 5 [0 1 2 0 1 2 3 4]
// 0 2 [9 9 2 0 1 2 3 4]
// 3 hel [104 101 108 32 120]
// false [] true
// [0 7 0 0 0 1 2] 7
// [1 20 3 40 5] [20 3 40] 4
// [[1] [2 3] [4]] 2
// [[1] [0 0] [4]]
// [3 100 5 6 7 5 6 7 3 100 5]
// [77 100 5 6] [3 88 5 6] [3 88]
