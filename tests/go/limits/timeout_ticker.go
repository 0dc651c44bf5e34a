package main

import "time"

func main() {
	n := 0
	for range time.NewTicker(time.Minute).C {
		n++
	}
}

// Flags: --timeout=100ms
// Trap: Deadline
