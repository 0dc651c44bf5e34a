// Maps that grow and shrink while their values are replaced.
package main

import "fmt"

type entry struct {
	key   string
	parts []string
	sub   map[int][]byte
}

func main() {
	m := map[string]*entry{}
	seed := 7
	for i := 0; i < 60000; i++ {
		seed = (seed*3877 + 29573) % 139968
		key := fmt.Sprint("k", seed%700)
		e := m[key]
		if e == nil {
			e = &entry{key: key, sub: map[int][]byte{}}
			m[key] = e
		}
		e.parts = append(e.parts, key[1:])
		e.sub[i%5] = append(e.sub[i%5], byte(i))
		if len(e.parts) > 40 {
			delete(m, key)
		}
	}
	parts, bytes, checks := 0, 0, 0
	for k, e := range m {
		if k != e.key {
			fmt.Println("wrong key", k)
		}
		parts += len(e.parts)
		for _, p := range e.parts {
			if "k"+p != k {
				fmt.Println("wrong part", p)
			}
		}
		for i, b := range e.sub {
			bytes += len(b)
			checks += i * int(b[0])
		}
	}
	fmt.Println(len(m), parts, bytes, checks)
	ints := map[int][]int{}
	for round := 0; round < 20; round++ {
		for i := 0; i < 2000; i++ {
			ints[i] = append(ints[i][:0:0], round, i)
		}
		for i := round; i < 2000; i += 3 {
			delete(ints, i)
		}
	}
	sum := 0
	for _, v := range ints {
		sum += v[0]*v[1] + len(v)
	}
	fmt.Println(len(ints), sum)
	structs := map[[2]int]struct{ a, b *int }{}
	for i := 0; i < 5000; i++ {
		x, y := i, i*2
		structs[[2]int{i % 100, i % 7}] = struct{ a, b *int }{&x, &y}
	}
	total := 0
	for k, v := range structs {
		total += *v.a + *v.b - k[0] - k[1]
	}
	fmt.Println(len(structs), total)
}

// Output:
// 663 9898 9898 663087
// 1339 25311647
// 700 9727200
