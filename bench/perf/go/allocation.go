// Objects of several sizes that die young.
package main

import (
	"os"
	"strconv"
)

type node struct {
	next  *node
	value int
}

type wide struct {
	words [6]int
	from  *node
}

var last *wide

func work(n int) int {
	sum := 0
	for i := range n {
		var list *node
		for k := range 8 {
			list = &node{list, i + k}
		}
		bytes := make([]byte, 16+i&63)
		last = &wide{from: list}
		last.words[i%6] = len(bytes)
		for at := last.from; at != nil; at = at.next {
			sum += at.value & 7
		}
		sum += last.words[i%6]
	}
	return sum
}

func expected(n int) int {
	sum := 0
	for i := range n {
		sum += 28 + 16 + i&63
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
