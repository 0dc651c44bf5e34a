// Ranges over what has none, and too many variables.
package main

func main() {
	for i := range 1.5 { // ERROR "cannot range over 1.5"
		_ = i
	}
	for i, v := range 10 { // ERROR "range over 10 .*permits only one iteration variable"
		_, _ = i, v
	}
	var c chan int
	for i, v := range c { // ERROR "permits only one iteration variable"
		_, _ = i, v
	}
	var s struct{}
	for range s { // ERROR "cannot range over s"
	}
	var p *[]int
	for range p { // ERROR "cannot range over p"
	}
	var send chan<- int
	for range send { // ERROR "cannot range over send"
	}
	var x string
	for x = range []int{1} { // ERROR "cannot use .*as string value"
	}
	_ = x
}
