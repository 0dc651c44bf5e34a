// Loops whose checks can be hoisted or dropped, and those whose cannot: the panic comes at the same place,
// after the same writes.
package main

import "fmt"

func fill(a []int, n int) (err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		a[i] = i + 1
	}
	return nil
}

func fillDown(a []int, n int) (err interface{}) {
	defer func() { err = recover() }()
	for i := n; i >= 0; i-- {
		a[i] = i + 1
	}
	return nil
}

func strided(a []int, step int) (sum int, err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i != 12; i += step {
		sum += a[i]
		a[i] = -1
	}
	return
}

func twoArrays(a, b []int, n int) (err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		a[i] += b[i]
	}
	return nil
}

func offset(a []int, k int) (n int, err interface{}) {
	defer func() { err = recover() }()
	for i := range a {
		n += a[i+k]
	}
	return
}

func shrinking(a []int) (n int, err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i < len(a); i++ {
		n += a[i]
		if a[i] == 3 {
			a = a[:len(a)-2]
		}
	}
	return
}

func unsignedIndex(a []int, start uint8) (n int, err interface{}) {
	defer func() { err = recover() }()
	for i := start; ; i-- {
		n += a[i]
	}
}

func overflow(a []int8, i int8) (n int, err interface{}) {
	defer func() { err = recover() }()
	for j := 0; j < 300; j++ {
		n += int(a[i])
		i++
	}
	return
}

func window(s string, k int) (n int, err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i+k <= len(s)+1; i++ {
		n = n*2 + len(s[i:i+k])
	}
	return
}

func matrix(m [][]int, n int) (t int, err interface{}) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			t += m[i][j]
			m[i][j] = 0
		}
	}
	return
}

func masked(a []int, i int) int { return a[i&7] + a[uint(i)%8] + a[i>>60&7] }

func main() {
	a := make([]int, 5)
	fmt.Println(fill(a, 5), a)
	clear(a)
	fmt.Println(fill(a, 8), a)
	clear(a)
	fmt.Println(fill(a, -1), fillDown(a, 4), a)
	clear(a)
	fmt.Println(fillDown(a, 6), a)
	fmt.Println(fillDown(nil, 0), fill(nil, 0), fill(nil, 1))
	b := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	fmt.Println(strided(b, 3))
	fmt.Println(strided(b, 4))
	fmt.Println(strided(append([]int(nil), b...), -1))
	fmt.Println(strided(b, 5))
	fmt.Println(b)
	c, d := []int{1, 1, 1, 1}, []int{5, 6}
	fmt.Println(twoArrays(c, d, 4), c)
	fmt.Println(twoArrays(d, c, 4), d)
	fmt.Println(offset(c, 0))
	fmt.Println(offset(c, 1))
	fmt.Println(offset(c, -1))
	fmt.Println(offset(c, 1<<62))
	fmt.Println(shrinking([]int{1, 2, 3, 4, 5, 6}))
	fmt.Println(unsignedIndex([]int{1, 2, 3}, 2))
	fmt.Println(overflow(make([]int8, 128), 100))
	fmt.Println(window("hello", 2))
	fmt.Println(window("hello", 0))
	m := [][]int{{1, 2, 3}, {4, 5}, {6, 7, 8}}
	fmt.Println(matrix(m, 2))
	fmt.Println(matrix(m, 3))
	fmt.Println(m)
	t := 0
	for i := -20; i < 20; i++ {
		t += masked([]int{1, 2, 3, 4, 5, 6, 7, 8}, i)
	}
	fmt.Println(t)
}

// Output:
// <nil> [1 2 3 4 5]
// runtime error: index out of range [5] with length 5 [1 2 3 4 5]
// <nil> <nil> [1 2 3 4 5]
// runtime error: index out of range [6] with length 5 [0 0 0 0 0]
// runtime error: index out of range [0] with length 0 <nil> runtime error: index out of range [0] with length 0
// 18 <nil>
// 11 <nil>
// -1 runtime error: index out of range [-1]
// 4 runtime error: index out of range [10] with length 10
// [-1 1 2 -1 -1 -1 -1 7 -1 -1]
// runtime error: index out of range [2] with length 2 [6 7 1 1]
// runtime error: index out of range [2] with length 2 [11 13]
// 15 <nil>
// 9 runtime error: index out of range [4] with length 4
// 0 runtime error: index out of range [-1]
// 0 runtime error: index out of range [4611686018427387904] with length 4
// 10 <nil>
// 6 runtime error: index out of range [255] with length 3
// 0 runtime error: index out of range [-128]
// 30 runtime error: slice bounds out of range [:6] with length 5
// 0 runtime error: slice bounds out of range [:6] with length 5
// 12 <nil>
// 3 runtime error: index out of range [2] with length 2
// [[0 0 0] [0 0] [6 7 8]]
// 540
