// Reading lines with bufio.Scanner.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	total, lines := 0, 0
	words := map[string]int{}
	for in.Scan() {
		line := in.Text()
		lines++
		for _, w := range strings.Fields(line) {
			if n, err := strconv.Atoi(w); err == nil {
				total += n
			} else {
				words[w]++
			}
		}
		fmt.Printf("%d:%q\n", lines, line)
	}
	fmt.Println(lines, total, words, in.Err())
	fmt.Println(in.Scan(), in.Text() == "")
}

// Stdin:
// first line 1 2 3
//
//   indented 40
// word word héllo
// last

// Output:
// 1:"first line 1 2 3"
// 2:""
// 3:"  indented 40"
// 4:"word word héllo"
// 5:"last"
// 5 46 map[first:1 héllo:1 indented:1 last:1 line:1 word:2] <nil>
// false true
