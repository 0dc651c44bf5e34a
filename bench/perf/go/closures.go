// Construction of environments and closures, which are kept, and calls of them.
package main

import (
	"os"
	"strconv"
)

func counter(start, by int) (func() int, func(int)) {
	count := start
	return func() int { count += by; return count }, func(to int) { count = to }
}

func work(n int) int {
	var next [16]func() int
	var reset [16]func(int)
	for i := range next {
		next[i], reset[i] = counter(i, 1)
	}
	sum := 0
	for i := range n {
		k := i & 15
		if i%5 == 0 {
			next[k], reset[k] = counter(i, 2)
		}
		if i%7 == 0 {
			reset[k](i)
		}
		sum += next[k]() & 1023
	}
	return sum
}

func expected(n int) int {
	var count, by [16]int
	for i := range count {
		count[i], by[i] = i, 1
	}
	sum := 0
	for i := range n {
		k := i & 15
		if i%5 == 0 {
			count[k], by[k] = i, 2
		}
		if i%7 == 0 {
			count[k] = i
		}
		count[k] += by[k]
		sum += count[k] & 1023
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
