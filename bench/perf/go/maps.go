// Maps with keys of integers, strings and structures: growth, look-up, deletion, iteration.
package main

import (
	"os"
	"strconv"
)

type point struct{ x, y int32 }

func work(n int) int {
	ints := map[int]int{}
	points := map[point]int{}
	words := map[string]int{}
	names := make([]string, 100)
	for i := range names {
		names[i] = "name" + strconv.Itoa(i*i)
	}
	sum := 0
	for i := range n {
		ints[i*31&4095] += i
		points[point{int32(i & 63), int32(i >> 6 & 63)}]++
		words[names[i%100]]++
		if v, ok := ints[i*17&8191]; ok {
			sum += v & 3
		}
		if i&3 == 0 {
			delete(ints, i*31&4095)
		}
	}
	for _, v := range points {
		sum += v
	}
	for name, v := range words {
		sum += len(name) * v
	}
	return sum
}

func expected(n int) int {
	var ints [8192]int
	var there [8192]bool
	sum := n
	for i := range n {
		k := i * 31 & 4095
		if !there[k] {
			ints[k], there[k] = 0, true
		}
		ints[k] += i
		if there[i*17&8191] {
			sum += ints[i*17&8191] & 3
		}
		if i&3 == 0 {
			there[k] = false
		}
		sum += len("name" + strconv.Itoa((i%100)*(i%100)))
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
