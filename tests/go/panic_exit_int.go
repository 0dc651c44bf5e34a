// An uncaught integer prints with its type.
package main

func main() {
	panic(42)
}

// Exit: 2
// Stderr:
// panic: 42
// goroutine 1 [running]:
