package main

import "time"

// Time passes at once, so sleeping costs gas only.
func main() {
	go func() {
		for {
			time.Sleep(time.Second)
		}
	}()
	for {
		time.Sleep(1 << 62)
	}
}

// Flags: --gas=1000000
// Trap: OutOfGas
