// A size hint is a wish; a huge one must not take the host's memory.
package main

func main() {
	m := make(map[string]int, 1<<50)
	m["a"] = 1
	println(len(m))
}

// Flags: --memory=32M
// Trap: OutOfMemory
