// Forms that parsers get wrong: types in parentheses, literals in conditions, chains of operators and calls.
package main

import ("fmt"; "strings")

type T struct{ a int `tag:"x"`; b, c string "raw" }
type (E struct{}; F = func(func(int) (int, error)) (func() F2); F2 []map[string]*[2]chan<- func() <-chan int)
type chanOfChan chan (<-chan int)
type recvSend <-chan chan<- int

func (T) Method() T { return T{1, "b", "c"} }
func (t *T) Set(a int) *T { t.a = a; return t }
func one() (x int) { return 1 }
func multi(a, b int, c ...string) (d, e int) { d, e = b, a; return }
func funcs() (func(int) func() int, int) { return func(i int) func() int { return func() int { return i } }, 2 }

func main() {
	if (T{1, "", ""} == T{1, "", ""}) { fmt.Println("composite in parentheses") }
	if t := (T{a: 2}); t.a == 2 { fmt.Println(t) }
	for _, x := range []T{{1, "x", ""}, {a: 2}} { fmt.Print(x, " ") }
	for i := range [...]int{1, 2, 3} { fmt.Print(i) }; fmt.Println()
	switch x := (struct{ v int }{3}); { case x.v == 3: fmt.Println("struct in switch") }
	b := true
	x, y := 5, 3
	p := &x
	fmt.Println(!!b, - -x, -(-x), + +x, ^^x, *&x, &*p == p, x - -y, x+ +y, x&^y, x &^ -y, x*-y, **&p)
	fmt.Println(x<<1+1, x<<(1+1), 1+x*y%4, x|y&6, x^y|1, b && !b || b, x == 5 == b, -x>>1, ^x&7, x*(*p))
	fmt.Println([]byte("abc")[1], "hello"[1:3], [3]int{1, 2, 3}[1], map[string]int{"a": 1}["a"], (&[3]int{1, 2, 3})[:2], []int{1, 2, 3}[1:][0])
	fmt.Println(func(a int) int { return a * 2 }(4), func() string { return "iife" }(), (*T).Set(&T{}, 4).a, T.Method(T{}).b, (T{}).Method().c)
	fmt.Println(strings.
		Repeat("ab", 2), T{}.
		Method().
		a)
	f, n := funcs()
	fmt.Println(f(7)(), n)
	;;
	{ ; }
	var (
		i, j = 1, "j"
		k    float64
	)
	fmt.Println(i, j, k)
	fmt.Println(multi(1, 2,
		"trailing", "comma",
	))
	m := map[[2]int]map[string][]*T{{1, 2}: {"k": {{a: 1}, {a: 2}, nil}}}
	fmt.Println(m[[2]int{1, 2}]["k"][1].a, len(m[[2]int{}]["none"]))
	nested := [][]struct{ p *[2]int }{{{&[2]int{1, 2}}}, {}}
	fmt.Println(nested[0][0].p[1], len(nested[1]))
	c := make(chan (<-chan int), 1)
	inner := make(chan int, 1)
	inner <- 3
	c <- inner
	fmt.Println(<-<-c, (<-chan int)(inner) == inner)
	var g func() = nil
	var h (func(int) (int)) = func(int) int { return 1 }
	var q (*(T)) = &(T{})
	fmt.Println(g == nil, h(0), (*q).a, (q).a, (((q.a))))
	_, _ = x, y
	var _ = one
	var π, ñandú, _x1, 世界 = 3.14, 1, 2, "world"
	fmt.Println(π, ñandú, _x1, 世界)
	type int32 = string
	var s int32 = "shadowed type"
	fmt.Println(s, 'a', '\'', "\"", `\`, 0x1F, 0b101, 0o17, 1e3, 0x1p4, .5e1, 1_000)
	/* block */ fmt.Println( /* in call */ 1 /* after */, 2) // end
	goto end; end: fmt.Println("label and semicolon on a line")
	x++; y--
	x += y; x <<= 2; x &^= 1; x %= 7
	fmt.Println(x, y, len("\u00e9\x41\101\n"), 07, 'x' - 'a' + 'A')
	if x := 1; x > 0 { } else if y := 2; y > x { } else { }
	for ; x < 10; { x++ }
	for x > 8 { x-- }
	for { break }
	fmt.Println(x)
	switch { }
	E{}.nothing()
}

func (E) nothing() {}

// Output:
// composite in parentheses
// {2  }
// {1 x } {2  } 012
// struct in switch
// true 5 5 5 5 5 true 8 8 4 0 -15 5
// 11 20 4 7 7 true true -3 2 25
// 98 el 2 1 [1 2] 2
// 8 iife 4 b c
// abab 1
// 7 2
// 1 j 0
// 2 1
// 2 0
// 2 0
// 3 true
// true 1 0 0 0
// 3.14 1 2 world
// shadowed type 97 39 " \ 31 5 15 1000 16 5 1000
// 1 2
// label and semicolon on a line
// 4 2 5 7 88
// 8
