// Numbers that are none.
package main

func main() {
	_ = 09   // ERROR "invalid digit '9' in octal literal"
	_ = 0b12 // ERROR "invalid digit '2' in binary literal"
	_ = 1__0 // ERROR "'_' must separate successive digits"
	_ = 0x   // ERROR "hexadecimal literal has no digits"
	_ = 1e   // ERROR "exponent has no digits"
}
