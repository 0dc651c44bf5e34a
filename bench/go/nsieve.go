// nsieve n: the sieve of Eratosthenes over n flags, 50 times; prints the number of primes below n.
// Check: n = 1000 prints 168, n = 10000 prints 1229. Default 6000000.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func sieve(flags []bool) int {
	for i := range flags {
		flags[i] = true
	}
	count := 0
	for i := 2; i < len(flags); i++ {
		if flags[i] {
			for k := i + i; k < len(flags); k += i {
				flags[k] = false
			}
			count++
		}
	}
	return count
}

func main() {
	n := 6000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	flags := make([]bool, n)
	count := 0
	for i := 0; i < 50; i++ {
		count = sieve(flags)
	}
	fmt.Println(count)
}
