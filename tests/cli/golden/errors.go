package main

func main() {
	var n int = "text" // ERROR "cannot use .text. .* as int value"
	missing(n)         // ERROR "undefined: missing" "missing$"
}
