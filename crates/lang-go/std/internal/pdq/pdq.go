// Package pdq sorts for sort and slices. The order in which equal elements come out is part of what a program can see, so
// the unstable sort makes the same choices as Go's: pattern-defeating quicksort by Peters, with the same thresholds,
// pivots and shuffles.
package pdq

import "math/bits"

// Data is what is sorted: known by the indices of its elements.
type Data interface {
	Less(i, j int) bool
	Swap(i, j int)
}

// Sort sorts the first n elements. It is not stable.
func Sort[D Data](data D, n int) { sorter[D]{data}.quick(0, n, bits.Len(uint(n))) }

// Stable sorts the first n elements in place.
func Stable[D Data](data D, n int) { sorter[D]{data}.stable(n) }

// Insert sorts the first few elements, and is stable.
func Insert[D Data](data D, n int) { sorter[D]{data}.insertion(0, n) }

// sorter is the algorithms. Ranges are from a up to b.
type sorter[D Data] struct{ data D }

const (
	shortRange    = 12 // insertion is faster below
	ninther       = 50 // from here on the pivot is a median of medians
	shiftFrom     = 50 // from here on a few elements that are out of place are moved
	mostShifts    = 5
	mostPivotSwap = 12
	blockSize     = 20
)

func (s sorter[D]) insertion(a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && s.data.Less(j, j-1); j-- {
			s.data.Swap(j, j-1)
		}
	}
}

func (s sorter[D]) sift(root, end, first int) {
	for {
		child := 2*root + 1
		if child >= end {
			return
		}
		if child+1 < end && s.data.Less(first+child, first+child+1) {
			child++
		}
		if !s.data.Less(first+root, first+child) {
			return
		}
		s.data.Swap(first+root, first+child)
		root = child
	}
}

func (s sorter[D]) heap(a, b int) {
	n := b - a
	for i := (n - 1) / 2; i >= 0; i-- {
		s.sift(i, n, a)
	}
	for i := n - 1; i >= 0; i-- {
		s.data.Swap(a, a+i)
		s.sift(0, i, a)
	}
}

// quick sorts; after limit bad pivots it resorts to a heap.
func (s sorter[D]) quick(a, b, limit int) {
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
		if a > 0 && !s.data.Less(a-1, pivot) {
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
func (s sorter[D]) partition(a, b, pivot int) (at int, done bool) {
	s.data.Swap(a, pivot)
	i, j := a+1, b-1
	for round := 0; ; round++ {
		for i <= j && s.data.Less(i, a) {
			i++
		}
		for i <= j && !s.data.Less(j, a) {
			j--
		}
		if i > j {
			s.data.Swap(j, a)
			return j, round == 0
		}
		s.data.Swap(i, j)
		i++
		j--
	}
}

// partitionEqual separates what equals the pivot from what is greater.
func (s sorter[D]) partitionEqual(a, b, pivot int) int {
	s.data.Swap(a, pivot)
	i, j := a+1, b-1
	for {
		for i <= j && !s.data.Less(a, i) {
			i++
		}
		for i <= j && s.data.Less(a, j) {
			j--
		}
		if i > j {
			return i
		}
		s.data.Swap(i, j)
		i++
		j--
	}
}

// nearlySorted moves a few elements to their places, and tells whether all are in order then.
func (s sorter[D]) nearlySorted(a, b int) bool {
	i := a + 1
	for range mostShifts {
		for i < b && !s.data.Less(i, i-1) {
			i++
		}
		if i == b {
			return true
		}
		if b-a < shiftFrom {
			return false
		}
		s.data.Swap(i, i-1)
		if i-a >= 2 {
			for j := i - 1; j >= 1 && s.data.Less(j, j-1); j-- {
				s.data.Swap(j, j-1)
			}
		}
		if b-i >= 2 {
			for j := i + 1; j < b && s.data.Less(j, j-1); j++ {
				s.data.Swap(j, j-1)
			}
		}
	}
	return false
}

// shuffle scatters some elements, to break patterns that make bad pivots.
func (s sorter[D]) shuffle(a, b int) {
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
		s.data.Swap(at+i, a+other)
	}
}

// pivot chooses one, and tells how many of those it looked at were out of order.
func (s sorter[D]) pivot(a, b int) (at, swaps int) {
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

func (s sorter[D]) median(a, b, c int, swaps *int) int {
	if s.data.Less(b, a) {
		*swaps++
		a, b = b, a
	}
	if s.data.Less(c, b) {
		*swaps++
		b, c = c, b
	}
	if s.data.Less(b, a) {
		*swaps++
		a, b = b, a
	}
	return b
}

func (s sorter[D]) reverse(a, b int) {
	for i, j := a, b-1; i < j; i, j = i+1, j-1 {
		s.data.Swap(i, j)
	}
}

// stable sorts blocks by insertion and merges them in place (Kim and Kutzner's SymMerge).
func (s sorter[D]) stable(n int) {
	block := blockSize
	a := 0
	for ; a+block <= n; a += block {
		s.insertion(a, a+block)
	}
	s.insertion(a, n)
	for ; block < n; block *= 2 {
		a := 0
		for ; a+2*block <= n; a += 2 * block {
			s.merge(a, a+block, a+2*block)
		}
		if a+block < n {
			s.merge(a, a+block, n)
		}
	}
}

// merge merges a to m with m to b.
func (s sorter[D]) merge(a, m, b int) {
	if m-a == 1 {
		i, j := m, b
		for i < j {
			h := int(uint(i+j) >> 1)
			if s.data.Less(h, a) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := a; k < i-1; k++ {
			s.data.Swap(k, k+1)
		}
		return
	}
	if b-m == 1 {
		i, j := a, m
		for i < j {
			h := int(uint(i+j) >> 1)
			if !s.data.Less(m, h) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := m; k > i; k-- {
			s.data.Swap(k, k-1)
		}
		return
	}
	middle := int(uint(a+b) >> 1)
	n := middle + m
	start, stop := a, m
	if m > middle {
		start, stop = n-b, middle
	}
	for p := n - 1; start < stop; {
		c := int(uint(start+stop) >> 1)
		if !s.data.Less(p-c, c) {
			start = c + 1
		} else {
			stop = c
		}
	}
	end := n - start
	if start < m && m < end {
		s.rotate(start, m, end)
	}
	if a < start && start < middle {
		s.merge(a, start, middle)
	}
	if middle < end && end < b {
		s.merge(middle, end, b)
	}
}

// rotate exchanges a to m with m to b.
func (s sorter[D]) rotate(a, m, b int) {
	i, j := m-a, b-m
	for i != j {
		if i > j {
			s.swapRange(m-i, m, j)
			i -= j
		} else {
			s.swapRange(m-i, m+j-i, i)
			j -= i
		}
	}
	s.swapRange(m-i, m, i)
}

func (s sorter[D]) swapRange(a, b, n int) {
	for i := 0; i < n; i++ {
		s.data.Swap(a+i, b+i)
	}
}
