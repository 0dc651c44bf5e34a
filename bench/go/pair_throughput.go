// pair_throughput n reps: n times a new pair whose two halves are the pair before it; the head is all
// that lives at the end of a repetition, and all n pairs hang from it.
// Check: the head is not nil, so the sum is reps. Default 1000 pairs, 40000 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type pair struct {
	left, right *pair
}

func grow(n int) *pair {
	head := &pair{}
	for i := 0; i < n; i++ {
		head = &pair{head, head}
	}
	return head
}

func main() {
	n, reps := 1000, 40000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	alive := 0
	for r := 0; r < reps; r++ {
		if grow(n) != nil {
			alive++
		}
	}
	fmt.Println(alive)
}
