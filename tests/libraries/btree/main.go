// Drives every kind of tree of tidwall/btree with random operations, beside a sorted slice that says what is right.
package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tidwall/btree"
)

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

type sum uint64

func (s *sum) add(values ...any) {
	for _, c := range []byte(fmt.Sprintln(values...)) {
		*s = (*s ^ sum(c)) * 1099511628211
	}
}

type person struct {
	first, last string
	age         int
}

func (p person) String() string { return fmt.Sprintf("%s %s (%d)", p.first, p.last, p.age) }

func byLast(a, b person) bool {
	if a.last != b.last {
		return a.last < b.last
	}
	if a.first != b.first {
		return a.first < b.first
	}
	return a.age < b.age
}

func people(r *random, n int) []person {
	first := strings.Fields("Ada Alan Barbara Claude Donald Edsger Frances Grace Hedy Ivan John Ken Leslie Margaret Niklaus")
	last := strings.Fields("Allen Backus Dijkstra Hamilton Hoare Hopper Kay Knuth Lamport Liskov Lovelace Shannon Turing Wirth")
	made := make([]person, n)
	for i := range made {
		made[i] = person{first[r.next(len(first))], last[r.next(len(last))], 20 + r.next(60)}
	}
	return made
}

// maps does random things to a Map, and checks it against a sorted slice of keys.
func maps(degree, steps, span int) {
	r, s := random(degree*31+steps), sum(14695981039346656037)
	m := btree.NewMap[int, string](degree)
	model := map[int]string{}
	for i := 0; i < steps; i++ {
		k := r.next(span)
		switch r.next(10) {
		case 0, 1, 2, 3, 4:
			v := fmt.Sprint("v", i)
			old, replaced := m.Set(k, v)
			if want, ok := model[k]; want != old || ok != replaced {
				fmt.Println("Set differs", k, old, want)
			}
			model[k] = v
		case 5, 6, 7:
			old, deleted := m.Delete(k)
			if want, ok := model[k]; want != old || ok != deleted {
				fmt.Println("Delete differs", k, old, want)
			}
			delete(model, k)
		case 8:
			got, ok := m.Get(k)
			if want, has := model[k]; want != got || ok != has {
				fmt.Println("Get differs", k, got, want)
			}
		case 9:
			if m.Len() > 0 {
				at := r.next(m.Len())
				key, value, _ := m.GetAt(at)
				s.add(at, key, value)
				if r.next(4) == 0 {
					key, value, ok := m.DeleteAt(at)
					s.add("at", key, value, ok)
					delete(model, key)
				}
			}
		}
	}
	var keys []int
	for k := range model {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	fmt.Println(degree, steps, m.Len() == len(keys), fmt.Sprint(m.Keys()) == fmt.Sprint(keys), m.Height())
	copied := m.Copy()
	for i := 0; i < 5 && m.Len() > 2; i++ {
		k1, v1, _ := m.PopMin()
		k2, v2, _ := m.PopMax()
		s.add(k1, v1, k2, v2)
	}
	m.Ascend(span/2, func(k int, v string) bool { s.add(k, v); return k < span/2+20 })
	m.Descend(span/2, func(k int, v string) bool { s.add(k, v); return k > span/2-20 })
	it := copied.Iter()
	for ok := it.Seek(span / 3); ok; ok = it.Next() {
		s.add(it.Key(), it.Value())
	}
	for ok := it.Last(); ok; ok = it.Prev() {
		s.add(it.Key())
	}
	min, _, _ := copied.Min()
	max, _, _ := copied.Max()
	fmt.Printf("%d %d %d %d %016x\n", m.Len(), copied.Len(), min, max, uint64(s))
}

func generic(hinted bool) {
	r, s := random(99), sum(14695981039346656037)
	tr := btree.NewBTreeGOptions(byLast, btree.Options{Degree: 3 + r.next(20), NoLocks: hinted})
	var hint btree.PathHint
	for _, p := range people(&r, 3000) {
		if hinted {
			old, replaced := tr.SetHint(p, &hint)
			s.add(old, replaced)
		} else {
			old, replaced := tr.Set(p)
			s.add(old, replaced)
		}
	}
	for _, p := range people(&r, 700) {
		if hinted {
			old, ok := tr.DeleteHint(p, &hint)
			s.add(old, ok)
		} else {
			old, ok := tr.Delete(p)
			s.add(old, ok)
		}
	}
	snapshot := tr.Copy()
	for i := 0; i < 50; i++ {
		a, _ := tr.PopMin()
		b, _ := tr.PopMax()
		c, _ := tr.DeleteAt(tr.Len() / 2)
		s.add(a, b, c)
	}
	n := 0
	snapshot.Ascend(person{"", "Hopper", 0}, func(p person) bool {
		if n < 12 {
			fmt.Println(p)
		}
		n++
		return p.last == "Hopper"
	})
	snapshot.Descend(person{"Z", "Knuth", 0}, func(p person) bool { s.add(p); return p.last == "Knuth" })
	snapshot.Reverse(func(p person) bool { s.add(p); return true })
	iter := snapshot.Iter()
	for ok := iter.Seek(person{"", "Lamport", 0}); ok && iter.Item().last == "Lamport"; ok = iter.Next() {
		s.add(iter.Item())
	}
	iter.Release()
	if got, ok := snapshot.GetAt(17); ok {
		fmt.Println("at 17:", got)
	}
	tr.Walk(func(items []person) bool { s.add(len(items)); return true })
	fmt.Printf("%t %d %d %d %016x\n", hinted, n, tr.Len(), snapshot.Len(), uint64(s))
}

func sets() {
	r, s := random(5), sum(14695981039346656037)
	var a, b btree.Set[string]
	for _, p := range people(&r, 900) {
		a.Insert(p.String())
		if p.age%3 == 0 {
			b.Insert(p.last)
		}
	}
	for _, key := range a.Keys() {
		if len(key)%5 == 0 {
			a.Delete(key)
		}
	}
	a.Ascend("K", func(key string) bool { s.add(key); return key < "L" })
	b.Scan(func(key string) bool { fmt.Print(key, " "); return true })
	first, _ := a.Min()
	last, _ := a.Max()
	fmt.Printf("\n%d %d %t %t %s %s %016x\n", a.Len(), b.Len(), a.Contains(first), b.Contains(first), first, last, uint64(s))
	c := a.Copy()
	c.Clear()
	fmt.Println(a.Len(), c.Len())
}

func untyped() {
	r, s := random(17), sum(14695981039346656037)
	tr := btree.New(func(a, b any) bool { return a.(int) < b.(int) })
	for i := 0; i < 4000; i++ {
		k := r.next(1500)
		if r.next(3) == 0 {
			s.add(tr.Delete(k))
		} else {
			s.add(tr.Set(k))
		}
	}
	tr.Ascend(700, func(item any) bool { s.add(item); return item.(int) < 800 })
	tr.Descend(nil, func(item any) bool { s.add(item); return true })
	fmt.Printf("%d %v %v %v %v %016x\n", tr.Len(), tr.Min(), tr.Max(), tr.Get(10), tr.GetAt(100), uint64(s))
	for i := 0; i < 2000; i++ {
		tr.Load(10000 + i)
	}
	fmt.Println(tr.Len(), tr.Max(), tr.Height())
}

func main() {
	for _, degree := range []int{0, 2, 3, 7, 32, 128} {
		maps(degree, 300, 60)
		maps(degree, 6000, 2000)
	}
	generic(false)
	generic(true)
	sets()
	untyped()
}
