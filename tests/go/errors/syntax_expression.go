// An expression with a hole in it.
package main

func main() {
	x := 1 + / 2 // ERROR "unexpected"
}
