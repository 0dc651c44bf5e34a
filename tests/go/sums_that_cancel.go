// Sums in which something is added and taken off again, at the edges of their types; and slices whose lengths and indices
// are such sums, in bounds and out of them.
package main

import (
	"fmt"
	"math"
)

//go:noinline
func back8(x, y int8) (int8, int8, int8) { return x + y - x, x - (x - y), (x + 100) + (y + 28) - y }

//go:noinline
func back64(x, y int64) (int64, int64, int64) {
	return (x + y) - x, x - (y + x) + y, (x - math.MinInt64) + math.MinInt64
}

//go:noinline
func back(x, y uint32) (uint32, uint32) { return (x + y + 1) - x, y - x - (y + 1) }

// pairs swaps what lies as far from both ends of two neighbours.
func pairs(s []byte, i, n int) {
	front, rear := s[i:i+n], s[i+n:i+2*n]
	for k := range front {
		m := len(rear) - 1 - k
		front[k], rear[m] = rear[m], front[k]
	}
}

// from adds elements counted from the end; the last one there is none of.
func from(s []int, turns int) (sum int, problem any) {
	defer func() { problem = recover() }()
	for k := 0; k < turns; k++ {
		sum += s[len(s)-1-k]
	}
	return sum, nil
}

func off(s []int, by int) (v int, problem any) {
	defer func() { problem = recover() }()
	return s[len(s)-by], nil
}

// rest reads at a difference of which only one side is known to be less.
func rest(s []int, a, b int) (v int, problem any) {
	defer func() { problem = recover() }()
	v = s[a] + s[b]
	if b <= a {
		return v + s[a-b], nil
	}
	return v + s[a-b+len(s)], nil
}

// below is where a number may be negative, and the difference wraps around.
func below(a, b int) bool {
	if b >= 0 {
		return a-b <= a
	}
	return a-b > a
}

func main() {
	fmt.Println(back8(127, -128))
	fmt.Println(back8(-128, -1))
	fmt.Println(back64(math.MaxInt64, math.MinInt64))
	fmt.Println(back64(-1, 1))
	fmt.Println(back(7, math.MaxUint32))

	s := []byte("abcdefghijkl")
	pairs(s, 1, 4)
	fmt.Println(string(s))
	pairs(s, 0, 6)
	fmt.Println(string(s))

	n := []int{1, 2, 4, 8}
	for turns := 3; turns <= 5; turns++ {
		sum, problem := from(n, turns)
		fmt.Println(sum, problem != nil)
	}
	for _, by := range []int{1, 4, 5, 0, -1, math.MinInt64} {
		v, problem := off(n, by)
		fmt.Println(v, problem != nil)
	}
	fmt.Println(first(rest(n, 3, 1)), first(rest(n, 1, 3)), first(rest(n, 2, 2)))
	fmt.Println(below(5, 3), below(math.MinInt64, 1), below(math.MaxInt64, -1), below(-1, math.MaxInt64))
}

func first(v int, problem any) int {
	if problem != nil {
		return -1
	}
	return v
}

// Output:
// -128 -128 -1
// -1 -1 0
// -9223372036854775808 0 9223372036854775807
// 1 0 -1
// 0 4294967288
// aihgfedcbjkl
// lkjbcdefghia
// 14 false
// 15 false
// 15 true
// 8 false
// 1 false
// 0 true
// 0 true
// 0 true
// 0 true
// 14 14 9
// true false false true
