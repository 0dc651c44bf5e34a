// binary_trees depth reps: builds and counts perfect binary trees: one deep one first, one that lives
// long, and many short-lived ones of growing depth; prints the node counts.
// Check: the counts are 2^(depth+1)-1 for each tree. Default 16, twice; the Benchmarks Game uses 21, once,
// which is what depth alone asks for.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type tree struct {
	left, right *tree
}

func build(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{build(depth - 1), build(depth - 1)}
}

func (t *tree) count() int {
	if t.left == nil {
		return 1
	}
	return 1 + t.left.count() + t.right.count()
}

func main() {
	depth, reps := 16, 2
	if len(os.Args) > 1 {
		depth, _ = strconv.Atoi(os.Args[1])
		reps = 1
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	for r := 0; r < reps; r++ {
		run(depth)
	}
}

func run(depth int) {
	const minDepth = 4
	if depth < minDepth+2 {
		depth = minDepth + 2
	}
	fmt.Printf("stretch tree of depth %d\t check: %d\n", depth+1, build(depth+1).count())
	longLived := build(depth)
	for d := minDepth; d <= depth; d += 2 {
		iterations := 1 << uint(depth-d+minDepth)
		check := 0
		for i := 0; i < iterations; i++ {
			check += build(d).count()
		}
		fmt.Printf("%d\t trees of depth %d\t check: %d\n", iterations, d, check)
	}
	fmt.Printf("long lived tree of depth %d\t check: %d\n", depth, longLived.count())
}
