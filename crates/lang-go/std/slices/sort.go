package slices

import (
	"cmp"
	"internal/pdq"
)

// ordered is a slice with an order.
type ordered[E any] struct {
	x   []E
	cmp func(a, b E) int
}

func (s ordered[E]) Less(i, j int) bool { return s.cmp(s.x[i], s.x[j]) < 0 }
func (s ordered[E]) Swap(i, j int)      { s.x[i], s.x[j] = s.x[j], s.x[i] }

func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) { pdq.Sort(ordered[E]{x, cmp}, len(x)) }

// shortRange is up to where insertion is faster than merging.
const shortRange = 12

// SortStableFunc merges.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	if len(x) > shortRange {
		merge(x, make([]E, len(x)/2), cmp)
		return
	}
	pdq.Insert(ordered[E]{x, cmp}, len(x))
}

func merge[E any](x, room []E, cmp func(a, b E) int) {
	if len(x) <= shortRange {
		pdq.Insert(ordered[E]{x, cmp}, len(x))
		return
	}
	middle := len(x) / 2
	merge(x[:middle], room, cmp)
	merge(x[middle:], room, cmp)
	if cmp(x[middle], x[middle-1]) >= 0 {
		return
	}
	left := room[:copy(room, x[:middle])]
	to := 0
	for len(left) > 0 && middle < len(x) {
		if cmp(x[middle], left[0]) < 0 {
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

func IsSorted[S ~[]E, E cmp.Ordered](x S) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp.Less(x[i], x[i-1]) {
			return false
		}
	}
	return true
}

func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// Sort puts NaN first. Elements that are equal look the same, so any method will do, but zeros may differ in their signs.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	var zero E
	switch any(zero).(type) {
	case float64, float32:
		SortFunc(x, cmp.Compare[E])
	default:
		sortOrdered([]E(x))
	}
}

func sortOrdered[E cmp.Ordered](x []E) {
	for len(x) > 16 {
		a, b, c := x[0], x[len(x)/2], x[len(x)-1]
		if cmp.Less(b, a) {
			a, b = b, a
		}
		if cmp.Less(c, b) {
			b = c
			if cmp.Less(b, a) {
				b = a
			}
		}
		i, j := 0, len(x)-1
		for i <= j {
			for cmp.Less(x[i], b) {
				i++
			}
			for cmp.Less(b, x[j]) {
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
		if len(x) >= 64 && (len(left) >= 8*len(right) || len(right) >= 8*len(left)) {
			heapOrdered(x)
			return
		}
		if len(left) > len(right) {
			left, right = right, left
		}
		sortOrdered(left)
		x = right
	}
	for i := 1; i < len(x); i++ {
		v := x[i]
		j := i
		for j > 0 && cmp.Less(v, x[j-1]) {
			x[j] = x[j-1]
			j--
		}
		x[j] = v
	}
}

// heapOrdered sorts what quicksort divides badly.
func heapOrdered[E cmp.Ordered](x []E) {
	for i := len(x)/2 - 1; i >= 0; i-- {
		siftOrdered(x, i)
	}
	for i := len(x) - 1; i > 0; i-- {
		x[0], x[i] = x[i], x[0]
		siftOrdered(x[:i], 0)
	}
}

func siftOrdered[E cmp.Ordered](x []E, root int) {
	for {
		child := 2*root + 1
		if child >= len(x) {
			return
		}
		if child+1 < len(x) && cmp.Less(x[child], x[child+1]) {
			child++
		}
		if !cmp.Less(x[root], x[child]) {
			return
		}
		x[root], x[child] = x[child], x[root]
		root = child
	}
}
