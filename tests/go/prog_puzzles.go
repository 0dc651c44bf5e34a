// Backtracking and dynamic programming: queens, sudoku, knapsack, edit distance, change, life.
package main

import (
	"fmt"
	"strings"
)

func queens(n int) (solutions int) {
	cols, up, down := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
	var place func(row int)
	place = func(row int) {
		if row == n {
			solutions++
			return
		}
		for c := 0; c < n; c++ {
			if cols[c] || up[row+c] || down[row-c+n] {
				continue
			}
			cols[c], up[row+c], down[row-c+n] = true, true, true
			place(row + 1)
			cols[c], up[row+c], down[row-c+n] = false, false, false
		}
	}
	place(0)
	return
}

type board [9][9]int

func (b *board) fits(r, c, v int) bool {
	for i := 0; i < 9; i++ {
		if b[r][i] == v || b[i][c] == v || b[r/3*3+i/3][c/3*3+i%3] == v {
			return false
		}
	}
	return true
}

func (b *board) solve(steps *int) bool {
	for r := range b {
		for c, v := range b[r] {
			if v != 0 {
				continue
			}
			for v := 1; v <= 9; v++ {
				if b.fits(r, c, v) {
					*steps++
					b[r][c] = v
					if b.solve(steps) {
						return true
					}
					b[r][c] = 0
				}
			}
			return false
		}
	}
	return true
}

func knapsack(weights, values []int, room int) int {
	best := make([]int, room+1)
	for i, w := range weights {
		for r := room; r >= w; r-- {
			if v := best[r-w] + values[i]; v > best[r] {
				best[r] = v
			}
		}
	}
	return best[room]
}

func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diag
			if a[i-1] != b[j-1] {
				cost = 1 + min(diag, row[j], row[j-1])
			}
			diag, row[j] = row[j], cost
		}
	}
	return row[len(b)]
}

func lcs(a, b string) string {
	memo := map[[2]int]string{}
	var f func(i, j int) string
	f = func(i, j int) string {
		if i == len(a) || j == len(b) {
			return ""
		}
		if s, ok := memo[[2]int{i, j}]; ok {
			return s
		}
		s := ""
		if a[i] == b[j] {
			s = a[i:i+1] + f(i+1, j+1)
		} else if x, y := f(i+1, j), f(i, j+1); len(x) >= len(y) {
			s = x
		} else {
			s = y
		}
		memo[[2]int{i, j}] = s
		return s
	}
	return f(0, 0)
}

func change(coins []int, total int) int {
	ways := make([]int, total+1)
	ways[0] = 1
	for _, c := range coins {
		for t := c; t <= total; t++ {
			ways[t] += ways[t-c]
		}
	}
	return ways[total]
}

type life [][]bool

func (l life) step() life {
	h, w := len(l), len(l[0])
	next := make(life, h)
	for r := range next {
		next[r] = make([]bool, w)
		for c := range next[r] {
			n := 0
			for dr := -1; dr <= 1; dr++ {
				for dc := -1; dc <= 1; dc++ {
					if (dr != 0 || dc != 0) && l[(r+dr+h)%h][(c+dc+w)%w] {
						n++
					}
				}
			}
			next[r][c] = n == 3 || n == 2 && l[r][c]
		}
	}
	return next
}

func (l life) String() string {
	var b strings.Builder
	for _, row := range l {
		for _, on := range row {
			if on {
				b.WriteByte('#')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func main() {
	fmt.Println(queens(4), queens(6), queens(8))
	var b board
	for i, c := range strings.Split("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "") {
		if c != "." {
			b[i/9][i%9] = int(c[0] - '0')
		}
	}
	steps := 0
	fmt.Println(b.solve(&steps), steps)
	for _, row := range b {
		fmt.Println(row)
	}
	fmt.Println(knapsack([]int{12, 2, 1, 4, 1, 7, 3}, []int{4, 2, 1, 10, 2, 9, 5}, 15))
	fmt.Println(distance("kitten", "sitting"), distance("", "abc"), distance("purlin", "rafter"), lcs("nematode knowledge", "empty bottle"))
	fmt.Println(change([]int{1, 5, 10, 25, 50}, 100), change([]int{2}, 3))
	l := make(life, 8)
	for r := range l {
		l[r] = make([]bool, 12)
	}
	for _, p := range [][2]int{{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}} {
		l[p[0]][p[1]] = true
	}
	for i := 0; i < 20; i++ {
		l = l.step()
	}
	fmt.Print(l)
}

// Output:
// 2 4 92
// true 4208
// [5 3 4 6 7 8 9 1 2]
// [6 7 2 1 9 5 3 4 8]
// [1 9 8 3 4 2 5 6 7]
// [8 5 9 7 6 1 4 2 3]
// [4 2 6 8 5 3 7 9 1]
// [7 1 3 9 2 4 8 5 6]
// [9 6 1 5 3 7 2 8 4]
// [2 8 7 4 1 9 6 3 5]
// [3 4 5 2 8 6 1 7 9]
// 26
// 3 3 6 emt ole
// 292 0
// ............
// ............
// ............
// ............
// ............
// ......#.....
// .......#....
// .....###....
