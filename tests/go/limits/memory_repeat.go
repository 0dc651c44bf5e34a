// One call that asks for far more than there is.
package main

import (
	"fmt"
	"strings"
)

func main() {
	fmt.Println(len(strings.Repeat("x", 1000)))
	fmt.Println(len(strings.Repeat("0123456789", 1<<30)))
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// 1000
