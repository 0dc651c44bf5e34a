// A String method that never returns, called from inside fmt.
package main

import "fmt"

type t struct{}

func (t) String() string {
	for {
	}
}

func main() {
	fmt.Println(t{})
}

// Flags: --gas=1000000
// Trap: OutOfGas
