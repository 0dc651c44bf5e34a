// What each of many isolates runs: little, so that making and dropping it is what counts.
package main

import "os"

var table = map[string]int{"one": 1, "two": 2}

func main() {
	if table["two"] != 2 {
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
