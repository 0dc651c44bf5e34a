// An opening brace on the next line.
package main

func main() {
	x := 3
	if x == 3 // ERROR "unexpected newline"
	{
	}
}
