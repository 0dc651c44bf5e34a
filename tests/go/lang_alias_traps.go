// Loops that stop in a panic after they have stored: whoever recovers sees what was stored, and no more.
package main

import "fmt"

type stats struct {
	total, count, last int
	mean               float64
	far                [40]int
	end                int
}

func try(name string, s *stats, f func()) {
	defer func() {
		r := recover()
		fmt.Println(name, r)
		if s != nil {
			fmt.Println(s.total, s.count, s.last, s.mean, s.end)
		}
	}()
	f()
}

//go:noinline
func index(s *stats, a []int, n int) {
	for i := 0; i < n; i++ {
		s.count++
		s.total += a[i]
		s.last = i
	}
}

//go:noinline
func divide(s *stats, a []int) {
	for _, x := range a {
		s.count++
		s.total += 100 / x
	}
}

//go:noinline
func follow(s *stats, list []*stats) {
	for _, p := range list {
		s.total += p.count
		s.count++
	}
}

//go:noinline
func assert(s *stats, list []any) {
	for _, x := range list {
		s.count++
		s.total += x.(int)
		s.mean += 0.5
	}
}

//go:noinline
func end(s *stats, a []int) {
	for _, x := range a {
		s.end += x
	}
}

// One is given where the other is wanted only if there is something to do.
//
//go:noinline
func kinds(x any, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		switch p := x.(type) {
		case *stats:
			p.end += i
			sum += p.end
		case *int:
			*p += i
			sum += *p
		default:
			return sum - 1
		}
	}
	return sum
}

//go:noinline
func most(s *stats, a []int) {
	for _, x := range a {
		if x > s.last {
			s.last = x
		}
		if x < 0 {
			break
		}
		s.total++
	}
}

//go:noinline
func square(a [][]int, i, j int) {
	for k := 0; k < 3; k++ {
		a[i][j] += a[k][k]
	}
}

func main() {
	s := &stats{}
	a := []int{5, 6, 7}
	try("index", s, func() { index(s, a, 3) })
	try("index", s, func() { index(s, a, 4) })
	try("index", s, func() { index(s, nil, 1) })
	try("index", s, func() { index(s, nil, 0) })
	try("index of nil", nil, func() { index(nil, a, 2) })
	try("index of nil, never", nil, func() { index(nil, a, 0) })
	try("divide", s, func() { divide(s, []int{1, 2, 0, 4}) })
	try("divide", s, func() { divide(s, []int{0}) })
	try("follow", s, func() { follow(s, []*stats{s, {count: 7}, nil, s}) })
	try("follow itself", s, func() { follow(s, []*stats{s, s, s}) })
	try("assert", s, func() { assert(s, []any{1, 2, "three", 4}) })
	try("end", s, func() { end(s, a) })
	try("end of nil", nil, func() { end(nil, a) })
	try("end of nil, never", nil, func() { end(nil, nil) })
	n := 3
	try("kinds", s, func() { fmt.Println(kinds(s, 4), kinds(&n, 4), kinds(nil, 4), kinds(1.5, 0), n) })
	try("kinds of nil", nil, func() { fmt.Println(kinds((*stats)(nil), 0)); kinds((*stats)(nil), 1) })
	try("most", s, func() { most(s, []int{3, 9, 4, -1, 100}) })
	try("most of none", nil, func() { most(nil, nil) })
	m := [][]int{{1, 2}, {3, 4}}
	try("square", nil, func() { square(m, 1, 0) })
	try("square", nil, func() { square(m, 0, 2) })
	try("square", nil, func() { square(m, 2, 0) })
	try("square", nil, func() { square(nil, 0, 0) })
	fmt.Println(m)
}

// Output:
// index <nil>
// 18 3 2 0 0
// index runtime error: index out of range [3] with length 3
// 36 7 2 0 0
// index runtime error: index out of range [0] with length 0
// 36 8 2 0 0
// index <nil>
// 36 8 2 0 0
// index of nil runtime error: invalid memory address or nil pointer dereference
// index of nil, never <nil>
// divide runtime error: integer divide by zero
// 186 11 2 0 0
// divide runtime error: integer divide by zero
// 186 12 2 0 0
// follow runtime error: invalid memory address or nil pointer dereference
// 205 14 2 0 0
// follow itself <nil>
// 250 17 2 0 0
// assert interface conversion: interface {} is string, not int
// 253 20 2 1 0
// end <nil>
// 253 20 2 1 18
// end of nil runtime error: invalid memory address or nil pointer dereference
// end of nil, never <nil>
// 82 22 -1 0 9
// kinds <nil>
// 253 20 2 1 24
// 0
// kinds of nil runtime error: invalid memory address or nil pointer dereference
// most <nil>
// 256 20 9 1 24
// most of none <nil>
// square runtime error: index out of range [2] with length 2
// square runtime error: index out of range [2] with length 2
// square runtime error: index out of range [2] with length 2
// square runtime error: index out of range [0] with length 0
// [[1 2] [8 4]]
