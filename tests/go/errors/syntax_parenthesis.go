// A parenthesis that is not closed on its line.
package main

func main() {
	_ = (1 + 2 // ERROR "unexpected newline"
}
