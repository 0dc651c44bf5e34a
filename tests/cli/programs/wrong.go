package main

import "fmt"

func main() {
	var n int = "one"
	undefined(n)
}
