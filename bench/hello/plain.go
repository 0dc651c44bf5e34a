// plain: one line without a library.
package main

func main() {
	println("hello")
}
