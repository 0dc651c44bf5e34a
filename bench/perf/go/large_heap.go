// Allocation while two hundred thousand objects stay alive: what a collection costs.
package main

import (
	"os"
	"strconv"
)

type node struct {
	left, right *node
	value       int
}

func tree(depth int) *node {
	if depth == 0 {
		return &node{value: 1}
	}
	return &node{tree(depth - 1), tree(depth - 1), depth}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return n.value + n.left.sum() + n.right.sum()
}

func work(n int) int {
	kept := tree(16)
	sum := 0
	for i := range n {
		buffer := make([]*node, 1024)
		buffer[i&1023] = kept
		sum += buffer[i&1023].value
	}
	return sum + kept.sum()
}

func expected(n int) int {
	sum := 1 << 16
	for depth := 1; depth <= 16; depth++ {
		sum += depth << (16 - depth)
	}
	return sum + 16*n
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if got, want := work(n), expected(n); got != want {
		println("got", got, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
