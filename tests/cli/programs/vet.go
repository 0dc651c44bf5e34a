package main

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func show(c counter) { fmt.Printf("%s\n", c.n) }

func main() {
	var c counter
	c.n = c.n
	if c.n == 1 || c.n == 1 {
		fmt.Printf("%d %d\n", c.n)
	}
}
