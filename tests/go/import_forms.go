// Renamed, blank and dot imports.
package main

import (
	. "fmt"
	m "math"
	_ "os"
	txt "strings"
)

import "strconv"

func main() {
	Println(m.Sqrt(16), txt.ToUpper("x"), strconv.Itoa(3))
	Printf("%s\n", Sprint("dot"))
	var s Stringer
	Println(s == nil)
}

// Output:
// 4 X 3
// dot
// true
