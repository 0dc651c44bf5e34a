// An uncaught write to a nil map.
package main

func main() {
	var m map[string][]int
	m["a"] = append(m["a"], 1)
}

// Exit: 2
// Stderr:
// panic: assignment to entry in nil map
// goroutine 1 [running]:
