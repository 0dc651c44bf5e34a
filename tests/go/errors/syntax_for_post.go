// A declaration in the post statement.
package main

func main() {
	for i := 0; i < 3; i := i + 1 { // ERROR "cannot declare in post statement"
	}
}
