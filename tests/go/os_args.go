// Arguments, and output to both streams.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	sum := 0
	for i, a := range os.Args[1:] {
		n, err := strconv.Atoi(a)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bad argument", i, err)
			continue
		}
		sum += n
	}
	fmt.Println(len(os.Args), sum)
	fmt.Fprintf(os.Stdout, "%s|%d\n", os.Args[1], len(os.Args[0])/1000)
	os.Stdout.WriteString("direct\n")
	os.Stdout.Write([]byte("bytes\n"))
	if sum != 6 {
		os.Exit(1)
	}
	os.Exit(7)
}

// Args: 1 two 5 -0
// Exit: 7
// Stderr:
// bad argument 1 strconv.Atoi: parsing "two": invalid syntax

// Output:
// 5 6
// 1|0
// direct
// bytes
