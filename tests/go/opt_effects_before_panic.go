// What happened before a panic stays, what comes after did not happen.
package main

import "fmt"

type state struct {
	a, b, c int
	s       []int
	m       map[string]int
	p       *state
}

func run(st *state, f func(*state)) {
	defer func() {
		r := recover()
		fmt.Println(st.a, st.b, st.c, st.s, st.m, "|", r)
	}()
	f(st)
}

func local() (a int, b string, err interface{}) {
	defer func() { err = recover() }()
	a, b = 1, "one"
	for i := 0; i < 5; i++ {
		a += i
		b += "."
		if i == 3 {
			var p *state
			b += "!"
			p.a = a
			b += "never"
		}
	}
	return
}

func divisions(xs []int) (q []int, last int, err interface{}) {
	defer func() { err = recover() }()
	for _, x := range xs {
		last = x
		q = append(q, 100/x)
	}
	return
}

func deadStore(x *int, d int) (err interface{}) {
	defer func() { err = recover() }()
	*x = 1
	*x = 2 / d
	*x = 3
	return
}

func unusedResult(a []int, i int) (err interface{}) {
	defer func() { err = recover() }()
	_ = a[i]
	x := a[i] * 0
	x *= 0
	return
}

func unusedDivision(a, b int) (err interface{}) {
	defer func() { err = recover() }()
	_ = a / b
	return "not reached when b is zero"
}

func unusedLoad(p *state) (err interface{}) {
	defer func() { err = recover() }()
	_ = p.a
	return "not reached when p is nil"
}

func unusedAssertion(x interface{}) (err interface{}) {
	defer func() { err = recover() }()
	_ = x.(int)
	return "fine"
}

func main() {
	run(&state{m: map[string]int{}}, func(s *state) {
		s.a = 1
		s.m["k"] = 2
		s.s = append(s.s, 1)
		s.p.a = 5
		s.b = 2
	})
	run(&state{s: []int{1, 2}}, func(s *state) {
		s.a, s.b = 5, s.s[2]
		s.c = 1
	})
	run(&state{s: []int{1, 2}}, func(s *state) {
		s.a, s.m["x"], s.b = 5, 1, 6
	})
	run(&state{}, func(s *state) {
		i := 0
		s.a, s.s[i], s.b = 5, 1, 6
	})
	run(&state{}, func(s *state) {
		s.b = 3
		s.a = s.b / s.c
	})
	run(&state{}, func(s *state) {
		defer func() { s.c = 9 }()
		s.a = 1
		var f func() int
		s.b = f()
	})
	run(&state{}, func(s *state) {
		for i := 0; ; i++ {
			s.a = i
			s.s = append(s.s, i)
			s.b = 10 / (3 - i)
		}
	})
	fmt.Println(local())
	fmt.Println(divisions([]int{1, 2, 5, 0, 7}))
	x := 0
	fmt.Println(deadStore(&x, 0))
	fmt.Println(x)
	fmt.Println(deadStore(&x, 1))
	fmt.Println(x)
	fmt.Println(unusedResult(nil, 0), unusedResult([]int{1}, 0), unusedResult([]int{1}, -1))
	fmt.Println(unusedDivision(1, 0), unusedDivision(1, 1), unusedLoad(nil), unusedAssertion("s"), unusedAssertion(1))
}

// Output:
// 1 0 0 [1] map[k:2] | runtime error: invalid memory address or nil pointer dereference
// 0 0 0 [1 2] map[] | runtime error: index out of range [2] with length 2
// 5 0 0 [1 2] map[] | assignment to entry in nil map
// 5 0 0 [] map[] | runtime error: index out of range [0] with length 0
// 0 3 0 [] map[] | runtime error: integer divide by zero
// 1 0 9 [] map[] | runtime error: invalid memory address or nil pointer dereference
// 3 10 0 [0 1 2 3] map[] | runtime error: integer divide by zero
// 7 one....! runtime error: invalid memory address or nil pointer dereference
// [100 50 20] 0 runtime error: integer divide by zero
// runtime error: integer divide by zero
// 1
// <nil>
// 3
// runtime error: index out of range [0] with length 0 <nil> runtime error: index out of range [-1]
// runtime error: integer divide by zero <nil> runtime error: invalid memory address or nil pointer dereference interface conversion: interface {} is string, not int <nil>
