// Package purlin runs other people's source code inside a Go program: metered, bounded, deterministic, near
// native speed. It needs no cgo: it opens the shared library of Purlin, libpurlin_c, which is looked for at the
// place that the variable PURLIN_LIBRARY names, beside the program, and where the system looks.
//
// An [Engine] holds what is configured once, a [Module] is a compiled program, an [Isolate] is one running
// instance of it. Values cross by their types: numbers, strings, byte slices, slices, maps, structs, and
// pointers that may be nil. Every ending that is no result is an [*Error], whose kind [errors.Is] finds.
package purlin
