package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

type P struct {
	n string
	a int
}

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func main() {
	x := []int{3, 1, 2, 9, 7, 5, 4, 4, 0, -3, 22, 11, 8, 8, 17, 16, 15, 14, 13, 12}
	slices.Sort(x)
	fmt.Println(x)
	ps := []P{{"a", 3}, {"b", 1}, {"c", 2}, {"d", 1}}
	slices.SortFunc(ps, func(a, b P) int { return cmp.Compare(a.a, b.a) })
	fmt.Println(ps)
	slices.SortStableFunc(ps, func(a, b P) int { return cmp.Compare(b.n, a.n) })
	fmt.Println(ps)
	i, ok := slices.BinarySearch(x, 9)
	fmt.Println(i, ok, slices.Contains(x, 22), slices.Index(x, 100))
	x = slices.Insert(x, 2, 100, 200)
	x = slices.Delete(x, 0, 1)
	fmt.Println(x, slices.Max(x), slices.Min(x))
	m := map[string]int{"x": 1, "y": 2}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Collect(maps.Values(m)))
	for i, v := range slices.Backward([]string{"p", "q"}) {
		fmt.Print(i, v, " ")
	}
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c)
	}
	fmt.Println()
	next, stop := iter.Pull(count(3))
	for {
		v, ok := next()
		if !ok {
			break
		}
		fmt.Print(v, " ")
	}
	stop()
	next, stop = iter.Pull(count(3))
	fmt.Println(next())
	stop()
	fmt.Println(next())
	f := sync.OnceValue(func() int { fmt.Println("once"); return 7 })
	fmt.Println(f(), f())
	var p atomic.Pointer[P]
	p.Store(&ps[0])
	fmt.Println(p.Load().n, cmp.Or("", "z"), slices.Repeat([]int{1, 2}, 2), slices.Concat(x[:2], x[3:4]))
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 3}), slices.Equal(x, x))
}

// Output:
// [-3 0 1 2 3 4 4 5 7 8 8 9 11 12 13 14 15 16 17 22]
// [{b 1} {d 1} {c 2} {a 3}]
// [{d 1} {c 2} {b 1} {a 3}]
// 11 true true -1
// [0 100 200 1 2 3 4 4 5 7 8 8 9 11 12 13 14 15 16 17 22] 200 0
// [x y] [1 2]
// 1q 0p [1 2][3 4][5]
// 0 1 2 0 true
// 0 false
// once
// 7 7
// d z [1 2 1 2] [0 100 1]
// [1 2 3] true
