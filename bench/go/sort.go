// sort n reps: heap sort over []int, then quicksort with a less closure over a []struct, of n keys from a
// linear congruential generator whose seed differs in each repetition; prints a checksum of the order.
// Check: equal to compiled Go, and "sorted" after each. Default 100000 keys, 40 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type record struct {
	key, id int
}

func siftDown(a []int, root, end int) {
	for {
		child := 2*root + 1
		if child >= end {
			return
		}
		if child+1 < end && a[child] < a[child+1] {
			child++
		}
		if a[root] >= a[child] {
			return
		}
		a[root], a[child] = a[child], a[root]
		root = child
	}
}

func heapSort(a []int) {
	for i := len(a)/2 - 1; i >= 0; i-- {
		siftDown(a, i, len(a))
	}
	for end := len(a) - 1; end > 0; end-- {
		a[0], a[end] = a[end], a[0]
		siftDown(a, 0, end)
	}
}

func quickSort(a []record, less func(x, y *record) bool) {
	for len(a) > 12 {
		pivot := a[len(a)/2]
		i, j := 0, len(a)-1
		for i <= j {
			for less(&a[i], &pivot) {
				i++
			}
			for less(&pivot, &a[j]) {
				j--
			}
			if i <= j {
				a[i], a[j] = a[j], a[i]
				i++
				j--
			}
		}
		if j+1 < len(a)-i {
			quickSort(a[:j+1], less)
			a = a[i:]
		} else {
			quickSort(a[i:], less)
			a = a[:j+1]
		}
	}
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && less(&a[j], &a[j-1]); j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

func main() {
	n, reps := 100000, 40
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	ints := make([]int, n)
	records := make([]record, n)
	checksum := 0
	comparisons := 0
	for r := 0; r < reps; r++ {
		seed := 42 + r
		for i := range ints {
			seed = (seed*1103515245 + 12345) & 0x7fffffff
			ints[i] = seed >> 4
			records[i] = record{seed % 1000, i}
		}
		heapSort(ints)
		quickSort(records, func(x, y *record) bool {
			comparisons++
			if x.key != y.key {
				return x.key < y.key
			}
			return x.id < y.id
		})
		for i := 1; i < n; i++ {
			if ints[i-1] > ints[i] || records[i-1].key > records[i].key {
				fmt.Println("not sorted at", i)
				os.Exit(1)
			}
			checksum = (checksum*31 + ints[i]*i + records[i].id) & 0xffffffff
		}
	}
	fmt.Println("sorted", checksum, comparisons)
}
