// pair_walk n reps: a list of n nodes, each (0, previous), built and then walked to its end.
// Check: each walk counts n nodes. Default 1000 nodes, 40000 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type node struct {
	value int
	next  *node
}

func build(n int) *node {
	var head *node
	for i := 0; i < n; i++ {
		head = &node{0, head}
	}
	return head
}

func walk(head *node) int {
	count := 0
	for p := head; p != nil; p = p.next {
		count += 1 + p.value
	}
	return count
}

func main() {
	n, reps := 1000, 40000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	sum := 0
	for r := 0; r < reps; r++ {
		sum += walk(build(n))
	}
	fmt.Println(sum)
}
