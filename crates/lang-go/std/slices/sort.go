package slices

import (
	"cmp"
	"math/bits"
)

// SortFunc is not stable. The order in which equal elements come out is part of what a program can see, so it makes the
// same choices as Go's: pattern-defeating quicksort by Peters, with the same thresholds, pivots and shuffles.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	n := len(x)
	sorter[E]{x, cmp}.quick(0, n, bits.Len(uint(n)))
}

// SortStableFunc merges.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	if len(x) > shortRange {
		merge(x, make([]E, len(x)/2), cmp)
		return
	}
	sorter[E]{x, cmp}.insertion(0, len(x))
}

func merge[E any](x, room []E, cmp func(a, b E) int) {
	if len(x) <= shortRange {
		sorter[E]{x, cmp}.insertion(0, len(x))
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

// sorter is quicksort over a slice. Ranges are from a up to b.
type sorter[E any] struct {
	x   []E
	cmp func(a, b E) int
}

const (
	shortRange    = 12 // insertion is faster below
	ninther       = 50 // from here on the pivot is a median of medians
	shiftFrom     = 50 // from here on a few elements that are out of place are moved
	mostShifts    = 5
	mostPivotSwap = 12
)

func (s sorter[E]) less(i, j int) bool { return s.cmp(s.x[i], s.x[j]) < 0 }
func (s sorter[E]) swap(i, j int)      { s.x[i], s.x[j] = s.x[j], s.x[i] }

func (s sorter[E]) insertion(a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && s.less(j, j-1); j-- {
			s.swap(j, j-1)
		}
	}
}

func (s sorter[E]) sift(root, end, first int) {
	for {
		child := 2*root + 1
		if child >= end {
			return
		}
		if child+1 < end && s.less(first+child, first+child+1) {
			child++
		}
		if !s.less(first+root, first+child) {
			return
		}
		s.swap(first+root, first+child)
		root = child
	}
}

func (s sorter[E]) heap(a, b int) {
	n := b - a
	for i := (n - 1) / 2; i >= 0; i-- {
		s.sift(i, n, a)
	}
	for i := n - 1; i >= 0; i-- {
		s.swap(a, a+i)
		s.sift(0, i, a)
	}
}

// quick sorts; after limit bad pivots it resorts to a heap.
func (s sorter[E]) quick(a, b, limit int) {
	balanced, partitioned := true, true
	for {
		n := b - a
		if n <= shortRange {
			s.insertion(a, b)
			return
		}
		if limit == 0 {
			s.heap(a, b)
			return
		}
		if !balanced {
			s.shuffle(a, b)
			limit--
		}
		pivot, swaps := s.pivot(a, b)
		rising := swaps == 0
		if swaps == mostPivotSwap {
			s.reverse(a, b)
			pivot = b - 1 - (pivot - a)
			rising = true
		}
		if balanced && partitioned && rising && s.nearlySorted(a, b) {
			return
		}
		// If the pivot equals what is before, all that equals it goes left.
		if a > 0 && !s.less(a-1, pivot) {
			a = s.partitionEqual(a, b, pivot)
			continue
		}
		var middle int
		middle, partitioned = s.partition(a, b, pivot)
		left, right := middle-a, b-middle
		if left < right {
			balanced = left >= n/8
			s.quick(a, middle, limit)
			a = middle + 1
		} else {
			balanced = right >= n/8
			s.quick(middle+1, b, limit)
			b = middle
		}
	}
}

// partition puts what is less than the pivot before it; done tells that it was so already.
func (s sorter[E]) partition(a, b, pivot int) (at int, done bool) {
	s.swap(a, pivot)
	i, j := a+1, b-1
	for round := 0; ; round++ {
		for i <= j && s.less(i, a) {
			i++
		}
		for i <= j && !s.less(j, a) {
			j--
		}
		if i > j {
			s.swap(j, a)
			return j, round == 0
		}
		s.swap(i, j)
		i++
		j--
	}
}

// partitionEqual separates what equals the pivot from what is greater.
func (s sorter[E]) partitionEqual(a, b, pivot int) int {
	s.swap(a, pivot)
	i, j := a+1, b-1
	for {
		for i <= j && !s.less(a, i) {
			i++
		}
		for i <= j && s.less(a, j) {
			j--
		}
		if i > j {
			return i
		}
		s.swap(i, j)
		i++
		j--
	}
}

// nearlySorted moves a few elements to their places, and tells whether all are in order then.
func (s sorter[E]) nearlySorted(a, b int) bool {
	i := a + 1
	for range mostShifts {
		for i < b && !s.less(i, i-1) {
			i++
		}
		if i == b {
			return true
		}
		if b-a < shiftFrom {
			return false
		}
		s.swap(i, i-1)
		if i-a >= 2 {
			for j := i - 1; j >= 1 && s.less(j, j-1); j-- {
				s.swap(j, j-1)
			}
		}
		if b-i >= 2 {
			for j := i + 1; j < b && s.less(j, j-1); j++ {
				s.swap(j, j-1)
			}
		}
	}
	return false
}

// shuffle scatters some elements, to break patterns that make bad pivots.
func (s sorter[E]) shuffle(a, b int) {
	n := b - a
	if n < 8 {
		return
	}
	random := uint64(n)
	mask := uint(1)<<bits.Len(uint(n)) - 1
	at := a + n/4*2 - 1
	for i := 0; i < 3; i++ {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		other := int(uint(random) & mask)
		if other >= n {
			other -= n
		}
		s.swap(at+i, a+other)
	}
}

// pivot chooses one, and tells how many of those it looked at were out of order.
func (s sorter[E]) pivot(a, b int) (at, swaps int) {
	n := b - a
	i, j, k := a+n/4, a+n/4*2, a+n/4*3
	if n >= 8 {
		if n >= ninther {
			i = s.median(i-1, i, i+1, &swaps)
			j = s.median(j-1, j, j+1, &swaps)
			k = s.median(k-1, k, k+1, &swaps)
		}
		j = s.median(i, j, k, &swaps)
	}
	return j, swaps
}

func (s sorter[E]) median(a, b, c int, swaps *int) int {
	if s.less(b, a) {
		*swaps++
		a, b = b, a
	}
	if s.less(c, b) {
		*swaps++
		b, c = c, b
	}
	if s.less(b, a) {
		*swaps++
		a, b = b, a
	}
	return b
}

func (s sorter[E]) reverse(a, b int) {
	for i, j := a, b-1; i < j; i, j = i+1, j-1 {
		s.swap(i, j)
	}
}
