// A gigabyte of garbage passes through a small memory.
package main

import "fmt"

type pair struct{ a, b *pair }

func main() {
	sum := 0
	for i := 0; i < 20000; i++ {
		b := make([]byte, 50000)
		b[i%50000] = 1
		sum += len(b)
		var p *pair
		for j := 0; j < 20; j++ {
			p = &pair{p, nil}
		}
		if p.a == nil {
			sum = 0
		}
	}
	fmt.Println(sum)
}

// Flags: --memory=32M
// Output:
// 1000000000
