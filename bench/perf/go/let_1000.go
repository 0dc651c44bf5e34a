// A thousand bindings, each an environment of its own, n times: a size of the scheme that inspired these benchmarks.
package main

import (
	"os"
	"strconv"
)

type env struct {
	outer *env
	value int
}

func let(outer *env, depth int, body func(*env) int) int {
	if depth == 0 {
		return body(outer)
	}
	inner := &env{outer, depth}
	return let(inner, depth-1, func(e *env) int { return body(e) + inner.value&1 })
}

func work(n int) int {
	sum := 0
	for range n {
		sum += let(nil, 1000, func(e *env) int { return e.value })
	}
	return sum
}

func expected(n int) int { return 501 * n }

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
