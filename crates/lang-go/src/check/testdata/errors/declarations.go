// Names, declarations, types.

package main

import (
	"fmt"
	"os" // ERROR ""os" imported and not used"
	str "strings" // ERROR ""strings" imported as str and not used"
)

var x1 = undefined1 // ERROR "undefined: undefined1"
var x2 Unknown // ERROR "undefined: Unknown"
var x3 = x3 // ERROR "initialization cycle: x3 refers to itself"
var x4 = x5 // ERROR "initialization cycle for x4(?s).*x4 refers to x5(?s).*x5 refers to f5(?s).*f5 refers to x4"
var x5 = f5()

func f5() int { return x4 }

const k1 = k2 // ERROR "initialization cycle for k1"
const k2 = k1
const k3 = f5() // ERROR "f5\(\) \(value of type int\) is not constant"
const k4 int8 = 128 // ERROR "cannot use 128 \(untyped int constant\) as int8 value in constant declaration \(overflows\)"
const k5 []int = nil // ERROR "invalid constant type \[\]int"
const k6 = 1 << 600 // ERROR "constant shift overflow"
const k7 = 1 << 5000 // ERROR "invalid shift count 5000 \(untyped int constant\)"

type T1 struct { // ERROR "invalid recursive type T1(?s).*T1 refers to T2(?s).*T2 refers to T1"
	a T2
}
type T2 struct{ b [2]T1 }
type T3 T3 // ERROR "invalid recursive type: T3 refers to itself"
type T4 [len(T4{})]int // ERROR "invalid recursive type: T4 refers to itself"
type T5 interface{ T5 } // ERROR "invalid recursive type: T5 refers to itself"
type T6 map[[]int]string // ERROR "invalid map key type \[\]int"
type T7 [-1]int // ERROR "invalid array length -1 \(untyped int constant\)"
type T8 [x1]int // ERROR "invalid array length x1"
type T9 struct {
	a int
	a string // ERROR "a redeclared"
}

func (T9) a() {} // ERROR "field and method with the same name a"
func (T9) m() {}
func (*T9) m() {} // ERROR "method T9.m already declared at"
func (int) n() {} // ERROR "cannot define new methods on non-local type int"
func (Gone) n() {} // ERROR "undefined: Gone"

type P *T9

func (P) n() {} // ERROR "invalid receiver type P \(pointer or interface type\)"

type D int
type D string // ERROR "D redeclared in this block(?s).*other declaration of D"

var a, b = 1 // ERROR "assignment mismatch: 2 variables but 1 value|missing init expr for b"
var c, d, e = 1, 2 // ERROR "missing init expr for e"
var g, h = f5() // ERROR "assignment mismatch: 2 variables but f5\(?\)? ?returns 1 value"

func init() int { return 1 } // ERROR "func init must have no arguments and no return values"
func dup(p int, p string) {} // ERROR "p redeclared in this block"

var init = 3 // ERROR "cannot declare init - must be func"

func main() {
	fmt.Missing() // ERROR "undefined: fmt.Missing"
	fmt.println() // ERROR "undefined: fmt.println \(but have Println\)|name println not exported by package fmt|undefined: fmt.println"
	fmt := 1 // ERROR "declared and not used: fmt"
	var v int
	w := 2 // ERROR "declared and not used: w"
	w = 3
	for i := 0; false; { // ERROR "declared and not used: i"
	}
	type unused int
	const alsoUnused = 1
	_ = _ // ERROR "cannot use _ as value or type"
	_ = int // ERROR "int \(type\) is not an expression"
	_ = iota // ERROR "cannot use iota outside constant declaration"
	var y v // ERROR "v \(local variable\) is not a type"
	_ = y
	switch t := any(1).(type) { // ERROR "t declared and not used"
	case int:
	}
	main = nil // ERROR "cannot assign to main \(neither addressable nor a map index expression\)"
}
