// hello: the program that everybody writes first.
package main

import "fmt"

func main() {
	fmt.Println("hello, world")
}
