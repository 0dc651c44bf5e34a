// Loop variables are new in each iteration, and their last value is copied on.
package main

import "fmt"

func main() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println(".")
	var ps []*int
	for i := 0; i < 6; i++ {
		ps = append(ps, &i)
		i++
	}
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println(".")
	fs = nil
	for i, j := 0, 10; i < j; i, j = i+2, j-1 {
		fs = append(fs, func() int { return i*100 + j })
		if i == 4 {
			continue
		}
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println(".")
	var i int
	fs = nil
	for i = 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	fmt.Println(fs[0](), fs[2]())
	fs = nil
	for k, v := range []string{"a", "bb", "ccc"} {
		fs = append(fs, func() int { return k*10 + len(v) })
	}
	for n := range 3 {
		fs = append(fs, func() int { n++; return -n })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println(".")
	fs = nil
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
		defer func() { fmt.Println("deferred", i) }()
		i := i * 7
		fs = append(fs, func() int { return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println(".")
	for i := 0; i < 5; i++ {
		f := func() { i += 2 }
		f()
		fmt.Print(i, " ")
	}
	fmt.Println(".")
}

// Output:
// 10 20 11 21 12 22 .
// 1 3 5 .
// 10 209 408 607 .
// 3 3
// 1 12 23 -1 -2 -3 .
// 0 0 1 7 2 14 .
// 2 5 .
// deferred 2
// deferred 1
// deferred 0
