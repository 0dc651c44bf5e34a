// Package sort sorts, and searches what is sorted.
package sort

import (
	"internal/pdq"
	"internal/rt"
)

// Interface is what can be sorted.
type Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

func Sort(data Interface) {
	n := data.Len()
	if n <= 1 {
		return
	}
	pdq.Sort(data, n)
}

func Stable(data Interface) { pdq.Stable(data, data.Len()) }

func IsSorted(data Interface) bool {
	for i := data.Len() - 1; i > 0; i-- {
		if data.Less(i, i-1) {
			return false
		}
	}
	return true
}

type reverse struct{ Interface }

func (r reverse) Less(i, j int) bool { return r.Interface.Less(j, i) }

func Reverse(data Interface) Interface { return &reverse{data} }

// slice is a slice of any type with an order of its own.
type slice struct {
	values any
	n      int
	less   func(i, j int) bool
}

func (s *slice) Len() int           { return s.n }
func (s *slice) Less(i, j int) bool { return s.less(i, j) }
func (s *slice) Swap(i, j int)      { rt.Swap(s.values, i, j) }

func sliceOf(x any, less func(i, j int) bool) *slice {
	if rt.Kind(rt.TypeOf(x)) != rt.Slice {
		panic("reflect: call of Swapper on " + rt.TypeName(rt.TypeOf(x)) + " Value")
	}
	return &slice{x, rt.Len(x), less}
}

func Slice(x any, less func(i, j int) bool)       { Sort(sliceOf(x, less)) }
func SliceStable(x any, less func(i, j int) bool) { Stable(sliceOf(x, less)) }

func SliceIsSorted(x any, less func(i, j int) bool) bool {
	for i := rt.Len(x) - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}

type IntSlice []int

func (x IntSlice) Len() int           { return len(x) }
func (x IntSlice) Less(i, j int) bool { return x[i] < x[j] }
func (x IntSlice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x IntSlice) Sort()              { Ints(x) }
func (p IntSlice) Search(x int) int   { return SearchInts(p, x) }

type Float64Slice []float64

func (x Float64Slice) Len() int             { return len(x) }
func (x Float64Slice) Less(i, j int) bool   { return x[i] < x[j] || x[i] != x[i] && x[j] == x[j] }
func (x Float64Slice) Swap(i, j int)        { x[i], x[j] = x[j], x[i] }
func (x Float64Slice) Sort()                { Sort(x) }
func (p Float64Slice) Search(x float64) int { return SearchFloat64s(p, x) }

type StringSlice []string

func (x StringSlice) Len() int            { return len(x) }
func (x StringSlice) Less(i, j int) bool  { return x[i] < x[j] }
func (x StringSlice) Swap(i, j int)       { x[i], x[j] = x[j], x[i] }
func (x StringSlice) Sort()               { Strings(x) }
func (p StringSlice) Search(x string) int { return SearchStrings(p, x) }

func Float64s(x []float64)               { Sort(Float64Slice(x)) }
func IntsAreSorted(x []int) bool         { return IsSorted(IntSlice(x)) }
func Float64sAreSorted(x []float64) bool { return IsSorted(Float64Slice(x)) }
func StringsAreSorted(x []string) bool   { return IsSorted(StringSlice(x)) }

// Ints sorts without calls; equal integers cannot be told apart, so any method will do.
func Ints(x []int) {
	for len(x) > 16 {
		// The median of three goes first.
		a, b, c := x[0], x[len(x)/2], x[len(x)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := 0, len(x)-1
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		// The smaller part by recursion, so that its depth is bounded.
		left, right := x[:j+1], x[i:]
		if len(left) < 8*len(right) && len(right) < 8*len(left) || len(x) < 64 {
			if len(left) > len(right) {
				left, right = right, left
			}
			Ints(left)
			x = right
			continue
		}
		heapInts(x)
		return
	}
	for i := 1; i < len(x); i++ {
		v := x[i]
		j := i
		for j > 0 && x[j-1] > v {
			x[j] = x[j-1]
			j--
		}
		x[j] = v
	}
}

// heapInts sorts what quicksort divides badly.
func heapInts(x []int) {
	for i := len(x)/2 - 1; i >= 0; i-- {
		siftInts(x, i)
	}
	for i := len(x) - 1; i > 0; i-- {
		x[0], x[i] = x[i], x[0]
		siftInts(x[:i], 0)
	}
}

func siftInts(x []int, root int) {
	for {
		child := 2*root + 1
		if child >= len(x) {
			return
		}
		if child+1 < len(x) && x[child] < x[child+1] {
			child++
		}
		if x[root] >= x[child] {
			return
		}
		x[root], x[child] = x[child], x[root]
		root = child
	}
}

// Strings merges; equal strings cannot be told apart.
func Strings(x []string) {
	if len(x) > 12 {
		mergeStrings(x, make([]string, len(x)/2))
		return
	}
	insertStrings(x)
}

func insertStrings(x []string) {
	for i := 1; i < len(x); i++ {
		v := x[i]
		j := i
		for j > 0 && v < x[j-1] {
			x[j] = x[j-1]
			j--
		}
		x[j] = v
	}
}

func mergeStrings(x, room []string) {
	if len(x) <= 12 {
		insertStrings(x)
		return
	}
	middle := len(x) / 2
	mergeStrings(x[:middle], room)
	mergeStrings(x[middle:], room)
	if x[middle-1] <= x[middle] {
		return
	}
	left := room[:copy(room, x[:middle])]
	to := 0
	for len(left) > 0 && middle < len(x) {
		if x[middle] < left[0] {
			x[to] = x[middle]
			middle++
		} else {
			x[to] = left[0]
			left = left[1:]
		}
		to++
	}
	copy(x[to:], left)
}

// Search is the smallest index from 0 to n at which f is true, n if there is none.
func Search(n int, f func(int) bool) int {
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if !f(h) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

func Find(n int, cmp func(int) int) (i int, found bool) {
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp(h) > 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < n && cmp(i) == 0
}

func SearchInts(a []int, x int) int {
	i, j := 0, len(a)
	for i < j {
		h := int(uint(i+j) >> 1)
		if a[h] < x {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

func SearchFloat64s(a []float64, x float64) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}

func SearchStrings(a []string, x string) int {
	i, j := 0, len(a)
	for i < j {
		h := int(uint(i+j) >> 1)
		if a[h] < x {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}
