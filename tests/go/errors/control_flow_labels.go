// Jumps over declarations, and labels that are there twice.
package main

func main() {
	goto over // ERROR "goto over jumps over (variable )?declaration"
	x := 1
	_ = x
over:
twice:
	for {
		break twice
	}
twice: // ERROR "label twice already defined"
	for {
		func() {
			break // ERROR "break is not in a loop, switch, or select"
		}()
	}
}
