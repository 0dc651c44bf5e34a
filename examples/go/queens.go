// Places N queens on a board: recursion, slices, arguments.
//
//	purlin run examples/go/queens.go 10
package main

import (
	"fmt"
	"os"
	"strconv"
)

type board struct {
	size            int
	columns, up, dn []bool
	queens          []int
}

func newBoard(n int) *board {
	return &board{n, make([]bool, n), make([]bool, 2*n), make([]bool, 2*n), make([]int, 0, n)}
}

// solve counts the ways to place the queens that are left, and calls first with the first one.
func (b *board) solve(first func([]int)) int {
	row := len(b.queens)
	if row == b.size {
		first(b.queens)
		return 1
	}
	count := 0
	for col := range b.size {
		if b.columns[col] || b.up[row+col] || b.dn[row-col+b.size] {
			continue
		}
		b.columns[col], b.up[row+col], b.dn[row-col+b.size] = true, true, true
		b.queens = append(b.queens, col)
		count += b.solve(first)
		b.queens = b.queens[:row]
		b.columns[col], b.up[row+col], b.dn[row-col+b.size] = false, false, false
	}
	return count
}

func main() {
	n := 6
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	shown := false
	count := newBoard(n).solve(func(queens []int) {
		if shown {
			return
		}
		shown = true
		for _, at := range queens {
			for col := range n {
				if col == at {
					fmt.Print("Q")
				} else {
					fmt.Print("-")
				}
			}
			fmt.Println()
		}
	})
	fmt.Println(count, "solutions")
}

// Output:
// -Q----
// ---Q--
// -----Q
// Q-----
// --Q---
// ----Q-
// 4 solutions
