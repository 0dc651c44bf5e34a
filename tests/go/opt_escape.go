// Objects that could live on the stack, until something keeps them.
package main

import "fmt"

type point struct{ x, y int }

var kept []*point
var keptAny interface{}

func noEscape(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		p := &point{i, i * 2}
		q := p
		q.x++
		sum += p.x + q.y
	}
	return sum
}

func escapesSometimes(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		p := &point{i, 1}
		if i%10 == 3 {
			kept = append(kept, p)
		}
		p.y += i
		sum += p.y
	}
	return sum
}

func throughStruct(n int) *point {
	type holder struct{ p *point }
	h := holder{}
	for i := 0; i < n; i++ {
		h.p = &point{i, i}
	}
	return h.p
}

func throughInterface(i int) {
	p := point{i, i}
	keptAny = &p
	p.x = 100
}

func throughClosure() (func(), func() point) {
	p := point{1, 1}
	return func() { p.x *= 2 }, func() point { return p }
}

func phi(b bool) int {
	p, q := &point{1, 2}, &point{3, 4}
	r := p
	if b {
		r = q
	}
	r.x = 10
	return p.x*100 + q.x
}

func loopCarried(n int) int {
	p := &point{0, 1}
	for i := 0; i < n; i++ {
		p = &point{p.y, p.x + p.y}
	}
	return p.x
}

func identity(n int) bool {
	p, q := &point{}, &point{}
	return p == q || n < 0 && p != p
}

func arrays(k int) int {
	var a [8]int
	for i := range a {
		a[i] = i * i
	}
	s := a[2:6]
	s[k] = 100
	return a[2] + a[3] + a[4] + a[5]
}

func sliceEscape(k int) []int {
	a := [4]int{1, 2, 3, 4}
	s := a[:k]
	a[0] = 50
	return s
}

func deferEscape() (r int) {
	p := point{1, 2}
	defer func() { r = p.x + p.y }()
	q := &p
	q.x = 10
	return 0
}

func panicEscape() (r interface{}) {
	defer func() { r = recover() }()
	p := &point{7, 8}
	panic(p)
}

func mapEscape() map[int]*point {
	m := map[int]*point{}
	for i := 0; i < 3; i++ {
		p := point{i, i}
		m[i] = &p
		p.y = 9
	}
	return m
}

func gcDuring(n int) int {
	p := &point{5, 6}
	var junk [][]int
	for i := 0; i < n; i++ {
		junk = append(junk[:i%3], make([]int, 1000))
	}
	return p.x*10 + p.y + len(junk)
}

func main() {
	fmt.Println(noEscape(100), escapesSometimes(50))
	fmt.Println(len(kept), *kept[0], *kept[4])
	fmt.Println(*throughStruct(5))
	throughInterface(3)
	fmt.Println(*keptAny.(*point))
	dbl, get := throughClosure()
	dbl()
	dbl()
	fmt.Println(get(), phi(true), phi(false), loopCarried(50), identity(1))
	fmt.Println(arrays(0), arrays(3), sliceEscape(2), deferEscape())
	fmt.Println(*panicEscape().(*point))
	m := mapEscape()
	fmt.Println(*m[0], *m[1], *m[2], gcDuring(20000))
}

// Output:
// 14950 1275
// 5 {3 4} {43 44}
// {4 4}
// {100 3}
// {4 1} 110 1003 12586269025 false
// 150 129 [50 2] 12
// {7 8}
// {0 9} {1 9} {2 9} 58
