// Operations on type parameters, and why their type sets do not allow them.
package main

import (
	"io"
	"os"
	"unsafe"
)

type Direct[P any] P // ERROR "cannot use a type parameter as RHS in type declaration"

type Embeds[P any] struct{ *P } // ERROR "embedded field type cannot be a \(pointer to a\) type parameter"

type Plain int

var _ Plain[int] // ERROR "invalid operation: Plain\[int\] \(Plain is not a generic type\)"

func ranges[T int | string, A any](x T, a A) {
	for range x { // ERROR "cannot range over x \(variable of type T constrained by int \| string\): int and string have different underlying types"
	}
	for range a { // ERROR "cannot range over a \(variable of type A constrained by any\): no specific type"
	}
}

func channels[T any, C chan int | chan string, S chan<- int](t T, c C, s S) {
	<-t    // ERROR "invalid operation: cannot receive from t \(variable of type T constrained by any\): no specific channel type"
	<-c    // ERROR "channels chan int and chan string have different element types"
	<-s    // ERROR "cannot receive from s \(variable of type S constrained by chan<- int\): send-only channel chan<- int"
	t <- 1 // ERROR "invalid operation: cannot send to t \(variable of type T constrained by any\): no specific channel type"
	close(s)
	t() // ERROR "invalid operation: cannot call t \(variable of type T constrained by any\): no specific type"
}

func makes[S2 []int | chan int]() {
	_ = make(S2) // ERROR "invalid argument: cannot make S2: \[\]int and chan int have different underlying types"
}

func conversions[P int8 | int16, A any, B ~string | ~[]byte](p P, a A) {
	_ = P(300)       // ERROR "cannot convert 300 \(untyped int value\) to type P: constant 300 overflows int8 \(in P\)"
	_ = A(1)         // ERROR "cannot convert 1 \(untyped int value\) to type A: A does not contain specific types"
	_ = p + 300      // ERROR "cannot convert 300 \(untyped int constant\) to type P"
	_ = (*string)(p) // ERROR "cannot convert p \(variable of type P constrained by int8 \| int16\) to type \*string: cannot convert int8 \(in P\) to type \*string"
	_ = B("both")
	p = 300 // ERROR "cannot use 300 \(untyped int constant\) as P value in assignment$"
}

func pointers[P *int | *string](p P) {
	_ = *p // ERROR "invalid operation: pointers of p \(variable of type P constrained by \*int \| \*string\) must have identical base types"
}

func parts[P ~complex128](x P) {
	_ = real(x) // ERROR "x \(variable of type P constrained by ~complex128\) not supported as argument to built-in real for go1.18"
}

func sizes[T any](p *T, l []T, t T) {
	const _ = unsafe.Sizeof(p) + unsafe.Sizeof(l) + unsafe.Alignof(p)
	const _ = unsafe.Sizeof(t) // ERROR "unsafe.Sizeof\(t\) \(value of type uintptr\) is not constant"
}

func selects[T interface{ M() }](p *T) {
	p.M() // ERROR "p.M undefined \(type \*T is pointer to type parameter, not type parameter\)"
}

func same[T any](T, T) {}

type Equal interface{ Equal(Equal) bool }

func equal[T interface{ Equal(T) bool }](a, b T) {}

func Append[S ~[]T, T any](s S, x ...T) S { return s }

func infers(e Equal, l interface{ Equal(Equal) bool }, f *os.File) {
	equal(e, l)
	equal(l, e)
	type Pointer *int
	_ = Append([]Pointer{}, new(int))
	same(f, io.Discard)                  // ERROR "type io.Writer of io.Discard does not match inferred type \*os.File for T"
	same(io.Reader(f), io.ReadSeeker(f)) // ERROR "type io.ReadSeeker of io.ReadSeeker\(f\) does not match inferred type io.Reader for T"
}

type Strict interface {
	comparable
	[2]any | int
}

func strict[T Strict]()     {}
func equals[T comparable]() {}

func instances[V [2]any]() {
	strict[[2]any]() // ERROR "\[2\]any does not satisfy Strict \(Strict mentions \[2\]any, but \[2\]any is not in the type set of Strict\)"
	equals[V]()      // ERROR "V does not satisfy comparable"
	equals[[2]any]()
}

func two() (a, b int)          { return }
func named(s string, n ...int) {}

func names() {
	_ = 1 + two()     // ERROR "multiple-value two\(\) \(value of type \(a int, b int\)\) in single-value context"
	var _ int = named // ERROR "cannot use named \(value of type func\(s string, n ...int\)\) as int value in variable declaration"
}

func main() {}
