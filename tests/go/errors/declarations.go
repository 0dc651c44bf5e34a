// Redeclarations, cycles and malformed declarations.
package main

import "fmt"

type T struct {
	a int
	a string // ERROR "a redeclared"
}

type R struct { // ERROR "invalid recursive type:? R"
	r R
}

func (t T) m() {}
func (t T) m() {} // ERROR "method T.m already declared"
func (t T) a() {} // ERROR "field and method with the same name a"

func f() {}
func f() {} // ERROR "f redeclared"

var x = y // ERROR "initialization cycle"
var y = x

const c = 1
var c = 2 // ERROR "c redeclared"

type I interface {
	m()
	m() // ERROR "duplicate method m"
}

func (i int) bad() {}   // ERROR "cannot define new methods on non-local type int"
func (i I) bad()    {}  // ERROR "invalid receiver type I"
func (p **T) bad2() {}  // ERROR "invalid receiver type"

func g(a int, a string) {} // ERROR "a redeclared"

func main() {
	v := 1
	v := 2 // ERROR "no new variables on left side of :="
	var v int // ERROR "v redeclared"
	_ = v
	fmt := 3
	_ = fmt
	n, 5 := 1, 2 // ERROR "declared and not used: n" "non-name 5 on left side of :="
}

func init() int { return 1 } // ERROR "func init must have no arguments and no return values"

func useFmt() { fmt.Println(init) } // ERROR "undefined: init"
