// Entries deleted during a range do not appear later; each is visited once.
package main

import "fmt"

func main() {
	m := map[int]bool{}
	for i := 0; i < 1000; i++ {
		m[i] = true
	}
	seen := 0
	for k := range m {
		seen++
		delete(m, k)
		delete(m, k^1)
	}
	fmt.Println(seen, len(m))
	for i := 0; i < 100; i++ {
		m[i] = false
	}
	visits := map[int]int{}
	for k, v := range m {
		visits[k]++
		m[k] = !v
		if k%2 == 0 {
			m[k] = true
		}
	}
	bad := 0
	for i := 0; i < 100; i++ {
		if visits[i] != 1 || !m[i] {
			bad++
		}
	}
	fmt.Println(bad, len(m))
	count := 0
	for k := range m {
		if k < 100 {
			m[k+1000] = true
		}
		count++
	}
	fmt.Println(count >= 100, count <= 200, len(m))
	for k := range m {
		if k < 50 {
			continue
		}
		break
	}
	// An entry put back during the range must not keep it alive for ever.
	for k := range m {
		clear(m)
		m[k] = true
	}
	fmt.Println(len(m) >= 1)
	total := 0
	outer := map[string]map[string]int{"a": {"x": 1, "y": 2}, "b": {"x": 3}}
	for _, inner := range outer {
		for _, v := range inner {
			total += v
		}
	}
	fmt.Println(total)
	var key string
	var val int
	for key, val = range map[string]int{"only": 7} {
	}
	fmt.Println(key, val)
	arr := [3]int{}
	i := 0
	for i, arr[i] = range []int{7, 8} {
	}
	fmt.Println(i, arr)
}

// Output:
// 500 0
// 0 100
// true true 200
// true
// 6
// only 7
// 1 [8 0 0]
