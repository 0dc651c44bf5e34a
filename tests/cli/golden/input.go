package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	s := bufio.NewScanner(os.Stdin)
	for s.Scan() {
		fmt.Printf("%q\n", s.Text())
	}
	os.Exit(3)
}

// Stdin:
// one
//
// two

// Output:
// "one"
// ""
// "two"

// Exit: 3
