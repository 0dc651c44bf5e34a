// Panics through several frames, deferred functions, and recovery.
package main

import (
	"os"
	"strconv"
)

type failure struct{ code int }

func deep(n, code int) int {
	defer func() { depth++ }()
	if n == 0 {
		if code&3 == 0 {
			panic(failure{code & 255})
		}
		return code & 7
	}
	return deep(n-1, code) + 1
}

var depth int

func try(code int) (result int) {
	defer func() {
		if f, ok := recover().(failure); ok {
			result = f.code
		}
	}()
	return deep(4, code)
}

func work(n int) int {
	sum := 0
	for i := range n {
		sum += try(i)
	}
	return sum + depth
}

func expected(n int) int {
	sum := 5 * n
	for i := range n {
		if i&3 == 0 {
			sum += i & 255
		} else {
			sum += i&7 + 4
		}
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
