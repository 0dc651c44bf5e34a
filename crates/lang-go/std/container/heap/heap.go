// Package heap keeps the least element of a collection at its front.
package heap

import "sort"

// Interface is a collection whose Push and Pop work at its end.
type Interface interface {
	sort.Interface
	Push(x any)
	Pop() any
}

// Init orders the elements as a heap.
func Init(h Interface) {
	n := h.Len()
	for i := n/2 - 1; i >= 0; i-- {
		down(h, i, n)
	}
}

func Push(h Interface, x any) {
	h.Push(x)
	up(h, h.Len()-1)
}

// Pop removes the least element.
func Pop(h Interface) any {
	n := h.Len() - 1
	h.Swap(0, n)
	down(h, 0, n)
	return h.Pop()
}

// Remove removes element i.
func Remove(h Interface, i int) any {
	n := h.Len() - 1
	if n != i {
		h.Swap(i, n)
		if !down(h, i, n) {
			up(h, i)
		}
	}
	return h.Pop()
}

// Fix moves element i to where its changed value belongs.
func Fix(h Interface, i int) {
	if !down(h, i, h.Len()) {
		up(h, i)
	}
}

func up(h Interface, j int) {
	for {
		parent := (j - 1) / 2
		if parent == j || !h.Less(j, parent) {
			return
		}
		h.Swap(parent, j)
		j = parent
	}
}

// down tells whether it moved anything.
func down(h Interface, at, n int) bool {
	i := at
	for {
		child := 2*i + 1
		if child >= n || child < 0 {
			break
		}
		if right := child + 1; right < n && h.Less(right, child) {
			child = right
		}
		if !h.Less(child, i) {
			break
		}
		h.Swap(i, child)
		i = child
	}
	return i > at
}
