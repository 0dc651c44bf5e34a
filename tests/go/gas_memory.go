package main

// What memory costs: loads and stores, allocations and their bytes, copies.

type node struct {
	left, right *node
	value       int
}

func tree(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{tree(depth - 1), tree(depth - 1), depth}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return n.value + n.left.sum() + n.right.sum()
}

type block struct {
	words [64]int
}

func (b block) changed(i int) block {
	b.words[i]++
	return b
}

func main() {
	println(tree(8).sum())

	small, large := make([]byte, 3), make([]int, 10_000)
	for i := range large {
		large[i] = i
	}
	println(len(small), copy(large[5:], large), large[9_999])

	var grown []int
	for i := range 1_000 {
		grown = append(grown, i)
	}
	println(len(grown), len(append([]int(nil), grown...)))

	var b block
	for i := range 20 {
		b = b.changed(i)
	}
	println(b.words[19])

	var matrix [8][8]int
	for i := range 64 {
		matrix[i/8][i%8] = i
	}
	clear(large)
	println(matrix[7][7], large[9_999])
}

// Gas: 129437
// Stderr:
// 502
// 3 9995 9994
// 1000 1000
// 1
// 63 0
