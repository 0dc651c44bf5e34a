// Splitting by words and runes, and Bytes.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Split(bufio.ScanWords)
	n := 0
	longest := ""
	for in.Scan() {
		n++
		if len(in.Bytes()) > len(longest) {
			longest = in.Text()
		}
	}
	fmt.Println(n, longest)
	lines := bufio.NewScanner(strings.NewReader("one\r\ntwo\nthree without end"))
	for lines.Scan() {
		fmt.Printf("%q ", lines.Text())
	}
	fmt.Println(lines.Err())
	runes := bufio.NewScanner(strings.NewReader("aé世"))
	runes.Split(bufio.ScanRunes)
	for runes.Scan() {
		fmt.Printf("%s,", runes.Text())
	}
	fmt.Println()
	long := bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000) + "\nshort\n"))
	for long.Scan() {
		fmt.Println("never")
	}
	fmt.Println(long.Err())
	buffered := bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000) + "\nshort\n"))
	buffered.Buffer(make([]byte, 0, 1024), 100000)
	for buffered.Scan() {
		fmt.Println(len(buffered.Text()))
	}
}

// Stdin:
// the quick   brown
// 	fox	jumps
// over

// Output:
// 6 quick
// "one" "two" "three without end" <nil>
// a,é,世,
// bufio.Scanner: token too long
// 70000
// 5
