// fannkuch_redux n reps: over all permutations of n, flip the leading run until a 1 leads; prints the
// alternating checksum and the maximum number of flips.
// Check: n = 7 prints 228 and Pfannkuchen(7) = 16. Default 10, 4 times; the Benchmarks Game uses 12, once,
// which is what n alone asks for.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func fannkuch(n int) (checksum, maxFlips int) {
	perm := make([]int, n)
	perm1 := make([]int, n)
	count := make([]int, n)
	for i := range perm1 {
		perm1[i] = i
	}
	r := n
	even := true
	for {
		for ; r != 1; r-- {
			count[r-1] = r
		}
		if perm1[0] != 0 {
			copy(perm, perm1)
			flips := 0
			for k := perm[0]; k != 0; k = perm[0] {
				for i, j := 0, k; i < j; i, j = i+1, j-1 {
					perm[i], perm[j] = perm[j], perm[i]
				}
				flips++
			}
			if flips > maxFlips {
				maxFlips = flips
			}
			if even {
				checksum += flips
			} else {
				checksum -= flips
			}
		}
		for {
			if r == n {
				return checksum, maxFlips
			}
			first := perm1[0]
			for i := 0; i < r; i++ {
				perm1[i] = perm1[i+1]
			}
			perm1[r] = first
			count[r]--
			if count[r] > 0 {
				break
			}
			r++
		}
		even = !even
	}
}

func main() {
	n, reps := 10, 4
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
		reps = 1
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	checksum, maxFlips := 0, 0
	for r := 0; r < reps; r++ {
		checksum, maxFlips = fannkuch(n)
	}
	fmt.Printf("%d\nPfannkuchen(%d) = %d\n", checksum, n, maxFlips)
}
