// Loops over integers, floats and arrays without calls.
package main

import (
	"os"
	"strconv"
)

func work(n int) int {
	var table [256]int
	x := 1.0
	for i := range n {
		table[i&255] += i ^ i>>3
		x = x*0.5 + float64(table[(i*7)&255]&15)
	}
	sum := int(x)
	for i := 0; i < len(table); i++ {
		sum += table[i]
	}
	for i := n; i > 0; i -= 3 {
		if i&4 != 0 {
			sum++
		} else {
			sum -= 2
		}
	}
	return sum
}

func expected(n int) int {
	table := make([]int, 256)
	x := 1.0
	for i := 0; i < n; i++ {
		table[i%256] += i ^ i/8
		x = x/2 + float64(table[(i*7)%256]%16)
	}
	sum := int(x)
	for _, t := range table {
		sum += t
	}
	for i := n; i > 0; i -= 3 {
		switch i >> 2 & 1 {
		case 1:
			sum++
		default:
			sum -= 2
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
