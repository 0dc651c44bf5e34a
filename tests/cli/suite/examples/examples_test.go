package examples_test

import "fmt"

func Example_wrong() {
	fmt.Println("got this")
	// Output: want that
}

func Example_unordered() {
	fmt.Println("b")
	fmt.Println("a")
	// Unordered output:
	// a
	// b
}
