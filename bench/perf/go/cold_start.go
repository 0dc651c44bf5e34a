// A small program, compiled and run anew each time: how long one waits for it.
package main

import (
	"fmt"
	"strings"
)

func main() {
	if text := fmt.Sprintf("%d %s", 42, strings.Repeat("x", 3)); text != "42 xxx" {
		panic(text)
	}
	fmt.Println("ok")
}
