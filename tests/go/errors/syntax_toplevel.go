// A statement outside any function.
package main

x := 1 // ERROR "non-declaration statement outside function body"

func main() {
}
