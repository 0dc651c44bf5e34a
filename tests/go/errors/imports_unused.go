// Imports under a name that another import has, or that a declaration has.
package main

import "bufio"    // ERROR "imported and not used"
import bufio "os" // ERROR "bufio redeclared in this block" "imported as bufio and not used"
import (
	. "bytes"
	fmt "math" // ERROR "imported as fmt and not used"
	"sort"     // ERROR "imported and not used"
	. "unsafe" // ERROR "imported and not used"
)

var Index byte // ERROR "Index already declared through dot-import of package bytes"
var sort int   // ERROR "sort already declared through import of package sort"
var _ Buffer

func main() {}
