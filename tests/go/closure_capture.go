// Closures capture variables, not values.
package main

import "fmt"

func counter() (inc func() int, get func() int) {
	n := 0
	inc = func() int { n++; return n }
	get = func() int { return n }
	return
}

func adder(x int) func(int) int {
	return func(y int) int { x += y; return x }
}

func apply(fs []func()) {
	for _, f := range fs {
		f()
	}
}

type account struct{ balance int }

func main() {
	inc, get := counter()
	inc()
	inc()
	other, _ := counter()
	fmt.Println(get(), other(), get())
	a, b := adder(1), adder(100)
	fmt.Println(a(1), a(1), b(1), a(10))
	x := 1
	f := func() { x *= 2 }
	f()
	x++
	f()
	fmt.Println(x)
	var fs []func()
	s := ""
	for i := 0; i < 3; i++ {
		for _, c := range "ab" {
			fs = append(fs, func() { s += fmt.Sprint(i, string(c), " ") })
		}
	}
	apply(fs)
	fmt.Printf("%q\n", s)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(15))
	acc := account{10}
	deposit := func(n int) { acc.balance += n }
	deposit(5)
	copied := acc
	deposit(5)
	fmt.Println(acc, copied)
	arr := [3]int{1, 2, 3}
	set := func(i, v int) { arr[i] = v }
	set(1, 20)
	fmt.Println(arr)
	p, q := 1, 2
	swap := func() { p, q = q, p }
	swap()
	fmt.Println(p, q)
	func(v int) {
		v++
		fmt.Println(v, func() int { return v * v }())
	}(p)
	str, sl, err := "s", []int{1}, error(nil)
	mod := func() { str += "t"; sl = append(sl, 2); err = fmt.Errorf("e%d", len(sl)) }
	mod()
	fmt.Println(str, sl, err)
	deep := func() func() func() int {
		v := 1
		return func() func() int {
			v++
			return func() int { v++; return v }
		}
	}()
	fmt.Println(deep()(), deep()())
}

// Output:
// 2 1 2
// 2 3 101 13
// 6
// "0a 0b 1a 1b 2a 2b "
// 610
// {20} {15}
// [1 20 3]
// 2 1
// 3 9
// st [1 2] e2
// 3 5
