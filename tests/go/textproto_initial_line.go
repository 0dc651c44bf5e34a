// A header whose first line is a continuation is quoted in the error, unless the line is long.
package main

import (
	"bufio"
	"fmt"
	"net/textproto"
	"strings"
)

func main() {
	for _, n := range []int{1, 79, 80, 5000} {
		in := " " + strings.Repeat("x", n) + "\r\na: b\r\n\r\n"
		h, err := textproto.NewReader(bufio.NewReader(strings.NewReader(in))).ReadMIMEHeader()
		fmt.Println(n, h, err)
	}
}

// Output:
// 1 map[] malformed MIME header initial line: " x"
// 79 map[] malformed MIME header initial line: " xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
// 80 map[] message too large
// 5000 map[] message too large
