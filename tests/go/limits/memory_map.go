// A map that only grows.
package main

func main() {
	m := map[int][4]int{}
	for i := 0; ; i++ {
		m[i] = [4]int{i}
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
