// A function over a list of 500, n times: a size of the scheme that inspired these benchmarks.
package main

import (
	"os"
	"strconv"
)

type cell struct {
	head int
	tail *cell
}

func mapped(list *cell, f func(int) int) *cell {
	if list == nil {
		return nil
	}
	return &cell{f(list.head), mapped(list.tail, f)}
}

func work(n int) int {
	var list *cell
	for i := range 500 {
		list = &cell{i, list}
	}
	sum := 0
	for i := range n {
		for at := mapped(list, func(x int) int { return x + i }); at != nil; at = at.tail {
			sum += at.head
		}
	}
	return sum
}

func expected(n int) int { return n*500*499/2 + 500*n*(n-1)/2 }

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
