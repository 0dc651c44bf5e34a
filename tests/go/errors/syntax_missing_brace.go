// A block that never ends. The file ends without a newline, so that the error is on the line of its comment.
package main

func main() {
	if true {
		println("x")
} // ERROR "unexpected EOF|expected }"