// An uncaught struct prints its type and an address.
package main

type pair struct{ a, b int }

func main() {
	panic(pair{1, 2})
}

// Exit: 2
// Stderr:
// panic: (main.pair) 0x
// goroutine 1 [running]:
