package quiet

import (
	"sync"
	"testing"
)

func TestLocked(t *testing.T) {
	var mu sync.Mutex
	var all sync.WaitGroup
	n := 0
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			mu.Lock()
			defer mu.Unlock()
			n++
		}()
	}
	all.Wait()
	if n != 4 {
		t.Error(n)
	}
}
