// Iterators, state machines, memoisation, visitors and option functions made of closures.
package main

import "fmt"

type iter func() (int, bool)

func count(from, to int) iter {
	return func() (int, bool) {
		if from >= to {
			return 0, false
		}
		from++
		return from - 1, true
	}
}

func (it iter) filter(f func(int) bool) iter {
	return func() (int, bool) {
		for {
			v, ok := it()
			if !ok || f(v) {
				return v, ok
			}
		}
	}
}

func (it iter) mapTo(f func(int) int) iter {
	return func() (int, bool) {
		v, ok := it()
		if ok {
			v = f(v)
		}
		return v, ok
	}
}

func (it iter) collect() (out []int) {
	for v, ok := it(); ok; v, ok = it() {
		out = append(out, v)
	}
	return
}

func zip(a, b iter, f func(x, y int) int) iter {
	return func() (int, bool) {
		x, ok := a()
		y, ok2 := b()
		return f(x, y), ok && ok2
	}
}

func memo(f func(int) int) func(int) int {
	seen := map[int]int{}
	return func(n int) int {
		v, ok := seen[n]
		if !ok {
			v = f(n)
			seen[n] = v
		}
		return v
	}
}

type stateFn func(*lexer) stateFn
type lexer struct {
	in  string
	pos int
	out []string
}

func start(l *lexer) stateFn {
	for l.pos < len(l.in) {
		switch c := l.in[l.pos]; {
		case c == ' ':
			l.pos++
		case c >= '0' && c <= '9':
			return number
		default:
			return word
		}
	}
	return nil
}

func take(kind string, f func(byte) bool) stateFn {
	return func(l *lexer) stateFn {
		from := l.pos
		for l.pos < len(l.in) && f(l.in[l.pos]) {
			l.pos++
		}
		l.out = append(l.out, kind+":"+l.in[from:l.pos])
		return start
	}
}

var number, word stateFn

func init() {
	number = take("num", func(c byte) bool { return c >= '0' && c <= '9' })
	word = take("word", func(c byte) bool { return c != ' ' })
}

type server struct {
	name  string
	port  int
	hooks []func(*server) string
}
type option func(*server) option

func port(p int) option {
	return func(s *server) option {
		old := s.port
		s.port = p
		return port(old)
	}
}

func hook(h func(*server) string) option {
	return func(s *server) option { s.hooks = append(s.hooks, h); return nil }
}

func newServer(name string, opts ...option) *server {
	s := &server{name: name, port: 80}
	for _, o := range opts {
		o(s)
	}
	return s
}

type counter struct {
	n   int
	inc func() int
}

func newCounter() *counter {
	c := &counter{}
	c.inc = func() int { c.n++; return c.n }
	return c
}

func main() {
	even := func(x int) bool { return x%2 == 0 }
	fmt.Println(count(0, 10).filter(even).mapTo(func(x int) int { return x * x }).collect())
	fmt.Println(zip(count(0, 5), count(10, 13), func(x, y int) int { return x * y }).collect())
	calls := 0
	var fib func(int) int
	fib = memo(func(n int) int {
		calls++
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	})
	fmt.Println(fib(80), calls)
	l := &lexer{in: "abc 123 x9 42"}
	for st := stateFn(start); st != nil; {
		st = st(l)
	}
	fmt.Printf("%q\n", l.out)
	s := newServer("srv", port(8080), hook(func(s *server) string { return s.name + "!" }))
	undo := port(1)(s)
	fmt.Print(s.port, " ")
	undo(s)
	fmt.Println(s.port, s.hooks[0](s))
	a, b := newCounter(), newCounter()
	a.inc()
	a.inc()
	copied := *a
	copied.inc()
	fmt.Println(a.n, b.inc(), copied.n)
	var stack []func()
	for i := range 3 {
		stack = append(stack, func() {
			if i < 2 {
				stack = append(stack, func() { fmt.Print("extra", i, " ") })
			}
			fmt.Print("run", i, " ")
		})
	}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f()
	}
	fmt.Println(".")
	x, y, z := 1, 2.5, "z"
	get := func() string { return fmt.Sprint(x, y, z) }
	set := func(a int, b float64, c string) { x, y, z = a, b, c }
	before := get()
	set(9, 9.5, "changed")
	fmt.Println(before, get(), x, y, z)
}

// Output:
// [0 4 16 36 64]
// [0 11 24]
// 23416728348467685 81
// ["word:abc" "num:123" "word:x9" "num:42"]
// 1 8080 srv!
// 3 1 2
// run2 run1 extra1 run0 extra0 .
// 1 2.5z 9 9.5changed 9 9.5 changed
