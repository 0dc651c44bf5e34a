// A string that does not end on its line.
package main

func main() {
	s := "not closed // ERROR "newline in string|string literal not terminated" "unexpected name newline"
	_ = s
}
