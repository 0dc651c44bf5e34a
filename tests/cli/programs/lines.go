package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines := 0
	for s := bufio.NewScanner(os.Stdin); s.Scan(); lines++ {
	}
	fmt.Println(lines, "lines")
}
