// Generic and local interfaces that embed themselves.
package main

type I[T any] interface{ J[T] } // ERROR "invalid recursive type J"
type J[T any] interface{ I[T] }

type P[T any] interface{ Q[[]T] } // ERROR "invalid recursive type Q"
type Q[T any] interface{ R[T]; q(T) }
type R[T any] interface{ P[T] }

type Plain interface{ Holder[int] } // ERROR "invalid recursive type Plain"
type Holder[T any] interface{ Plain; hold(T) }

type Self[T any] interface{ Self[T] } // ERROR "invalid recursive type: Self refers to itself"

func f[T interface{ Bound }](x T) {}

type Bound interface{ Text | ~int } // ERROR "invalid recursive type Bound"
type Text interface{ Bound }

// This is no cycle.
type Ordered[T Ordered[T]] interface{ Less(T) bool }

func main() {
	type I interface{ I } // ERROR "invalid recursive type: I refers to itself"
	type J interface{ int | interface{ J } } // ERROR "invalid recursive type: J refers to itself"
	f("x")
}
