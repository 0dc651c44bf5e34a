// Ways through loops of known length: labels, goto, closures that capture a turn's variable, deferred calls, panics.
package main

import "fmt"

func labels(x int) (s string) {
outer:
	for i := 0; i < 4; i++ {
		for j := 0; j < 4; j++ {
			switch {
			case j == i+x:
				continue outer
			case i*j > 5:
				s += "!"
				break outer
			case (i+j)%3 == x:
				continue
			}
			s += fmt.Sprint(i, j, ",")
		}
		s += ";"
	}
	return
}

func plain(x int) (n int) {
outer:
	for i := 0; i < 4; i++ {
		for j := i; j < 4; j++ {
			if j == x {
				continue outer
			}
			if n > 50 {
				break outer
			}
			n += i*4 + j
		}
		n *= 2
	}
	return
}

func jumps(x int) (n int) {
	i := 0
again:
	n = n*2 + i
	i++
	if i < 5 {
		if i == x {
			goto out
		}
		goto again
	}
	n = -n
out:
	return n + i
}

func closures() (fs []func() int) {
	for i := 0; i < 4; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for i := range 2 {
		fs = append(fs, func() int { return -i })
	}
	return
}

func captured() (sum int) {
	for i := 0; i < 4; i++ {
		add := func(x int) { sum += x * i; i += x }
		add(1)
	}
	return
}

func deferred(x int) (s []int) {
	defer func() {
		if r := recover(); r != nil {
			s = append(s, 99)
		}
	}()
	for i := 0; i < 4; i++ {
		defer func() { s = append(s, i) }()
		if i == x {
			panic("enough")
		}
	}
	return []int{-1}
}

func caught(v *[4]int) (n int) {
	for i := 0; i < 4; i++ {
		func() {
			defer func() {
				if recover() != nil {
					n += 100
				}
			}()
			n += 60 / v[i]
		}()
	}
	return
}

func divided(v *[4]int) (n int, err any) {
	defer func() { err = recover() }()
	var q [4]int
	for i := range v {
		n = i
		q[i] = 60 / v[i]
	}
	return q[0] + q[1]*2 + q[2]*3 + q[3]*4, nil
}

func empty() (n int) {
	for i := 0; i < 0; i++ {
		n++
	}
	for range 1 {
		n += 5
	}
	var none [0]int
	for i := range none {
		n += none[i] + 1
	}
	return
}

func two(flag bool) (a, b int) {
	for i := 0; i < 3; i++ {
		t := a
		a = b + 1
		b = t + 2
		if flag && i == 1 {
			return b, a
		}
	}
	return
}

type list struct {
	next *list
	n    int
}

func lists() (n int) {
	var head *list
	for i := range 5 {
		head = &list{head, i}
	}
	for l := head; l != nil; l = l.next {
		n = n*10 + l.n
	}
	return
}

func texts() (s string) {
	words := [...]string{"a", "bc", "", "def"}
	for i, w := range words {
		s += w
		for j := range i {
			s += words[j]
		}
	}
	return
}

func main() {
	for x := range 4 {
		fmt.Println(labels(x), plain(x), jumps(x), deferred(x))
	}
	fmt.Println(plain(7), jumps(7), deferred(7))
	fs := closures()
	for range 2 {
		for _, f := range fs {
			fmt.Print(f(), " ")
		}
	}
	fmt.Println(captured())
	fmt.Println(caught(&[4]int{1, 0, 3, 0}))
	fmt.Println(divided(&[4]int{1, 2, 3, 4}))
	fmt.Println(divided(&[4]int{1, 2, 0, 4}))
	fmt.Println(empty())
	fmt.Println(two(true))
	fmt.Println(two(false))
	fmt.Println(lists(), texts())
	sum := 0
	for k := range 500 {
		a, b := two(k%3 == 0)
		sum += plain(k%6) + jumps(k%7) + a - b + lists()
	}
	fmt.Println(sum)
}

// Output:
// 1 0,2 0,3 1,! 114 -21 [0 99]
// 0 0,1 1,2 0,2 1,3 0,! 114 1 [1 0 99]
// 0 0,0 1,1 0,1 2,2 1,2 2,! 42 3 [2 1 0 99]
// 0 0,0 1,0 2,1 0,1 1,1 2,1 3,;2 0,2 1,2 2,! 24 7 [3 2 1 0 99]
// 60 -21 [-1 3 2 1 0]
// 10 11 12 13 0 -1 20 21 22 23 0 -1 2
// 280
// 240 <nil>
// 2 runtime error: integer divide by zero
// 5
// 3 3
// 4 5
// 43210 abcaabcdefabc
// 21636613
