package main

import (
	"errors"
	"fmt"
)

type want interface {
	Bar()
	Foo(int) string
}

type closer interface{ Is(string) bool }

type A struct{}

func (A) Bar()        {}
func (A) Foo() string { return "" }

type B struct{ A }

func (B) Foo(int) string { return "" }

type E struct{}

func (E) Error() string { return "e" }
func (E) Is(error) bool { return false }

// A method with the name but not with the signature is no method of the interface.
func main() {
	try := func(v any) {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(v.(want) != nil)
	}
	try(A{})
	try(&A{})
	try(B{})
	try(1)
	try(nil)
	var c closer
	fmt.Println(errors.As(fmt.Errorf("%w", E{}), &c), c)
	var i interface{ Is(error) bool }
	fmt.Println(errors.As(fmt.Errorf("%w", E{}), &i), i)
}

// Output:
// interface conversion: main.A is not main.want: missing method Foo
// interface conversion: *main.A is not main.want: missing method Foo
// true
// <nil>
// interface conversion: int is not main.want: missing method Bar
// interface conversion: interface is nil, not main.want
// false <nil>
// true e
