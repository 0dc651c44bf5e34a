// Strings: building, searching, splitting, comparing, and conversion to runes.
package main

import (
	"os"
	"strconv"
	"strings"
)

func work(n int) int {
	sum := 0
	for i := range n {
		var b strings.Builder
		for k := range 12 {
			b.WriteString("item")
			b.WriteString(strconv.Itoa(i + k))
			b.WriteByte(',')
		}
		text := b.String()
		parts := strings.Split(text, ",")
		sum += len(parts) + strings.Index(text, strconv.Itoa(i+11)+",")&1
		if strings.Contains(text, "items") || parts[0] > parts[0]+"x" {
			sum += 1000
		}
		for _, r := range strings.ToUpper(parts[3]) {
			sum += int(r) & 1
		}
	}
	return sum
}

func expected(n int) int {
	sum := 0
	for i := range n {
		at := 0
		for k := range 11 {
			at += len("item,") + len(strconv.Itoa(i+k))
		}
		if first := strconv.Itoa(i + 11); first == "" {
			return -1
		}
		sum += 13 + (at+4)&1
		for _, r := range "ITEM" + strconv.Itoa(i+3) {
			sum += int(r) & 1
		}
	}
	return sum
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if got, want := work(n), expected(n); got != want {
		println("got", got, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
