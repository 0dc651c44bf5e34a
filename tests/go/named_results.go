// Named results: bare returns, shadowing, closures over them, deferred changes.
package main

import (
	"errors"
	"fmt"
)

func split(sum int) (x, y int) {
	x = sum * 4 / 9
	y = sum - x
	return
}

func early(n int) (s string, err error) {
	if n < 0 {
		err = errors.New("negative")
		return
	}
	if n == 0 {
		return "zero", nil
	}
	s = fmt.Sprint("n", n)
	return s + "!", err
}

func deferred() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v (n was %d)", r, n)
			n = -1
		}
	}()
	n = 5
	var a []int
	n = a[n]
	return
}

func swap() (a, b int) {
	a, b = 1, 2
	return b, a
}

func captured() (n int, get func() int) {
	get = func() int { return n }
	n = 3
	defer func() { n *= 2 }()
	return n + 1, get
}

func order() (x int) {
	defer func(v int) { x += v * 100 }(x)
	x = 1
	defer func(v int) { x += v * 10 }(x)
	x = 2
	return x + 3
}

func loopReturn(xs []int) (idx int, found bool) {
	for idx, x := range xs {
		if x > 10 {
			return idx, true
		}
	}
	return
}

func nested() (r int) {
	r = 1
	func() {
		r := 5
		r++
		_ = r
	}()
	func() { r = r + 10 }()
	return r
}

type pt struct{ x, y int }

func structResult() (p pt) {
	p.x = 1
	defer func() { p.y = p.x + 1 }()
	p = pt{10, 0}
	return
}

func arrayResult() (a [3]int) {
	for i := range a {
		defer func() { a[i] += i * i }()
	}
	return [3]int{1, 1, 1}
}

func main() {
	fmt.Println(split(17))
	fmt.Println(early(-1))
	fmt.Println(early(0))
	fmt.Println(early(7))
	fmt.Println(deferred())
	fmt.Println(swap())
	n, get := captured()
	fmt.Println(n, get())
	fmt.Println(order(), nested(), structResult(), arrayResult())
	fmt.Println(loopReturn([]int{1, 20}))
	fmt.Println(loopReturn(nil))
}

// Output:
// 7 10
//  negative
// zero <nil>
// n7! <nil>
// -1 recovered: runtime error: index out of range [5] with length 0 (n was 5)
// 2 1
// 8 8
// 15 11 {10 11} [1 2 5]
// 1 true
// 0 false
