// window_match n reps: a stream of n two-bit codes from a linear congruential generator, and how often
// the window of the last four codes is one of two patterns. The seed is 42 in the first repetition and
// one higher in each that follows, so that no branch predictor learns the stream; prints the first
// count and the sum of all.
// Check: n = 1000 prints 6 first, n = 10000 prints 69. Default 10000 codes, 18000 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func windowMatch(n, seed int) int {
	window, count := 0, 0
	for i := 0; i < n; i++ {
		seed = (seed*3877 + 29573) % 139968
		code := seed * 4 / 139968
		window = ((window << 2) & 255) | code
		if i >= 3 && (window == 47 || window == 248) {
			count++
		}
	}
	return count
}

func main() {
	n, reps := 10000, 18000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	first := windowMatch(n, 42)
	sum := first
	for r := 1; r < reps; r++ {
		sum += windowMatch(n, 42+r)
	}
	fmt.Println(first, sum)
}
