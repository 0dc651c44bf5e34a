// Calls of an interface's method, with three types at a site.
package main

import (
	"os"
	"strconv"
)

type t0 struct{ x int }

func (t *t0) next(n int) int { t.x += n & 1; return t.x & 255 }

type t1 struct{ x int }

func (t *t1) next(n int) int { t.x += n & 3; return t.x & 255 }

type t2 struct{ x int }

func (t *t2) next(n int) int { t.x += n & 5; return t.x & 255 }

type t3 struct{ x int }

func (t *t3) next(n int) int { t.x += n & 7; return t.x & 255 }

type t4 struct{ x int }

func (t *t4) next(n int) int { t.x += n & 9; return t.x & 255 }

type t5 struct{ x int }

func (t *t5) next(n int) int { t.x += n & 11; return t.x & 255 }

type t6 struct{ x int }

func (t *t6) next(n int) int { t.x += n & 13; return t.x & 255 }

type t7 struct{ x int }

func (t *t7) next(n int) int { t.x += n & 15; return t.x & 255 }

type t8 struct{ x int }

func (t *t8) next(n int) int { t.x += n & 17; return t.x & 255 }

type t9 struct{ x int }

func (t *t9) next(n int) int { t.x += n & 19; return t.x & 255 }

type t10 struct{ x int }

func (t *t10) next(n int) int { t.x += n & 21; return t.x & 255 }

type t11 struct{ x int }

func (t *t11) next(n int) int { t.x += n & 23; return t.x & 255 }

type t12 struct{ x int }

func (t *t12) next(n int) int { t.x += n & 25; return t.x & 255 }

type t13 struct{ x int }

func (t *t13) next(n int) int { t.x += n & 27; return t.x & 255 }

type t14 struct{ x int }

func (t *t14) next(n int) int { t.x += n & 29; return t.x & 255 }

type t15 struct{ x int }

func (t *t15) next(n int) int { t.x += n & 31; return t.x & 255 }

type thing interface{ next(int) int }

func all() []thing {
	return []thing{&t0{}, &t1{}, &t2{}, &t3{}, &t4{}, &t5{}, &t6{}, &t7{}, &t8{}, &t9{}, &t10{}, &t11{}, &t12{}, &t13{}, &t14{}, &t15{}}
}

var masks = []int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31}

const kinds = 3

func work(n int) int {
	things := all()
	sum := 0
	for i := range n {
		sum += things[i%kinds].next(i)
	}
	return sum
}

func expected(n int) int {
	var x [16]int
	sum := 0
	for i := range n {
		k := i % kinds
		x[k] += i & masks[k]
		sum += x[k] & 255
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
