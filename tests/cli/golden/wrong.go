package main

func main() {
	println("to standard error")
	for i := range 4 {
		print(i, " ")
	}
	println()
}

// Stderr:
// 0 1 2 3 4

// Output:
// nothing
