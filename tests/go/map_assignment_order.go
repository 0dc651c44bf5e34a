// Operands are evaluated before the map is changed; compound assignment evaluates its key once.
package main

import "fmt"

var log []string

func k(s string) string { log = append(log, "k"+s); return s }
func v(n int) int       { log = append(log, fmt.Sprint("v", n)); return n }
func show() {
	fmt.Println(log)
	log = nil
}

type big struct {
	arr [3]int
	sub map[string]int
	ptr *int
}

func main() {
	m := map[string]int{}
	m[k("a")] = v(1)
	m[k("a")] += v(2)
	m[k("b")]++
	m[k("c")], m[k("d")] = v(3), v(4)
	show()
	fmt.Println(m)
	m["a"], m["b"] = m["b"], m["a"]
	fmt.Println(m)
	func() {
		defer func() { fmt.Println(recover()) }()
		var nilMap map[string]int
		nilMap[k("x")] = v(5)
	}()
	show()
	func() {
		defer func() {
			fmt.Println(recover())
			_, ok := m["new"]
			fmt.Println(ok, len(m))
		}()
		zero := 0
		m["new"] = v(1) / zero
	}()
	func() {
		defer func() { fmt.Println(recover(), len(m)) }()
		zero := 0
		m["new2"] /= zero
	}()
	show()
	b := map[int]big{}
	x := b[1]
	x.arr[1] = 5
	b[1] = x
	b[2] = big{sub: map[string]int{}}
	b[2].sub["in"]++
	n := 3
	b[3] = big{ptr: &n}
	*b[3].ptr += 4
	fmt.Println(b[1].arr, b[2].sub, n, b[9].arr[2])
	arrs := map[string][2]int{"p": {1, 2}}
	fmt.Println(arrs["p"][1], arrs["none"][0], len(arrs["none"]))
	s := map[string][]int{}
	s["l"] = append(s["l"], 1, 2)
	s["l"][0] = 10
	s["l"] = append(s["l"], s["l"]...)
	fmt.Println(s)
	i := 0
	idx := func() int { i++; return i }
	counts := map[int]int{}
	counts[idx()]++
	counts[idx()] += counts[idx()] + 5
	fmt.Println(counts, i)
	delete(counts, idx())
	if y, ok := counts[1]; ok {
		counts[1] = y * 100
	}
	var ok bool
	counts[7], ok = m["a"]
	fmt.Println(counts, ok)
	fm := map[string]func(int) int{"inc": func(x int) int { return x + 1 }}
	fmt.Println(fm["inc"](1))
	em := map[struct{}]int{}
	em[struct{}{}]++
	em[struct{}{}]++
	fmt.Println(em, len(em))
}

// Output:
// [ka v1 ka v2 kb kc kd v3 v4]
// map[a:3 b:1 c:3 d:4]
// map[a:1 b:3 c:3 d:4]
// assignment to entry in nil map
// [kx v5]
// runtime error: integer divide by zero
// false 4
// runtime error: integer divide by zero 4
// [v1]
// [0 5 0] map[in:1] 7 0
// 2 0 2
// map[l:[10 2 10 2]]
// map[1:1 2:5] 3
// map[1:100 2:5 7:1] true
// 2
// map[{}:2] 1
