// strings.Builder is guest memory.
package main

import "strings"

func main() {
	var b strings.Builder
	for {
		b.WriteString("0123456789abcdef")
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
