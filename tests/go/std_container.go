// Heaps, lists and rings.
package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
)

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func show(l *list.List) {
	fmt.Print(l.Len(), ":")
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(" ", e.Value)
	}
	fmt.Print(" |")
	for e := l.Back(); e != nil; e = e.Prev() {
		fmt.Print(" ", e.Value)
	}
	fmt.Println()
}

func showRing(r *ring.Ring) {
	fmt.Print(r.Len(), ":")
	r.Do(func(v any) { fmt.Print(" ", v) })
	fmt.Println()
}

func main() {
	h := &ints{5, 2, 8, 1, 9, 3, 3, 7}
	heap.Init(h)
	fmt.Println(*h)
	x := 17
	for range 30 {
		x = x * 31 % 101
		heap.Push(h, x)
	}
	fmt.Println(*h)
	fmt.Println(heap.Remove(h, 5), heap.Remove(h, h.Len()-1), *h)
	(*h)[4] = 0
	heap.Fix(h, 4)
	(*h)[0] = 50
	heap.Fix(h, 0)
	for h.Len() > 0 {
		fmt.Print(" ", heap.Pop(h))
	}
	fmt.Println()

	var l list.List
	show(&l)
	a := l.PushBack("a")
	b := l.PushFront("b")
	c := l.InsertAfter("c", a)
	d := l.InsertBefore("d", a)
	show(&l)
	l.MoveToFront(c)
	show(&l)
	l.MoveToBack(b)
	l.MoveBefore(a, c)
	l.MoveAfter(d, b)
	l.MoveAfter(d, d)
	show(&l)
	l.PushBackList(&l)
	m := list.New()
	m.PushBack(1)
	m.PushBack(2)
	l.PushFrontList(m)
	show(&l)
	fmt.Println(l.Remove(a), a.Next(), a.Prev(), l.Remove(a), m.InsertAfter(1, b), m.Remove(b))
	show(&l)
	l.Init()
	show(&l)
	fmt.Println(l.Front(), l.Back())

	r := ring.New(5)
	for i := range 5 {
		r.Value = i
		r = r.Next()
	}
	showRing(r)
	fmt.Println(r.Move(3).Value, r.Move(-1).Value, r.Prev().Value)
	removed := r.Unlink(2)
	showRing(removed)
	showRing(r)
	s := ring.New(2)
	s.Value, s.Next().Value = "x", "y"
	fmt.Println(r.Link(s).Value)
	showRing(r)
	showRing(r.Link(r.Move(3)))
	showRing(r)
	var zero ring.Ring
	fmt.Println(zero.Len(), zero.Next() == &zero, ring.New(0) == nil, r.Unlink(0) == nil)
}

// Output:
// [1 2 3 5 9 8 3 7]
// [1 2 3 4 9 8 3 5 6 9 33 13 20 14 21 7 22 13 85 76 77 64 65 96 47 100 43 70 30 49 45 82 17 23 76 33 22 100]
// 8 22 [1 2 3 4 9 13 3 5 6 9 33 47 20 14 21 7 22 13 85 76 77 64 65 96 100 100 43 70 30 49 45 82 17 23 76 33]
//  1 2 3 3 4 5 6 7 9 13 13 14 17 20 21 22 23 30 33 33 43 45 47 49 50 64 65 70 76 76 77 82 85 96 100 100
// 0: |
// 4: b d a c | c a d b
// 4: c b d a | a d b c
// 4: a c b d | d b c a
// 10: 1 2 a c b d a c b d | d b c a d b c a 2 1
// a <nil> <nil> a <nil> b
// 9: 1 2 c b d a c b d | d b c a d b c 2 1
// 0: |
// <nil> <nil>
// 5: 0 1 2 3 4
// 3 4 4
// 2: 1 2
// 3: 0 3 4
// 3
// 5: 0 x y 3 4
// 2: x y
// 3: 0 3 4
// 1 true true true
