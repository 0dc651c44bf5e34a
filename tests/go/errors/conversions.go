// Conversions between types that have none.
package main

type A struct{ x int }
type B struct{ y int }

func main() {
	var s string
	var i int
	var f float64
	var b bool
	var p *int
	_ = int(s)        // ERROR "cannot convert s"
	_ = string(f)     // ERROR "cannot convert f"
	_ = bool(i)       // ERROR "cannot convert i"
	_ = int(b)        // ERROR "cannot convert b"
	_ = B(A{})        // ERROR "cannot convert A"
	_ = *float64(p)   // ERROR "cannot convert p|cannot indirect"
	_ = (*float64)(p) // ERROR "cannot convert p"
	_ = []int(s)      // ERROR "cannot convert s"
	_ = []byte(i)     // ERROR "cannot convert i"
	_ = [2]int([]string{}) // ERROR "cannot convert"
	_ = (func())(p)   // ERROR "cannot convert p"
	_ = error(i)      // ERROR "cannot convert i|does not implement"
	_ = int(nil)      // ERROR "cannot convert nil"
	_ = map[string]int(nil)
	_ = int("5")      // ERROR "cannot convert .5."
	_ = int(1, 2)     // ERROR "too many arguments|wrong argument count|unexpected comma"
	_ = int()         // ERROR "missing argument"
}
