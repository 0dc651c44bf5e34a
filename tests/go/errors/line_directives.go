// Comments that say where generated text comes from: errors are reported there.
package main

// ERROR "undefined: a"
// ERROR "undefined: b"
// ERROR "undefined: c" "undefined: d"
// This is where the comment after it stands, which is too far to the right to be one of them.
// ERROR "undefined: e"

func main() {
//line line_directives.go:4:1
	_ = a
	_ = b
	_ = c + /*line :6:30*/ d
	//line line_directives.go:100
	_ = e
}
