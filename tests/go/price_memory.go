// Memory at its dearest: allocating, collecting, copying, comparing, maps. `cargo xtask gas` prices each case.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
)

type node struct {
	next  *node
	value int
}

type tree struct{ left, right *tree }

type huge struct {
	words [512]int
	name  string
}

type key struct {
	name string
	any  any
	at   [4]int
}

var sink any
var deepSink []byte

func grow(n int) *tree {
	if n == 0 {
		return &tree{}
	}
	return &tree{grow(n - 1), grow(n - 1)}
}

func deep(n int, then func()) int {
	if n == 0 {
		then()
		return 0
	}
	return deep(n-1, then) + 1
}

func byValue(h huge, n int) int {
	h.words[n%512]++
	if n == 0 {
		return h.words[0]
	}
	return byValue(h, n-1)
}

var cases = []struct {
	name string
	run  func(n int) int
}{
	{"new", func(n int) (sum int) {
		for i := range n * 2000 {
			p := &node{value: i}
			sink = p
			sum += p.value & 1
		}
		return
	}},
	{"list", func(n int) int {
		var head *node
		for i := range n * 2000 {
			head = &node{head, i}
		}
		return head.value
	}},
	{"shuffled_list", func(n int) int {
		nodes := make([]*node, n*1000)
		for i := range nodes {
			nodes[i] = &node{value: i}
		}
		x := uint32(1)
		for i := range nodes {
			x = x*1664525 + 1013904223
			j := int(x>>8) % (i + 1)
			nodes[i], nodes[j] = nodes[j], nodes[i]
		}
		for i := 1; i < len(nodes); i++ {
			nodes[i-1].next = nodes[i]
		}
		for i := range n * 8 {
			deepSink = make([]byte, 100000)
			deepSink[i] = 1
		}
		return len(nodes)
	}},
	{"pointers_everywhere", func(n int) int {
		targets := make([]*node, n*500)
		for i := range targets {
			targets[i] = &node{value: i}
		}
		table := make([]*node, n*2000)
		x := uint32(1)
		for i := range table {
			x = x*1664525 + 1013904223
			table[i] = targets[int(x>>4)%len(targets)]
		}
		for i := range n * 8 {
			deepSink = make([]byte, 100000)
			deepSink[i] = 1
		}
		return len(table)
	}},
	{"interfaces_everywhere", func(n int) int {
		targets := make([]any, n*500)
		for i := range targets {
			targets[i] = &node{value: i}
		}
		table := make([]any, n*2000)
		x := uint32(1)
		for i := range table {
			x = x*1664525 + 1013904223
			table[i] = targets[int(x>>4)%len(targets)]
		}
		for i := range n * 8 {
			deepSink = make([]byte, 100000)
			deepSink[i] = 1
		}
		return len(table)
	}},
	{"trees", func(n int) int {
		for range n {
			sink = grow(9)
		}
		return n
	}},
	{"large_zeroed", func(n int) (sum int) {
		for i := range n * 4 {
			b := make([]byte, 400000)
			b[i] = 1
			sum += len(b)
			deepSink = b
		}
		return
	}},
	{"large_sparse", func(n int) (sum int) {
		kept := make([][]byte, 0, n)
		for i := range n {
			b := make([]byte, 1000000)
			b[i] = 1
			kept = append(kept, b)
		}
		return len(kept)
	}},
	{"large_pointers", func(n int) (sum int) {
		for range n {
			b := make([]*node, 200000)
			sum += len(b)
			sink = b
		}
		return
	}},
	{"under_deep_stack", func(n int) int {
		return deep(n*5000, func() {
			for i := range n * 20 {
				deepSink = make([]byte, 10000)
				deepSink[i] = 1
			}
		})
	}},
	{"small_under_deep_stack", func(n int) int {
		return deep(n*10000, func() {
			for range n * 2000 {
				sink = new(node)
			}
		})
	}},
	{"append", func(n int) int {
		var s []int
		for i := range n * 5000 {
			s = append(s, i)
		}
		return len(s)
	}},
	{"append_many", func(n int) (sum int) {
		for range n * 100 {
			var s []int
			for i := range 20 {
				s = append(s, i)
			}
			sum += cap(s)
		}
		return
	}},
	{"append_slices", func(n int) int {
		part := make([]byte, 10000)
		var all []byte
		for range n * 20 {
			all = append(all, part...)
		}
		return len(all)
	}},
	{"copy", func(n int) (sum int) {
		a, b := make([]byte, 1000000), make([]byte, 1000000)
		for range n * 2 {
			sum += copy(a, b)
		}
		return
	}},
	{"copy_overlapping", func(n int) (sum int) {
		a := make([]byte, 1000000)
		for range n * 2 {
			sum += copy(a[1:], a)
			sum += copy(a, a[3:])
		}
		return
	}},
	{"clear", func(n int) (sum int) {
		a := make([]string, 100000)
		for range n * 2 {
			clear(a)
			sum++
		}
		return
	}},
	{"compare_strings", func(n int) (sum int) {
		a, b := string(make([]byte, 1000000)), string(make([]byte, 1000000))
		for range n * 2 {
			if a == b && a <= b {
				sum++
			}
		}
		return
	}},
	{"compare_arrays", func(n int) (sum int) {
		var a, b [1000]any
		for i := range a {
			a[i], b[i] = i, i
		}
		for range n * 10 {
			if a == b {
				sum++
			}
		}
		return
	}},
	{"compare_structs", func(n int) (sum int) {
		a, b := make([]huge, 2), make([]huge, 2)
		for range n * 100 {
			if a[0] == b[1] {
				sum++
			}
		}
		return
	}},
	{"pass_huge", func(n int) (sum int) {
		var h huge
		for range n {
			sum += byValue(h, 50)
		}
		return
	}},
	{"huge_to_interface", func(n int) int {
		var h huge
		for i := range n * 50 {
			h.words[0] = i
			sink = h
		}
		return sink.(huge).words[0]
	}},
	{"concat", func(n int) int {
		s := ""
		for range n * 50 {
			s += "some more text"
		}
		return len(s)
	}},
	{"concat_small", func(n int) (sum int) {
		a, b := "left", "right"
		for range n * 1000 {
			c := a + "-" + b
			sum += len(c)
		}
		return
	}},
	{"bytes_string_bytes", func(n int) int {
		b := make([]byte, 100000)
		for range n * 2 {
			b = []byte(string(b))
		}
		return len(b)
	}},
	{"runes", func(n int) int {
		s := "aäb語c😀"
		for range 12 {
			s += s
		}
		for range n {
			s = string([]rune(s))
		}
		return len(s)
	}},
	{"range_string", func(n int) (sum int) {
		s := "aäb語c😀\xff\xc3"
		for range 8 {
			s += s
		}
		for range n {
			for i, r := range s {
				sum += i ^ int(r)
			}
		}
		return
	}},
	{"map_grow", func(n int) int {
		m := map[int]int{}
		for i := range n * 1000 {
			m[i*7919] = i
		}
		return len(m)
	}},
	{"map_many", func(n int) (sum int) {
		for i := range n * 100 {
			m := map[string]int{"a": i, "b": i}
			sum += len(m)
		}
		return
	}},
	{"map_hint", func(n int) (sum int) {
		for range n {
			m := make(map[int]int, 10000)
			m[1] = 1
			sum += len(m)
		}
		return
	}},
	{"map_random", func(n int) (sum int) {
		m := map[uint32]uint32{}
		x := uint32(1)
		for range 200 * n {
			x = x*1664525 + 1013904223
			m[x>>12] = x
		}
		for range n * 1000 {
			x = x*1664525 + 1013904223
			sum += int(m[x>>12] & 1)
		}
		return len(m)
	}},
	{"map_strings", func(n int) int {
		m := map[string]int{}
		for i := range n * 300 {
			m[fmt.Sprint("key ", i)] = i
		}
		return len(m)
	}},
	{"map_long_keys", func(n int) int {
		m := map[string]int{}
		b := make([]byte, 20000)
		for i := range n * 5 {
			b[i%20000]++
			m[string(b)] = i
		}
		return len(m)
	}},
	{"map_structs", func(n int) (sum int) {
		m := map[key]int{}
		for i := range n * 200 {
			m[key{"name", i, [4]int{i}}] = i
		}
		for k, v := range m {
			sum += v + m[k]
		}
		return
	}},
	{"map_interfaces", func(n int) (sum int) {
		m := map[any]int{}
		for i := range n * 200 {
			m[i] = i
			m[float64(i)] = i
			m["s"] = i
			m[[2]int{i, i}] = i
		}
		return len(m)
	}},
	{"map_iterate", func(n int) (sum int) {
		m := map[int]int{}
		for i := range 10000 {
			m[i] = i
		}
		for i := range 9990 {
			delete(m, i)
		}
		for range n * 20 {
			for k := range m {
				sum += k
			}
		}
		return
	}},
	{"map_clear", func(n int) int {
		m := map[int]int{}
		for i := range 10000 {
			m[i] = i
		}
		for i := range n * 20 {
			clear(m)
			m[i] = i
		}
		return len(m)
	}},
	{"map_churn", func(n int) int {
		m := map[int]*node{}
		for i := range n * 1000 {
			m[i] = &node{value: i}
			delete(m, i-100)
		}
		return len(m)
	}},
	{"map_clone", func(n int) (sum int) {
		m := map[string]int{}
		for i := range 1000 {
			m[fmt.Sprint(i)] = i
		}
		for range n {
			c := maps.Clone(m)
			sum += len(slices.Sorted(maps.Keys(c)))
		}
		return
	}},
	{"chain", func(n int) int {
		var x any
		for range n * 1000 {
			x = [1]any{x}
		}
		y := x
		if x == y {
			return 1
		}
		return 0
	}},
}

func main() {
	for _, c := range cases {
		if len(os.Args) < 2 {
			fmt.Println(c.name, c.run(2))
		} else if c.name == os.Args[1] {
			fmt.Println(c.name, c.run(100))
		}
	}
}

// Output:
// new 2000
// list 3999
// shuffled_list 2000
// pointers_everywhere 4000
// interfaces_everywhere 4000
// trees 2
// large_zeroed 3200000
// large_sparse 2
// large_pointers 400000
// under_deep_stack 10000
// small_under_deep_stack 20000
// append 10000
// append_many 6400
// append_slices 400000
// copy 4000000
// copy_overlapping 7999984
// clear 4
// compare_strings 4
// compare_arrays 20
// compare_structs 200
// pass_huge 2
// huge_to_interface 99
// concat 1400
// concat_small 20000
// bytes_string_bytes 100000
// runes 49152
// range_string 152850432
// map_grow 2000
// map_many 400
// map_hint 2
// map_random 400
// map_strings 600
// map_long_keys 10
// map_structs 159600
// map_interfaces 1201
// map_iterate 3997800
// map_clear 1
// map_churn 100
// map_clone 2000
// chain 1
