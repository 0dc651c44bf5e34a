// A program that ignores the errors of its writes still ends.
package main

import "os"

func main() {
	buf := make([]byte, 1000)
	for {
		os.Stdout.Write(buf)
	}
}

// Flags: --output=1M
// Trap: OutputLimit
