package main

import (
	"errors"
	"fmt"
)

type Seq func(yield func(int) bool)

type list struct {
	items []string
}

func (l *list) All() func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i, s := range l.items {
			if !yield(i, s) {
				fmt.Println("stopped at", i)
				return
			}
		}
	}
}

func (l list) Walk(yield func(string) bool) {
	for _, s := range l.items {
		if !yield(s) {
			return
		}
	}
}

type walker interface{ Walk(func(string) bool) }

func count(n int) Seq {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func thrice(yield func() bool) {
	_ = yield() && yield() && yield()
}

func plain(l *list) {
	for i, s := range l.All() {
		if s == "b" {
			continue
		}
		fmt.Println(i, s)
		if i == 2 {
			break
		}
	}
	for range l.All() {
	}
	for i := range l.All() {
		fmt.Print(i, ";")
	}
	fmt.Println()
	for _, s := range l.All() {
		fmt.Print(s, ",")
	}
	fmt.Println()
	for s := range l.Walk {
		fmt.Print(s, ";")
	}
	var w walker = *l
	for s := range w.Walk {
		fmt.Print(s, ";")
	}
	n := 0
	for range thrice {
		n++
	}
	fmt.Println(n)
	var i int
	m := map[string]int{}
	for i, m["x"] = range func(yield func(int, int) bool) { yield(7, 8) } {
	}
	fmt.Println(i, m)
	var a any
	for a = range count(3) {
	}
	fmt.Println(a)
}

func find(want int) (at int, err error) {
	for x := range count(10) {
		for y := range count(10) {
			if x*y == want {
				return x*10 + y, nil
			}
			if x+y > 15 {
				err = errors.New("too far")
				return
			}
		}
	}
	return -1, nil
}

func unnamed(want int) (int, string) {
	for x := range count(5) {
		if x == want {
			return x, fmt.Sprint("found ", x)
		}
	}
	return -1, "no"
}

type big struct {
	a [20]int
	s string
}

func large(n int) (b big, _ int) {
	for x := range count(20) {
		b.a[x] = x
		if x == n {
			b.s = "early"
			return b, x
		}
	}
	return b, -1
}

func labels() {
outer:
	for x := range count(4) {
	middle:
		for y := range 3 {
			for z := range count(4) {
				switch {
				case z == 1 && y == 0:
					continue middle
				case z == 2 && x == 1:
					continue outer
				case x == 3:
					break outer
				case z == 3:
					break middle
				case z == 2:
					break
				}
				fmt.Print(x, y, z, " ")
			}
			fmt.Print("| ")
		}
		fmt.Print("/")
	}
	fmt.Println()
}

func jumps() {
	tries := 0
again:
	tries++
	for x := range count(5) {
		for y := range count(5) {
			if x+y == 3 && tries < 3 {
				goto again
			}
			if y == 2 {
				goto next
			}
			fmt.Print(tries, x, y, " ")
		}
	next:
		if x == 3 {
			goto done
		}
	}
	fmt.Println("not here")
done:
	fmt.Println("tries", tries)
}

func deferred() (s string) {
	defer func() { s += "." }()
	for x := range count(3) {
		defer func() { s += fmt.Sprint(x) }()
		for y := range count(2) {
			defer func() { s += fmt.Sprint("<", x, y, ">") }()
			if x == 1 {
				return "r"
			}
		}
	}
	return "end"
}

func closures() {
	var fs []func() int
	total := 0
	for x := range count(4) {
		total += x
		fs = append(fs, func() int { x += 10; total++; return x })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println(total)
	func() {
		for x := range count(4) {
			if x == 2 {
				return
			}
			func() {
				for y := range count(3) {
					if y == 1 {
						return
					}
					fmt.Print(x, y, ";")
				}
			}()
		}
	}()
	fmt.Println()
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			fmt.Println(name, "error:", e)
		} else {
			fmt.Println(name, r)
		}
	}()
	f()
	fmt.Println(name, "returned")
}

func misuse() {
	try("goes on", func() {
		for x := range func(yield func(int) bool) {
			for i := 0; ; i++ {
				yield(i)
			}
		} {
			if x == 2 {
				break
			}
		}
	})
	var kept func(int) bool
	try("kept", func() {
		for range func(yield func(int) bool) { kept = yield; yield(1) } {
		}
		kept(2)
	})
	try("kept again", func() { kept(3) })
	try("swallows", func() {
		for range func(yield func(int) bool) {
			defer func() { fmt.Println("swallowed", recover()) }()
			yield(1)
		} {
			panic("body")
		}
	})
	try("calls after panic", func() {
		for x := range func(yield func(int) bool) {
			func() {
				defer func() { recover() }()
				yield(1)
			}()
			yield(2)
		} {
			panic(x)
		}
	})
	try("passes", func() {
		for x := range count(3) {
			if x == 1 {
				panic("through")
			}
		}
	})
	try("own panic", func() {
		for range func(yield func() bool) { yield(); panic("iterator") } {
			defer fmt.Println("deferred in the body")
		}
	})
	try("nil", func() {
		var s Seq
		for range s {
		}
	})
	try("recover in the body", func() {
		defer func() {
			for range thrice {
				fmt.Print(recover(), ";")
			}
			fmt.Println()
		}()
		panic("not recovered there")
	})
	try("nested", func() {
		for range func(yield func() bool) {
			yield()
			yield()
		} {
			for range count(1) {
				return
			}
		}
	})
}

func fib(yield func(int) bool) {
	for a, b := 0, 1; yield(a); a, b = b, a+b {
	}
}

func filter(seq Seq, keep func(int) bool) Seq {
	return func(yield func(int) bool) {
		for x := range seq {
			if keep(x) && !yield(x) {
				return
			}
		}
	}
}

func tree(depth int) Seq {
	return func(yield func(int) bool) {
		if depth == 0 {
			return
		}
		for x := range tree(depth - 1) {
			if !yield(x) {
				return
			}
		}
		if !yield(depth) {
			return
		}
		tree(depth - 1)(yield)
	}
}

func main() {
	l := &list{[]string{"a", "b", "c", "d"}}
	plain(l)
	fmt.Println(find(42))
	fmt.Println(find(99))
	fmt.Println(find(0))
	fmt.Println(unnamed(3))
	fmt.Println(unnamed(9))
	fmt.Println(large(3))
	fmt.Println(large(30))
	labels()
	jumps()
	fmt.Println(deferred())
	closures()
	misuse()
	for x := range filter(fib, func(n int) bool { return n%2 == 0 }) {
		if x > 1000 {
			break
		}
		fmt.Print(x, " ")
	}
	fmt.Println("fib")
	sum := 0
	for x := range tree(8) {
		sum = sum*3%1000 + x
		if sum == 77 {
			fmt.Println("never mind")
		}
	}
	fmt.Println(sum)
}

// Output:
// 0 a
// 2 c
// stopped at 2
// 0;1;2;3;
// a,b,c,d,
// a;b;c;d;a;b;c;d;3
// 7 map[x:8]
// 2
// 67 <nil>
// 0 too far
// 0 <nil>
// 3 found 3
// -1 no
// {[0 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] early} 3
// {[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19] } -1
// 0 0 0 0 1 0 0 1 1 0 1 2 /1 0 0 1 1 0 1 1 1 2 0 0 2 1 0 2 1 1 2 1 2 /
// 1 0 0 1 0 1 1 1 0 1 1 1 2 0 0 2 0 1 2 1 0 2 1 1 3 0 0 3 0 1 3 1 0 3 1 1 3 2 0 3 2 1 3 3 0 3 3 1 tries 3
// r<1 0>1<0 1><0 0>0.
// 10 20 11 21 12 22 13 23 14
// 0 0;1 0;
// goes on error: runtime error: range function continued iteration after function for loop body returned false
// kept error: runtime error: range function continued iteration after whole loop exit
// kept again error: runtime error: range function continued iteration after loop body panic
// swallowed body
// swallows error: runtime error: range function recovered a loop body panic and did not resume panicking
// calls after panic error: runtime error: range function continued iteration after loop body panic
// passes through
// deferred in the body
// own panic iterator
// nil error: runtime error: invalid memory address or nil pointer dereference
// <nil>;<nil>;<nil>;
// recover in the body not recovered there
// nested error: runtime error: range function continued iteration after function for loop body returned false
// 0 2 8 34 144 610 fib
// 906
