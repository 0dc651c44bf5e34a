// Searching from the end costs what is looked at, not what lies before: the last lines of a large buffer are cheap to find.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

func main() {
	text := bytes.Repeat([]byte("a line of text\n"), 1<<14)
	lines := 0
	for end := len(text) - 1; lines < 4000; lines++ {
		end = bytes.LastIndexByte(text[:end], '\n')
	}
	s := string(text)
	for end := len(s) - 1; lines < 8000; lines++ {
		end = strings.LastIndex(s[:end], "\na")
	}
	fmt.Println(lines, bytes.LastIndexByte(text, 'x'))
}

// Flags: --gas=3000000
// Output:
// 8000 245757
