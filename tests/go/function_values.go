// Functions as values: in fields, maps, slices and channels, as results and arguments, nil functions.
package main

import "fmt"

type op func(float64, float64) float64

func (o op) apply(a, b float64) string { return fmt.Sprint(o(a, b)) }

type machine struct {
	handlers map[string]func(args []int) int
	onDone   func(string)
	steps    []func(*machine)
	count    int
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func curry(f func(int, int, int) int) func(int) func(int) func(int) int {
	return func(a int) func(int) func(int) int {
		return func(b int) func(int) int {
			return func(c int) int { return f(a, b, c) }
		}
	}
}

func filter(xs []int, keep func(int) bool) (out []int) {
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return
}

func reduce(xs []int, start int, f func(acc, x int) int) int {
	for _, x := range xs {
		start = f(start, x)
	}
	return start
}

func yCombinator(f func(func(int) int) func(int) int) func(int) int {
	type rec func(rec) func(int) int
	g := rec(func(r rec) func(int) int {
		return f(func(x int) int { return r(r)(x) })
	})
	return g(g)
}

func results() (int, func() int, error) {
	return 1, func() int { return 2 }, nil
}

func main() {
	add := op(func(a, b float64) float64 { return a + b })
	fmt.Println(add.apply(1, 2), op(func(a, b float64) float64 { return a / b }).apply(1, 4))
	inc, double := func(x int) int { return x + 1 }, func(x int) int { return x * 2 }
	fmt.Println(compose(inc, double, inc)(5), compose()(5))
	fmt.Println(curry(func(a, b, c int) int { return a*100 + b*10 + c })(1)(2)(3))
	xs := []int{1, 2, 3, 4, 5, 6}
	fmt.Println(filter(xs, func(x int) bool { return x%2 == 0 }), reduce(xs, 1, func(a, x int) int { return a * x }))
	fact := yCombinator(func(self func(int) int) func(int) int {
		return func(n int) int {
			if n == 0 {
				return 1
			}
			return n * self(n-1)
		}
	})
	fmt.Println(fact(10))
	m := &machine{handlers: map[string]func([]int) int{
		"sum": func(a []int) int { return reduce(a, 0, func(x, y int) int { return x + y }) },
		"len": func(a []int) int { return len(a) },
	}}
	m.onDone = func(s string) { m.count += len(s) }
	for i := 0; i < 3; i++ {
		m.steps = append(m.steps, func(m *machine) { m.count += i; m.onDone("ab") })
	}
	for _, s := range m.steps {
		s(m)
	}
	fmt.Println(m.handlers["sum"](xs), m.handlers["len"](xs), m.count, m.handlers["none"] == nil)
	a, f, err := results()
	fmt.Println(a, f(), err)
	var nilFunc func()
	fmt.Println(nilFunc == nil, add != nil)
	c := make(chan func() string, 2)
	c <- func() string { return "from a channel" }
	fmt.Println((<-c)())
	fmt.Println(func() int { return 7 }(), func(x ...int) int { return len(x) }(1, 2))
	var fs [3]func() int
	for i := range fs {
		fs[i] = func() int { return i * i }
	}
	fmt.Println(fs[0](), fs[1](), fs[2]())
	defer func() { fmt.Println(recover()) }()
	nilFunc()
}

// Output:
// 3 0.25
// 13 5
// 123
// [2 4 6] 720
// 3628800
// 21 6 9 true
// 1 2 <nil>
// true true
// from a channel
// 7 2
// 0 1 4
// runtime error: invalid memory address or nil pointer dereference
