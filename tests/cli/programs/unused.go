package main

import "fmt"

func main() {
	a, b, c, d, e, f := 1, 2, 3, 4, 5, 6
	g, h, i, j, k, l := 1, 2, 3, 4, 5, 6
	var s string = 1
	undefined(s)
}
