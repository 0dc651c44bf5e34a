// Messages name types as the program does where it says how: by their aliases.
package main

type T struct{ x int }

type A = T

type I = int

type S = struct{}

type N T

func (I) m() {} // ERROR "cannot define new methods on non-local type I"
func (S) m() {} // ERROR "invalid receiver type S"

func f(byte)        {}
func g(uint8)       {}
func h(a A, b ...I) {}

var _ N = T{} // ERROR "cannot use T\{\} \(value of struct type T\) as N value"
var _ N = A{} // ERROR "cannot use A\{\} \(value of struct type A\) as N value"

func main() {
	var x float64
	f(x)            // ERROR "cannot use x \(variable of type float64\) as byte value in argument to f"
	g(x)            // ERROR "cannot use x \(variable of type float64\) as uint8 value in argument to g"
	h(x)            // ERROR "cannot use x \(variable of type float64\) as A value in argument to h"
	h(A{}, 1, x, 2) // ERROR "cannot use x \(variable of type float64\) as I value in argument to h"
	h(A{}, main)    // ERROR "cannot use main \(value of type func\(\)\) as I value in argument to h"
}
