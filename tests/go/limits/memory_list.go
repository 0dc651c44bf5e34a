// A list that only grows.
package main

type node struct {
	next *node
	pad  [6]int
}

func main() {
	var head *node
	for {
		head = &node{next: head}
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
