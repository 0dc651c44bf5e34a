// Files cannot be embedded without the package for it, and in nothing but variables.
package main

//go:embed a.txt // ERROR "go:embed only allowed in Go files that import .embed.|go:embed requires import .embed."
var a string

//go:embed a.txt // ERROR "misplaced go:embed directive"
type T string

//go:embed a.txt // ERROR "misplaced go:embed directive"
func main() {
	//go:embed a.txt // ERROR "go:embed only allowed|go:embed requires import|cannot apply to var inside func"
	var b string
	_ = b
}
