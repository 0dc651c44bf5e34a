package main

import (
	"fmt"
	"reflect"
)

type G[T any] struct{}

var v = func() any { type Z int; return G[Z]{} }()

func gen[P any]() {
	type A int
	type B[Q any] struct{}
	type C struct{ p P }
	fmt.Println(reflect.TypeOf(G[A]{}), reflect.TypeOf(G[B[P]]{}), reflect.TypeOf(G[C]{}))
	fmt.Println(reflect.TypeOf(C{}), reflect.TypeOf(G[*C]{}))
	fmt.Printf("%T %v\n", G[map[A]B[int]]{}, reflect.TypeOf(A(0)).Name())
	{
		type A string
		fmt.Printf("%T %T\n", A(""), G[func(A) []A]{})
	}
}

// Types of functions have numbers where they are type arguments, so that the names of instances differ.
func main() {
	type X = int
	type A int
	fmt.Println(reflect.TypeOf(G[A]{}), reflect.TypeOf(G[A]{}).Name(), reflect.TypeOf(G[X]{}))
	gen[int]()
	gen[A]()
	fmt.Printf("%T\n", v)
	defer func() { fmt.Println(recover()) }()
	var x any = G[A]{}
	_ = x.(G[int])
}

// Output:
// main.G[main.A·6] G[main.A·6] main.G[int]
// main.G[main.A[int]·2] main.G[main.B[int;int]·3] main.G[main.C[int]·4]
// main.C[int] main.G[*main.C[int]·4]
// main.G[map[main.A[int]·2]main.B[int;int]·3] A[int]
// main.A[int] main.G[func(main.A[int]·5) []main.A[int]·5]
// main.G[main.A[main.A·6]·2] main.G[main.B[main.A·6;main.A·6]·3] main.G[main.C[main.A·6]·4]
// main.C[main.A·6] main.G[*main.C[main.A·6]·4]
// main.G[map[main.A[main.A·6]·2]main.B[main.A·6;int]·3] A[main.A·6]
// main.A[main.A·6] main.G[func(main.A[main.A·6]·5) []main.A[main.A·6]·5]
// main.G[main.Z·1]
// interface conversion: interface {} is main.G[main.A·6], not main.G[int]
