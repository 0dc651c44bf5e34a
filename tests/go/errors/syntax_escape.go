// Escapes that do not exist.
package main

func main() {
	_ = "\q"     // ERROR "unknown escape"
	_ = '\400'   // ERROR "octal escape value 256 > 255"
	_ = "\u12"   // ERROR "invalid character .* in Unicode escape|escape"
	_ = '\ud800' // ERROR "escape is invalid Unicode code point"
	_ = 09       // ERROR "invalid digit '9' in octal literal"
	_ = 0b12     // ERROR "invalid digit '2' in binary literal"
	_ = 1__0     // ERROR "'_' must separate successive digits"
	_ = 0x       // ERROR "hexadecimal literal has no digits"
	_ = 1e       // ERROR "exponent has no digits"
	_ = 'ab'     // ERROR "more than one character"
	_ = ''       // ERROR "empty (rune|character) literal"
}
