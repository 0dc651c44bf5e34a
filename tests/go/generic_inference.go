package main

import "fmt"

type Num interface{ ~int | ~float64 }

func apply[S ~[]E, E any](s S, f func(E) E) S {
	for i, v := range s {
		s[i] = f(v)
	}
	return s
}

func double[T Num](x T) T { return 2 * x }

type ptr[T any] interface {
	*T
	set(string)
}

type text struct{ s string }

func (t *text) set(s string) { t.s = s }

func parse[T any, P ptr[T]](list []string) []T {
	out := make([]T, len(list))
	for i, s := range list {
		P(&out[i]).set(s)
	}
	return out
}

type named []int

func (n named) total() (sum int) {
	for _, v := range n {
		sum += v
	}
	return
}

func mixed[T any](xs ...T) string { return fmt.Sprintf("%T", xs) }

func compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

func length[T ~string | ~[]byte](x T) (n int, last byte) {
	for i := range len(x) {
		last = x[i]
	}
	return len(x[1:]) + 1, last
}

type set[K comparable] = map[K]struct{}

func has[K comparable](s set[K], k K) bool {
	_, ok := s[k]
	return ok
}

type Tree[T interface{ Less(T) bool }] struct {
	left, right *Tree[T]
	value       T
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{value: v}
	}
	if v.Less(t.value) {
		t.left = t.left.Insert(v)
	} else {
		t.right = t.right.Insert(v)
	}
	return t
}

func (t *Tree[T]) All(yield func(T) bool) bool {
	return t == nil || t.left.All(yield) && yield(t.value) && t.right.All(yield)
}

type Int int

func (a Int) Less(b Int) bool { return a < b }

type Base[T any] struct{ v T }

func (b *Base[T]) Set(v T) { b.v = v }
func (b Base[T]) Get() T   { return b.v }

type Derived[T any] struct {
	Base[T]
	n int
}

type getter[T any] interface{ Get() T }

func local[T any](v T) any {
	type pair struct{ a, b T }
	return pair{v, v}
}

func switches[T, U any](v any) string {
	switch v.(type) {
	case T:
		return "T"
	case U:
		return "U"
	case []T:
		return "[]T"
	}
	return "none"
}

func main() {
	fmt.Println(apply(named{1, 2, 3}, double).total())
	fmt.Println(parse[text]([]string{"a", "b"}))
	fmt.Println(mixed(1, 2.5, 'x'), mixed('a', 1), mixed[any](1, "x"))
	f := compose(func(i int) string { return fmt.Sprint(i) }, func(s string) []byte { return []byte(s + "!") })
	fmt.Println(string(f(12)))
	fmt.Println(length("abc"))
	fmt.Println(length([]byte("de")))
	fmt.Println(has(set[string]{"k": {}}, "k"))
	var t *Tree[Int]
	for _, v := range []Int{5, 2, 8, 1} {
		t = t.Insert(v)
	}
	t.All(func(v Int) bool { fmt.Print(v, " "); return v < 5 })
	fmt.Println()
	d := Derived[string]{n: 1}
	d.Set("set")
	var g getter[string] = d
	fmt.Println(g.Get(), d)
	fmt.Println(local(1) == local(1), local("x") == local(1))
	fmt.Println(switches[int, string](1), switches[int, int]("x"), switches[bool, int]([]bool{}))
	var h func(float64) float64 = double
	fmt.Println(h(1.25))
	fmt.Printf("%T %T\n", d, t)
}

// Output:
// 12
// [{a} {b}]
// []float64 []int32 []interface {}
// 12!
// 3 99
// 2 101
// true
// 1 2 5
// set {{set} 1}
// true false
// T none []T
// 2.5
// main.Derived[string] *main.Tree[main.Int]
