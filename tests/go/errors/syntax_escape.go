// Escapes that do not exist.
package main

func main() {
	_ = "\q"     // ERROR "unknown escape"
	_ = '\400'   // ERROR "octal escape value 256 > 255"
	_ = "\u12"   // ERROR "invalid character .* in Unicode escape|escape"
	_ = '\ud800' // ERROR "escape is invalid Unicode code point"
	_ = 'ab'     // ERROR "more than one character"
	_ = ''       // ERROR "empty (rune|character) literal"
}
