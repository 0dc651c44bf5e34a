// Higher-order functions that are given a new function at each call.
package main

import (
	"os"
	"strconv"
)

func apply(list []int, f func(int) int) {
	for i, x := range list {
		list[i] = f(x)
	}
}

func compose(f, g func(int) int) func(int) int { return func(x int) int { return g(f(x)) } }

func fold(list []int, start int, f func(int, int) int) int {
	for _, x := range list {
		start = f(start, x)
	}
	return start
}

func work(n int) int {
	list := make([]int, 64)
	sum := 0
	for i := range n {
		add := func(x int) int { return x + i }
		cut := func(x int) int { return x & 0xffff }
		apply(list, compose(add, cut))
		sum = fold(list, sum, func(a, b int) int { return (a + b) & 0xffffff })
	}
	return sum
}

func expected(n int) int {
	x, sum := 0, 0
	for i := range n {
		x = (x + i) & 0xffff
		sum = (sum + 64*x) & 0xffffff
	}
	return sum
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
