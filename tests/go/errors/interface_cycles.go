// An interface that contains itself: one error, and none for what follows from it.
package main

type I interface { // ERROR "invalid recursive type I"
	m() J
	J
}

type J interface {
	I
}

var i I = j
var j J
var k J = i

func main() {}
