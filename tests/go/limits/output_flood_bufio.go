// Output without end, in large pieces and on both streams.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	w := bufio.NewWriterSize(os.Stdout, 1<<16)
	for i := 0; ; i++ {
		fmt.Fprintln(w, i)
		if i%1000 == 0 {
			fmt.Fprintln(os.Stderr, i)
		}
	}
}

// Flags: --output=1M
// Trap: OutputLimit
