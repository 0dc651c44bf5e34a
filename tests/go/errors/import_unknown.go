// A package that does not exist.
package main

import (
	"fmt"
	"no/such/package" // ERROR "package no/such/package is not in std|cannot find package|could not import"
)

func main() { fmt.Println("x") }
