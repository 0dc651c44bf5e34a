// Values that do not fit what they are assigned to.
package main

type A int
type I interface{ M() }
type P struct{}

func (p *P) M() {}

func two() (int, string) { return 1, "" }
func none()              {}

func main() {
	var i int = "s"           // ERROR "cannot use .s. .* as int value"
	var s string = 1          // ERROR "cannot use 1 .* as string value"
	var a A = 3
	i = a                     // ERROR "cannot use a .* as int value in assignment"
	var f float64 = i         // ERROR "cannot use i .* as float64 value"
	var x I = P{}             // ERROR "P does not implement I .*method M has pointer receiver"
	var y I = 3               // ERROR "int does not implement I .*missing method M"
	var b byte = 256          // ERROR "cannot use 256 .*overflows|constant 256 overflows|overflows byte"
	var n int = nil           // ERROR "cannot use nil as int value"
	p, q := two(), 1          // ERROR "multiple-value two\(\)"
	i, s = two(), 2           // ERROR "multiple-value two\(\)" "cannot use 2 .* as string value in assignment"
	i, s = two()
	i, s, f = two()           // ERROR "assignment mismatch: 3 variables but two(\(\))? returns 2 values"
	i = none()                // ERROR "none\(\) \(no value\) used as value"
	i, f = 1                  // ERROR "assignment mismatch: 2 variables but 1 value"
	var c chan<- int = make(<-chan int) // ERROR "cannot use make"
	two() = 3                 // ERROR "multiple-value two\(\)|cannot assign to"
	5 = i                     // ERROR "cannot assign to 5"
	"abc"[0] = 'x'            // ERROR "cannot assign to"
	s[0] = 'x'                // ERROR "cannot assign to s\[0\]"
	const k = 1
	k = 2                     // ERROR "cannot assign to k"
	map[string]P{}["a"].x = 1 // ERROR "x undefined"
	_, _, _, _, _, _, _, _, _, _, _ = i, s, f, x, y, b, n, p, q, c, a
}
