package main

import "fmt"

type Num interface{ ~int | ~float64 }

type List[T any] struct{ next *List[T] }

func sum[T Num](xs ...T) (s T) { return s }

func pair[A, B any](a A, b B) {}

func none[T any]() {}

func plus[T any](a, b T) T {
	return a + b // ERROR "operator \+ not defined on a"
}

func equal[T any](a, b T) bool {
	return a == b // ERROR "incomparable types in type set"
}

func less[T comparable](a, b T) bool {
	return a < b // ERROR "cannot use operator"
}

type bad struct{ l List } // ERROR "cannot use generic type List\[T any\] without instantiation"

func main() {
	fmt.Println(sum("a"))  // ERROR "string does not satisfy Num"
	none()                 // ERROR "cannot infer T"
	var _ List[int, int]   // ERROR "too many type arguments"
	pair[int, int, int](1, 2) // ERROR "got 3 type arguments but want 2"
	var n Num              // ERROR "outside a type constraint"
	_ = n
}
