package main

import "time"

func main() {
	for {
		time.AfterFunc(1<<62, func() {})
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
