// closures n: n iterations of making closures and calling them: a counter that captures a variable, a
// composition of functions, and a function value taken from a table by a generator.
// Check: equal to compiled Go. Default 150000000 iterations.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func counter(start, step int) func() int {
	c := start
	return func() int {
		c += step
		return c
	}
}

func compose(f, g func(int) int) func(int) int {
	return func(x int) int { return g(f(x)) }
}

func apply(list []int, f func(int)) {
	for _, v := range list {
		f(v)
	}
}

func main() {
	n := 150000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	k := 7
	table := []func(int) int{
		func(x int) int { return x + k },
		func(x int) int { return x ^ k },
		func(x int) int { return x * 3 },
		func(x int) int { return x >> 1 },
	}
	list := []int{1, 2, 3, 4, 5, 6, 7, 8}
	seed, sum := 42, 0
	for i := 0; i < n; i++ {
		seed = (seed*3877 + 29573) % 139968
		next := counter(i, 2)
		next()
		f := compose(table[seed&3], table[seed>>2&3])
		sum += f(next()) & 0xffff
		apply(list, func(v int) { sum += v & k })
	}
	fmt.Println(sum)
}
