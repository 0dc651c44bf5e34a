// binary_trees_pair depth reps: make(d) and check(d) by plain recursion over pairs, again and again.
// Check: depth 8 counts 511 nodes, depth 12 counts 8191. Default depth 12, 4000 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type pair struct {
	left, right *pair
}

func makeTree(d int) *pair {
	if d == 0 {
		return &pair{nil, nil}
	}
	return &pair{makeTree(d - 1), makeTree(d - 1)}
}

func check(p *pair) int {
	if p.left == nil {
		return 1
	}
	return 1 + check(p.left) + check(p.right)
}

func main() {
	depth, reps := 12, 4000
	if len(os.Args) > 1 {
		depth, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	last, sum := 0, 0
	for r := 0; r < reps; r++ {
		last = check(makeTree(depth))
		sum += last
	}
	fmt.Println(last, sum)
}
