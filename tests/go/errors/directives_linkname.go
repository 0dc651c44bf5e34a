// Names that cannot be linked.
package main

import _ "unsafe"

type T int

var x int

func f[P any]() {}

//go:linkname x y

// The lines that these stand for are those of the comments below.
// ERROR "//go:linkname must refer to declared function or variable"
// ERROR "//go:linkname must refer to declared function or variable"
// ERROR "duplicate //go:linkname for x"
// ERROR "//go:linkname reference of an instantiation is not allowed"

//line directives_linkname.go:15:1
//go:linkname missing z
//go:linkname T z
//go:linkname x z
//go:linkname main f[int]
func main() {}
