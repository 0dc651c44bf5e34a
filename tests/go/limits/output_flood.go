// Output without end.
package main

import "fmt"

func main() {
	for {
		fmt.Println("flood flood flood flood flood flood flood flood")
	}
}

// Flags: --output=1M
// Trap: OutputLimit
