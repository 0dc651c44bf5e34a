// pair_swap n reps: from the pair (0, 1), n times a new pair with the halves exchanged; each pair dies
// when its successor is made.
// Check: n even gives (0, 1) again. Default 1000 swaps, 60000 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type pair struct {
	a, b int
}

func swap(p *pair, n int) *pair {
	for i := 0; i < n; i++ {
		p = &pair{p.b, p.a}
	}
	return p
}

func main() {
	n, reps := 1000, 60000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	p := &pair{0, 1}
	for r := 0; r < reps; r++ {
		p = swap(&pair{0, 1}, n)
	}
	fmt.Println(p.a, p.b)
}
