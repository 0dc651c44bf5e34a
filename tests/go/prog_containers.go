// A heap, a trie, union-find, an LRU cache, a ring buffer and a skip list in one program.
package main

import (
	"fmt"
	"strings"
)

type item struct {
	name string
	prio int
}
type heap struct {
	items []*item
	less  func(a, b *item) bool
}

func (h *heap) push(x *item) {
	h.items = append(h.items, x)
	for i := len(h.items) - 1; i > 0; {
		p := (i - 1) / 2
		if !h.less(h.items[i], h.items[p]) {
			break
		}
		h.items[i], h.items[p] = h.items[p], h.items[i]
		i = p
	}
}

func (h *heap) pop() *item {
	top := h.items[0]
	n := len(h.items) - 1
	h.items[0] = h.items[n]
	h.items[n] = nil
	h.items = h.items[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return top
		}
		if c+1 < n && h.less(h.items[c+1], h.items[c]) {
			c++
		}
		if !h.less(h.items[c], h.items[i]) {
			return top
		}
		h.items[i], h.items[c] = h.items[c], h.items[i]
		i = c
	}
}

type trie struct {
	kids [26]*trie
	end  bool
}

func (t *trie) add(w string) {
	for i := 0; i < len(w); i++ {
		k := &t.kids[w[i]-'a']
		if *k == nil {
			*k = &trie{}
		}
		t = *k
	}
	t.end = true
}

func (t *trie) walk(prefix string, f func(string)) {
	if t.end {
		f(prefix)
	}
	for i, k := range t.kids {
		if k != nil {
			k.walk(prefix+string(rune('a'+i)), f)
		}
	}
}

type sets struct{ parent, size []int }

func newSets(n int) *sets {
	s := &sets{make([]int, n), make([]int, n)}
	for i := range s.parent {
		s.parent[i], s.size[i] = i, 1
	}
	return s
}

func (s *sets) find(x int) int {
	for s.parent[x] != x {
		s.parent[x] = s.parent[s.parent[x]]
		x = s.parent[x]
	}
	return x
}

func (s *sets) union(a, b int) bool {
	a, b = s.find(a), s.find(b)
	if a == b {
		return false
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b] = a
	s.size[a] += s.size[b]
	return true
}

type entry struct {
	key, val   int
	prev, next *entry
}
type lru struct {
	room int
	m    map[int]*entry
	head entry
	hits int
}

func newLRU(room int) *lru {
	l := &lru{room: room, m: map[int]*entry{}}
	l.head.prev, l.head.next = &l.head, &l.head
	return l
}

func (l *lru) unlink(e *entry) { e.prev.next, e.next.prev = e.next, e.prev }
func (l *lru) front(e *entry) {
	e.prev, e.next = &l.head, l.head.next
	e.prev.next, e.next.prev = e, e
}

func (l *lru) get(k int, load func(int) int) int {
	if e, ok := l.m[k]; ok {
		l.hits++
		l.unlink(e)
		l.front(e)
		return e.val
	}
	if len(l.m) == l.room {
		last := l.head.prev
		l.unlink(last)
		delete(l.m, last.key)
	}
	e := &entry{key: k, val: load(k)}
	l.m[k] = e
	l.front(e)
	return e.val
}

type ring struct {
	buf        [8]string
	start, len int
}

func (r *ring) put(s string) bool {
	if r.len == len(r.buf) {
		return false
	}
	r.buf[(r.start+r.len)%len(r.buf)] = s
	r.len++
	return true
}

func (r *ring) take() (s string, ok bool) {
	if r.len == 0 {
		return
	}
	s, r.buf[r.start] = r.buf[r.start], ""
	r.start = (r.start + 1) % len(r.buf)
	r.len--
	return s, true
}

type skipNode struct {
	key  int
	next []*skipNode
}
type skipList struct {
	head skipNode
	seed int
	n    int
}

func (s *skipList) insert(key int) bool {
	if s.head.next == nil {
		s.head.next = make([]*skipNode, 12)
	}
	var path [12]*skipNode
	x := &s.head
	for l := 11; l >= 0; l-- {
		for x.next[l] != nil && x.next[l].key < key {
			x = x.next[l]
		}
		path[l] = x
	}
	if y := x.next[0]; y != nil && y.key == key {
		return false
	}
	levels := 1
	for s.seed = (s.seed*1103515245 + 12345) & 0x7fffffff; levels < 12 && s.seed>>uint(levels+8)&1 == 1; levels++ {
	}
	n := &skipNode{key, make([]*skipNode, levels)}
	for l := range n.next {
		n.next[l] = path[l].next[l]
		path[l].next[l] = n
	}
	s.n++
	return true
}

func main() {
	h := &heap{less: func(a, b *item) bool { return a.prio < b.prio || a.prio == b.prio && a.name < b.name }}
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog again") {
		h.push(&item{w, (i*7 + len(w)) % 5})
	}
	for len(h.items) > 0 {
		x := h.pop()
		fmt.Print(x.name, x.prio, " ")
	}
	fmt.Println(".")
	t := &trie{}
	for _, w := range strings.Fields("to tea ted ten inn in i a tea") {
		t.add(w)
	}
	t.walk("", func(w string) { fmt.Print(w, " ") })
	fmt.Println(".")
	s := newSets(100)
	merged := 0
	for i := 0; i < 100; i++ {
		if s.union(i, i*i%100) {
			merged++
		}
	}
	fmt.Println(merged, s.find(25) == s.find(5), s.find(3) == s.find(2), s.size[s.find(0)])
	l := newLRU(10)
	sum, loads := 0, 0
	for i := 0; i < 1000; i++ {
		sum += l.get(i*i%17, func(k int) int { loads++; return k * 10 })
	}
	fmt.Println(sum, loads, l.hits, len(l.m))
	r := &ring{}
	for i := 0; i < 30; i++ {
		if !r.put(fmt.Sprint(i)) || i%3 == 0 {
			v, ok := r.take()
			fmt.Print(v, ok, " ")
		}
	}
	fmt.Println(r.len, r.buf)
	sl := &skipList{seed: 1}
	for i := 0; i < 5000; i++ {
		sl.insert(i * 7919 % 3001)
	}
	prev, ordered := -1, true
	for x := sl.head.next[0]; x != nil; x = x.next[0] {
		ordered = ordered && x.key > prev
		prev = x.key
	}
	fmt.Println(sl.n, ordered, prev)
}

// Output:
// the0 quick2 again3 jumps3 lazy3 the3 brown4 dog4 fox4 over4 .
// a i in inn tea ted ten to .
// 94 true false 10
// 80100 9 991 9
// 0true 1true 2true 3true 4true 5true 6true 7true 8true 9true 10true 11true 13true 15true 16true 18true 7 [19 21 22 24 25 27 28 ]
// 3001 true 3000
