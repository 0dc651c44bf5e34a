// Fibonacci of 18 by recursion, n times: a size of the scheme that inspired these benchmarks.
package main

import (
	"os"
	"strconv"
)

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func work(n int) int {
	sum := 0
	for range n {
		sum += fib(18)
	}
	return sum
}

func expected(n int) int { return 2584 * n }

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
