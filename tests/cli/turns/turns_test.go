package turns

import (
	"sync"
	"testing"
)

var list []int

// work takes some time, in which others may have their turn.
func work(n int) {
	list = list[:0]
	for i := range n {
		list = append(list, i)
	}
}

// TestLost is wrong: what another goroutine has added meanwhile is lost.
func TestLost(t *testing.T) {
	var all sync.WaitGroup
	n := 0
	for range 2 {
		all.Go(func() {
			before := n
			work(10)
			n = before + 1
		})
	}
	all.Wait()
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

func TestKept(t *testing.T) {
	var all sync.WaitGroup
	var mu sync.Mutex
	n := 0
	for range 8 {
		all.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			before := n
			work(10)
			n = before + 1
		})
	}
	all.Wait()
	if n != 8 {
		t.Errorf("n is %d", n)
	}
}

func TestOrder(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	select {
	case <-a:
	case <-b:
		t.Log("b came first")
	}
}
