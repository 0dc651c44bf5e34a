// Statements of other languages.
package main

func main() {
	var x int y // ERROR "unexpected name y"
	x = = 3     // ERROR "unexpected ="
}
