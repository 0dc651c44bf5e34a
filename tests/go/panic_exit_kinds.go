// Uncaught values of named types print as the runtime prints them; each replaces the one before.
package main

type myString string
type myInt int16
type myFloat float64
type myBool bool

func main() {
	defer func() { panic(myBool(true)) }()
	defer func() { panic(myFloat(1.5)) }()
	defer func() { panic(myInt(-7)) }()
	defer func() { panic(myString("text")) }()
	defer func() { panic(2.25) }()
	defer func() { panic(uint8(200)) }()
	defer func() { panic('r') }()
	defer func() { panic(false) }()
	panic("first")
}

// Exit: 2
// Stderr:
// panic: first
// 	panic: false
// 	panic: 114
// 	panic: 200
// 	panic: 2.25
// 	panic: main.myString("text")
// 	panic: main.myInt(-7)
// 	panic: main.myFloat(1.5)
// 	panic: main.myBool(true)
// goroutine 1 [running]:
