package main

func main() {
	for {
	}
}

// Flags: --timeout=20ms
// Trap: Deadline
