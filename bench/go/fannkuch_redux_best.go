// fannkuch_redux n reps, written for speed: the leading element is kept aside, so that a flip moves what lies between the
// first place and the one it points at and nothing else; arrays of a fixed size, whose masked indices need no check.
// Same results as fannkuch_redux.go; n is at most 16.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type row [16]uint8

func countFlips(p *row) int {
	perm := *p
	first := perm[0] & 15
	flips := 0
	for first != 0 {
		next := perm[first]
		perm[first] = first
		for i, j := uint8(1), first-1; i < j; i, j = i+1, j-1 {
			perm[i&15], perm[j&15] = perm[j&15], perm[i&15]
		}
		first = next & 15
		flips++
	}
	return flips
}

func fannkuch(n int) (checksum, maxFlips int) {
	var perm, count row
	for i := range perm {
		perm[i] = uint8(i)
	}
	sign := 1
	for r := n; ; {
		for ; r > 1; r-- {
			count[(r-1)&15] = uint8(r)
		}
		if perm[0] != 0 {
			flips := countFlips(&perm)
			if flips > maxFlips {
				maxFlips = flips
			}
			checksum += sign * flips
		}
		for {
			if r == n {
				return checksum, maxFlips
			}
			first := perm[0]
			for i := 0; i < r; i++ {
				perm[i&15] = perm[(i+1)&15]
			}
			perm[r&15] = first
			count[r&15]--
			if count[r&15] != 0 {
				break
			}
			r++
		}
		sign = -sign
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
