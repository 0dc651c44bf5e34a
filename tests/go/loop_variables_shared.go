//go:build go1.21

// Before Go 1.22 the iterations of a loop share its variables.
package main

import "fmt"

func main() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	for i, s := range []string{"a", "bc"} {
		fs = append(fs, func() int { return i*10 + len(s) })
	}
	for k := range map[int]bool{7: true} {
		fs = append(fs, func() int { k++; return k })
	}
	for _, r := range "xy" {
		fs = append(fs, func() int { return int(r) })
	}
	var found []int
	for _, f := range fs {
		found = append(found, f())
	}
	fmt.Println(found)
	var ps []*int
	for _, v := range [...]int{1, 2, 3} {
		ps = append(ps, &v)
	}
	fmt.Println(*ps[0], *ps[1], *ps[2], ps[0] == ps[2])
	ch := make(chan int, 2)
	ch <- 4
	ch <- 5
	close(ch)
	var last func() int
	for v := range ch {
		if last == nil {
			last = func() int { return v }
		}
	}
	fmt.Println(last())
}

// Output:
// [3 3 3 12 12 8 121 121]
// 3 3 3 true
// 5
