package main

import "example.com/hello/greet"

func main() {
	println(greet.Hello("bye"))
}
