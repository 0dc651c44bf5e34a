// Calls of functions that are too large to be inlined, with several arguments and results.
package main

import (
	"os"
	"strconv"
)

func step(a, b, c int, x float64) (int, float64) {
	if a < 0 {
		return step(-a, b, c, x)
	}
	for b > 1000 {
		b -= 1000
		if b%7 == 3 {
			a++
		}
	}
	if c&1 == 0 {
		return a + b, x + 1
	}
	return a - b + c, x - 1
}

func work(n int) int {
	sum, x := 0, 0.0
	for i := range n {
		a, y := step(i, i&511, i&3, x)
		sum += a & 255
		x = y
	}
	return sum + int(x)
}

func expected(n int) int {
	sum, x := 0, 0
	for i := range n {
		b := i & 511
		if i&1 == 0 {
			sum += (i + b) & 255
			x++
		} else {
			sum += (i - b + i&3) & 255
			x--
		}
	}
	return sum + x
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
