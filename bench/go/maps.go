// maps n reps: map[int]int and map[string]int: insert, look up (present and absent), update, range, delete
// half, with keys from a generator whose seed differs in each repetition; prints sums that do not depend on order.
// Check: equal to compiled Go. Default 50000 keys, 60 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func ints(n, seed int) int {
	m := make(map[int]int)
	first := seed
	for i := 0; i < n; i++ {
		seed = (seed*1103515245 + 12345) & 0x7fffffff
		m[seed] = i
	}
	sum := 0
	seed = first
	for i := 0; i < n; i++ {
		seed = (seed*1103515245 + 12345) & 0x7fffffff
		m[seed] += 3
		if v, ok := m[seed+1]; ok {
			sum += v
		}
		if i&1 == 0 {
			delete(m, seed)
		}
	}
	for k, v := range m {
		sum += k ^ v
	}
	return sum + len(m)
}

func stringsOf(words []string) int {
	m := make(map[string]int)
	for i, w := range words {
		m[w] += i
	}
	sum := 0
	for i, w := range words {
		sum += m[w]
		if i&1 == 0 {
			delete(m, w)
		}
	}
	for k, v := range m {
		sum += len(k) * v
	}
	return sum + len(m)
}

func main() {
	n, reps := 50000, 60
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	sum := 0
	words := make([]string, n)
	for r := 0; r < reps; r++ {
		seed := 42 + r
		for i := range words {
			seed = (seed*1103515245 + 12345) & 0x7fffffff
			words[i] = "key" + strconv.Itoa(seed%(n/2+1))
		}
		sum += ints(n, 42+r) + stringsOf(words)
		sum &= 0xffffffffffff
	}
	fmt.Println(sum)
}
