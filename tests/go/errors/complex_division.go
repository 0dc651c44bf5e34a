// Divisors so small that there is no quotient.
package main

var _ = 1 / 1e-600000000i         // ERROR "division by zero"
var _ = 1i / 1e-600000000         // ERROR "division by zero"
var _ = 1i / (1e-600000000 + 0i)  // ERROR "division by zero"
var _ complex128 = 2 / (0.0 + 0i) // ERROR "division by zero"
var _ = 1i / 1e-300

func main() {}
