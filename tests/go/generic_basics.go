package main

import "fmt"

type Number interface {
	~int | ~int64 | ~float64
}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return s + 1 - 1
}

type List[T any] struct {
	head *node[T]
	n    int
}
type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[E]) Push(v E) {
	l.head = &node[E]{v, l.head}
	l.n++
}
func (l *List[T]) Each(f func(T)) {
	for n := l.head; n != nil; n = n.next {
		f(n.v)
	}
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string { return fmt.Sprintf("%v=>%v", p.Key, p.Val) }

type MyInt int

func (m MyInt) String() string { return fmt.Sprint("my", int(m)) }

func Strs[T fmt.Stringer](xs []T) string {
	s := ""
	for _, x := range xs {
		s += x.String() + ","
	}
	return s
}

func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	var ks []K
	for k := range m {
		ks = append(ks, k)
	}
	return ks
}

func Max[T int | string | float64](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func kind[T any](x T) string {
	switch any(x).(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []T:
		return "[]T"
	}
	var z []T
	return fmt.Sprintf("%T %T", x, z)
}

type Tree[T any] struct {
	l, r *Tree[T]
	v    T
	cmp  func(a, b T) int
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{v: v}
	}
	return t
}

func id[T any](x T) T { return x }

func main() {
	fmt.Println(Map([]int{1, 2, 3}, func(i int) string { return fmt.Sprint(i * 2) }))
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[int64]())
	var l List[string]
	l.Push("a")
	l.Push("b")
	l.Each(func(s string) { fmt.Print(s, " ") })
	fmt.Println(l.n)
	p := Pair[string, int]{"x", 1}
	fmt.Println(p, &p)
	fmt.Printf("%T %v\n", p, p)
	fmt.Println(Strs([]MyInt{1, 2}))
	fmt.Println(len(Keys(map[string]int{"a": 1, "b": 2})))
	fmt.Println(Max("a", "b"), Max(1, 2), Max(2.5, 1))
	fmt.Println(kind(1), kind("s"), kind(2.5), kind(p))
	var t *Tree[int]
	t = t.Insert(4)
	fmt.Println(t.v)
	var f func(int) int = id
	fmt.Println(f(7), Map([]int{1}, id))
	g := id[string]
	fmt.Println(g("z"))
	var fs fmt.Stringer = Pair[int, MyInt]{1, 2}
	fmt.Println(fs.String())
	h := l.Push
	h("q")
	fmt.Println(l.n)
	m := (*List[string]).Push
	m(&l, "r")
	fmt.Println(l.n)
}

// Output:
// [2 4 6]
// 6 3.5 0
// b a 2
// x=>1 x=>1
// main.Pair[string,int] x=>1
// my1,my2,
// 2
// b 2 2.5
// int string float64 []float64 main.Pair[string,int] []main.Pair[string,int]
// 4
// 7 [1]
// z
// 1=>my2
// 3
// 4
