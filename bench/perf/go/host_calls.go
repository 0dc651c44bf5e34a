// Calls of host functions by the guest: words, and bytes in both directions.
package main

import (
	"host/perf"
	"os"
	"strconv"
)

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	sum, want := int64(0), int64(0)
	for i := range n {
		sum += perf.Add(int64(i), 3)
		want += int64(i) + 3
		if i&15 == 0 {
			sum += int64(len(perf.Twice("some text")))
			want += 18
		}
	}
	if sum != want {
		println("got", sum, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
