// The built-in print and println write to standard error, in their own form.
package main

import "fmt"

type s string

func main() {
	println("text", 1, -5, true, 'x', uint8(200), 1.5, -0.1, 1e100, s("named"))
	print("no newline", 1, 2, "\n")
	println()
	var p *int
	var e error
	println(p == nil, e == nil, len("abc"), 1<<40)
	zero := 0.0
	println(1/zero, -1/zero, zero/zero, float32(2.5))
	fmt.Println("stdout")
}

// Stderr:
// text 1 -5 true 120 200 1.5 -0.1 1e+100 named
// no newline12
// true true 3 1099511627776
// +Inf -Inf NaN 2.5

// Output:
// stdout
