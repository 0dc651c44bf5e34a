// A size hint is a wish: a huge one is ignored, as Go ignores it, and takes no memory.
package main

import "fmt"

func main() {
	m := make(map[string]int, 1<<50)
	m["a"] = 1
	fmt.Println(len(m))
}

// Flags: --memory=32M
// Output:
// 1
