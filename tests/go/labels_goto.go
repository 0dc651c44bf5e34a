// Labelled break and continue, and goto.
package main

import "fmt"

func find(grid [][]int, want int) (int, int) {
	row, col := -1, -1
search:
	for i, line := range grid {
		for j, v := range line {
			if v < 0 {
				continue search
			}
			if v == want {
				row, col = i, j
				break search
			}
		}
	}
	return row, col
}

func countdown(n int) string {
	s := ""
again:
	if n > 0 {
		s += fmt.Sprint(n)
		n--
		goto again
	}
	return s
}

func state(input string) (words int) {
	i := 0
space:
	if i >= len(input) {
		return
	}
	if input[i] == ' ' {
		i++
		goto space
	}
	words++
word:
	i++
	if i < len(input) {
		if input[i] == ' ' {
			goto space
		}
		goto word
	}
	return
}

func main() {
	grid := [][]int{{1, 2}, {-1, 7}, {3, 7, 9}}
	fmt.Println(find(grid, 7))
	fmt.Println(find(grid, 8))
	fmt.Println(countdown(5), state("  several words in  a row "))
outer:
	for i := 0; ; i++ {
		switch {
		case i == 1:
			continue outer
		case i == 2:
			break
		case i > 3:
			break outer
		}
		fmt.Print(i, " ")
	}
	fmt.Println(".")
sw:
	switch x := 5; {
	case x > 3:
		for {
			if x > 3 {
				break sw
			}
		}
		fmt.Println("never")
	}
	i := 0
	var fs []func() int
loop:
	v := i * i
	fs = append(fs, func() int { v++; return v })
	if i++; i < 3 {
		goto loop
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println(".")
	for i := 0; i < 2; i++ {
	inner:
		for j := 0; j < 3; j++ {
			for k := 0; k < 3; k++ {
				if k == j {
					continue inner
				}
				fmt.Print(i, j, k, " ")
			}
		}
	}
	fmt.Println(".")
}

// Output:
// 2 1
// -1 -1
// 54321 5
// 0 2 3 .
// 1 2 2 3 5 6 .
// 0 1 0 0 2 0 0 2 1 1 1 0 1 2 0 1 2 1 .
