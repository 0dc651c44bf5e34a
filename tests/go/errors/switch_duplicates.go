// Duplicate cases and defaults.
package main

func main() {
	x := 1
	switch x {
	case 1:
	case 2, 1: // ERROR "duplicate case 1"
	case "a":  // ERROR "mismatched types|cannot convert"
	default:
	default:   // ERROR "multiple defaults"
	}
	switch {
	case x > 1:
	case 5: // ERROR "mismatched types|cannot convert|invalid case"
	}
	switch s := "a"; s {
	case "a", "b":
	case "b": // ERROR "duplicate case .b."
	}
	switch x {
	case nil: // ERROR "mismatched types|cannot convert|invalid case"
	}
}
