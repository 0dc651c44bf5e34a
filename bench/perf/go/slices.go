// Slices: growth by append, copies, sorting, and bounds that are checked.
package main

import (
	"os"
	"slices"
	"strconv"
)

func work(n int) int {
	sum := 0
	for i := range n {
		var list []int
		for k := range 100 {
			list = append(list, (k*37+i)%101)
		}
		other := make([]int, len(list))
		copy(other, list)
		slices.Sort(other)
		for k := 1; k < len(other); k++ {
			if other[k] < other[k-1] {
				return -1
			}
		}
		sum += other[0] + other[99] + list[50]
		bytes := append([]byte("head"), make([]byte, 200)...)
		copy(bytes[4:], bytes)
		sum += int(bytes[4])
	}
	return sum
}

func expected(n int) int {
	sum := 0
	for i := range n {
		least, most := 101, 0
		for k := range 100 {
			x := (k*37 + i) % 101
			least, most = min(least, x), max(most, x)
		}
		sum += least + most + (50*37+i)%101 + 'h'
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
