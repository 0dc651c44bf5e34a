// Types that contain themselves through instances of generic ones.
package main

type (
	array[P any]               [10]P
	box[P any]                 struct{ f P }
	pointer[P any]             *P
	table[K comparable, V any] map[K]V
)

type (
	A array[A] // ERROR "invalid recursive type A"
	B box[B]   // ERROR "invalid recursive type B"
	P pointer[P]
	M table[int, M]
	N table[array[byte], N]
	C array[box[pointer[C]]]
	D array[box[box[D]]] // ERROR "invalid recursive type D"
	E box[later[E]]      // ERROR "invalid recursive type E"
	F later[A]
)

type later[P any] struct {
	f P
}

type G struct { // ERROR "invalid recursive type G"
	_ later[G]
}

func main() {}
