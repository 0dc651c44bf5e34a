// Fields, elements of arrays in structs, globals and pointers to them, written and read in loops.
package main

import "fmt"

type inner struct{ a, b int32 }

type outer struct {
	n    int
	in   inner
	list [6]inner
	p    *int
	next *outer
	name string
	f    float64
	i    any
}

var (
	count int
	table [4]int
	where *int = &count
)

//go:noinline
func fields(o *outer, q *inner, n int) int32 {
	var sum int32
	for i := 0; i < n; i++ {
		o.in.a++
		q.b += o.in.a
		o.in.b ^= q.a
		sum = sum*5 + o.in.a + o.in.b
	}
	return sum
}

//go:noinline
func through(o *outer, n int) int {
	for i := 0; i < n; i++ {
		o.n += i
		*o.p++
	}
	return o.n
}

//go:noinline
func elements(o *outer, k int) {
	for i := range o.list {
		o.list[k].a += o.list[i].b
		o.list[i].a++
		o.list[i].b = o.list[k].a % 17
	}
}

//go:noinline
func globals(n int) int {
	for i := 0; i < n; i++ {
		count++
		*where += 2
		table[i&3] += count
		table[1]++
	}
	return count
}

//go:noinline
func walk(o *outer) (s string, n int) {
	for o != nil {
		n += o.n
		s += o.name
		o.n = n
		o = o.next
	}
	return
}

//go:noinline
func link(o *outer, n int) {
	for i := 0; i < n; i++ {
		o.next = &outer{n: i, next: o.next}
	}
}

//go:noinline
func mixed(o *outer, n int) float64 {
	for i := 0; i < n; i++ {
		o.f += float64(o.n)
		o.n++
		if i%3 == 0 {
			o.i = o.f
			o.name = "x"
		}
	}
	return o.f
}

//go:noinline
func both(x, y *int, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		*x += i
		*y *= 2
		sum += *x
	}
	return sum
}

//go:noinline
func local(n int) int {
	var a [8]int
	var b [8]int
	p := &a[3]
	for i := 0; i < n; i++ {
		*p += i
		a[i&7]++
		b[i&7] = *p
	}
	return a[3] + b[5]
}

//go:noinline
func joined(o *outer, way bool) int {
	before := o.n
	if way {
		o.f++
	} else {
		o.in.a++
	}
	return before + o.n
}

//go:noinline
func stored(o *outer, q *outer, way bool) int {
	o.n = 5
	if way {
		q.n = 6
	}
	return o.n
}

func main() {
	o := &outer{n: 3, in: inner{1, 2}}
	fmt.Println(fields(o, &o.in, 9), o.in, fields(o, &o.list[2], 9), o.in, o.list[2])
	n := 4
	o.p = &n
	fmt.Println(through(o, 5), n)
	o.p = &o.n
	fmt.Println(through(o, 5), n)
	for k := range o.list {
		elements(o, k)
	}
	fmt.Println(o.list)
	fmt.Println(globals(7), table)
	where = &table[1]
	fmt.Println(globals(7), table)
	where = &n
	fmt.Println(globals(7), table, n)
	o.name = "o"
	link(o, 4)
	fmt.Println(walk(o))
	fmt.Println(walk(o))
	fmt.Println(mixed(o, 8), o.i, o.name)
	x, y := 2, 3
	fmt.Println(both(&x, &y, 6), both(&x, &x, 6), x, y)
	fmt.Println(local(20), joined(o, true), joined(o, false), stored(o, o, true), stored(o, &outer{}, true), stored(o, o, false))
}

// Output:
// 4429548 {19 78} 43579077 {19 78} {0 135}
// 13 9
// 28 9
// [{141 16} {8 8} {28 11} {43 9} {74 7} {64 13}]
// 21 [18 31 30 12]
// 28 [66 102 82 37]
// 35 [128 173 148 69] 23
// o 34
// o 160
// 252 217 x
// 47 2340 1202 192
// 286 72 72 6 5 5
