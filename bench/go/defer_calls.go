// defer_calls n: n calls of functions that defer: one plain, one that changes a named result, one with a
// deferred call in a loop, and every 64th a panic that is recovered.
// Check: equal to compiled Go. Default 35000000 calls.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type lock struct {
	depth, total int
}

func (l *lock) enter() { l.depth++; l.total++ }
func (l *lock) leave() { l.depth-- }

func plain(l *lock, x int) int {
	l.enter()
	defer l.leave()
	return x & 7
}

func named(x int) (result int) {
	defer func() { result += x & 1 }()
	result = x & 3
	return result
}

func inLoop(l *lock, times int) int {
	for i := 0; i < times; i++ {
		l.enter()
		defer l.leave()
	}
	return l.depth
}

func guarded(l *lock, x int) (result int) {
	l.enter()
	defer l.leave()
	defer func() {
		if r := recover(); r != nil {
			result = r.(int) & 15
		}
	}()
	if x&63 == 0 {
		panic(x >> 6)
	}
	return 1
}

func main() {
	n := 35000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	l := &lock{}
	sum := 0
	for i := 0; i < n; i++ {
		sum += plain(l, i) + named(i) + guarded(l, i)
		if i&15 == 0 {
			sum += inLoop(l, 4)
		}
	}
	fmt.Println(sum, l.depth, l.total)
}
