// What is printed before the gas runs out ends at the same line in every tier.
package main

import "os"

var lines = [...]string{"one\n", "two\n", "three\n", "four\n", "five\n", "six\n"}

func main() {
	for i := 0; ; i++ {
		for j := 0; j < 10; j++ {
			i += j
		}
		os.Stdout.WriteString(lines[i%len(lines)])
	}
}

// Flags: --gas=4900
// Trap: OutOfGas
// Output:
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
// four
// two
// six
