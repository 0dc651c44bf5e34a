// Much short-lived data beside a linked structure that lives long.
package main

import "fmt"

type tree struct {
	left, right *tree
	key         int
	value       string
}

func (t *tree) insert(key int, value string) *tree {
	if t == nil {
		return &tree{key: key, value: value}
	}
	if key < t.key {
		t.left = t.left.insert(key, value)
	} else if key > t.key {
		t.right = t.right.insert(key, value)
	} else {
		t.value = value
	}
	return t
}

func (t *tree) walk(f func(*tree)) {
	if t != nil {
		t.left.walk(f)
		f(t)
		t.right.walk(f)
	}
}

type ring struct {
	prev, next *ring
	data       []int
}

func main() {
	var root *tree
	seed := 12345
	for i := 0; i < 200000; i++ {
		seed = (seed*1103515245 + 12345) & 0x7fffffff
		root = root.insert(seed%5000, fmt.Sprint("v", i))
	}
	n, length := 0, 0
	last := -1
	root.walk(func(t *tree) {
		if t.key <= last {
			fmt.Println("out of order")
		}
		last = t.key
		n++
		length += len(t.value)
	})
	fmt.Println(n, length)
	// a ring of buffers, replaced over and over
	r := &ring{}
	r.prev, r.next = r, r
	for i := 0; i < 99; i++ {
		e := &ring{prev: r, next: r.next}
		r.next.prev = e
		r.next = e
	}
	for i := 0; i < 50000; i++ {
		r.data = make([]int, 100)
		r.data[i%100] = i
		r = r.next
	}
	sum := 0
	for i := 0; i < 100; i++ {
		for _, v := range r.data {
			sum += v
		}
		r = r.prev
	}
	fmt.Println(sum)
	// garbage with cycles
	type cycle struct {
		self *cycle
		pad  [8]int
	}
	kept := []*cycle{}
	for i := 0; i < 300000; i++ {
		c := &cycle{}
		c.self = c
		c.pad[3] = i
		if i%30000 == 0 {
			kept = append(kept, c)
		}
	}
	total := 0
	for _, c := range kept {
		total += c.self.self.pad[3]
	}
	fmt.Println(len(kept), total)
}

// Output:
// 5000 35000
// 4994950
// 10 1350000
