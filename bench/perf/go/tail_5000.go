// A loop of 5000 by calls in tail position, n times: a size of the scheme that inspired these benchmarks.
package main

import (
	"os"
	"strconv"
)

func even(n, acc int) int {
	if n == 0 {
		return acc
	}
	return odd(n-1, acc+1)
}

func odd(n, acc int) int {
	if n == 0 {
		return -acc
	}
	return even(n-1, acc+2)
}

func work(n int) int {
	sum := 0
	for range n {
		sum += even(5000, 0)
	}
	return sum
}

func expected(n int) int { return 7500 * n }

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
