// Several goroutines want a bubble at a time: each has its own, in which time begins anew.
package main

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func bubbles(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	ended := 0
	for n := range 5 {
		wg.Go(func() {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				done := make(chan bool)
				go func() {
					time.Sleep(time.Duration(n+1) * time.Hour)
					close(done)
				}()
				synctest.Wait()
				<-done
				if passed := time.Since(start); passed != time.Duration(n+1)*time.Hour {
					t.Errorf("%d: %v passed", n, passed)
				}
			})
			mu.Lock()
			ended++
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Println(ended, t.Failed())
}

func main() {
	all := func(pat, str string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{Name: "bubbles", F: bubbles}}, nil, nil)
}

// Output:
// 5 false
// PASS
