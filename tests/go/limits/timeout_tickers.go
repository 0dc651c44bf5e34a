// Tickers that are due faster than anybody can look at them do not keep the limits from being seen, nor pile up.
package main

import "time"

func main() {
	for i := 0; i < 1000; i++ {
		time.NewTicker(1)
	}
	select {}
}

// Flags: --gas=100000000 --memory=64M
// Trap: OutOfGas
