// The loop of sum.st, for comparison. Argument: turns (1000000).
package main

import (
	"fmt"
	"os"
	"strconv"
)

func sumTo(n int) int {
	sum := 0
	for i := 1; i <= n; i++ {
		sum += i
	}
	return sum
}

func main() {
	n := 1000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	fmt.Println(sumTo(n))
}
