// Comments to the compiler that only Go's own run time may write.
package main

//go:nowritebarrier // ERROR "//go:nowritebarrier only allowed in runtime"
func a() {}

//go:systemstack // ERROR "//go:systemstack only allowed in runtime"
func b() {}

//go:cgo_unsafe_args // ERROR "only allowed in cgo-generated code"
func c() {}

//go:uintptrkeepalive // ERROR "only allowed in the standard library"
func d() {}

//go:linkname // ERROR "usage: //go:linkname localname|//go:linkname only allowed"
func main() {}
