// min, max and clear, with NaN, signed zero, strings and constants.
package main

import (
	"fmt"
	"math"
)

type day int

func f(s string, v int) int {
	fmt.Print(s)
	return v
}

func main() {
	a, b, c := 3, -1, 7
	fmt.Println(min(a, b, c), max(a, b, c), min(a), max(b, 0), min(2.5, float64(a)))
	nan, zero := math.NaN(), 0.0
	neg := math.Copysign(0, -1)
	fmt.Println(min(nan, 1), max(1, nan), min(1, nan, 2), math.Signbit(min(zero, neg)), math.Signbit(max(neg, zero)))
	fmt.Println(min(math.Inf(-1), 1), max(math.Inf(1), 1e300), min("b", "ab", "a"), max("", "x"))
	const m = min(1, 2.0, 'c')
	const n = max(1, 2.5)
	var u8 uint8 = 200
	fmt.Println(m, n, min(u8, 100), max(day(3), 2))
	fmt.Println(max(f("a", 1), f("b", 3), f("c", 2)))
	s := []string{"x", "y"}
	t := s[:1]
	clear(t)
	fmt.Printf("%q\n", s)
	mm := map[float64]int{nan: 1, 1: 2}
	clear(mm)
	fmt.Println(len(mm))
	var nilSlice []int
	var nilMap map[int]int
	clear(nilSlice)
	clear(nilMap)
	type pair struct {
		a int
		p *int
	}
	ps := []pair{{1, &a}, {2, &b}}
	clear(ps[1:])
	fmt.Println(ps[0].a, ps[1].a, ps[1].p == nil, len(ps))
}

// Output:
// -1 7 3 0 2.5
// NaN NaN NaN true false
// -Inf +Inf a x
// 1 2.5 100 3
// abc3
// ["" "y"]
// 0
// 1 0 true 2
