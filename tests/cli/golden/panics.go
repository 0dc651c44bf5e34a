package main

func main() {
	var m map[string]int
	m["x"] = 1
}

// Error:
// assignment to entry in nil map
