package main

import (
	"fmt"
	"sync"
	"time"
)

// generate, filter, merge, with quit channels
func generate(quit <-chan struct{}, n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			select {
			case out <- i:
			case <-quit:
				return
			}
		}
	}()
	return out
}

func merge(quit <-chan struct{}, ins ...<-chan int) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, in := range ins {
		wg.Go(func() {
			for v := range in {
				select {
				case out <- v:
				case <-quit:
					return
				}
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

// both receives from two channels until both are closed, by setting them to nil.
func both(a, b <-chan int) (sum, n int) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum += v
		case v, ok := <-b:
			if !ok {
				b = nil
				break
			}
			sum += v
		}
		n++
	}
	return
}

type request struct {
	key   string
	value int
	reply chan int
}

func server(requests <-chan request, quit chan bool) {
	state := map[string]int{}
	for {
		select {
		case r := <-requests:
			state[r.key] += r.value
			r.reply <- state[r.key]
		case <-quit:
			quit <- true
			return
		}
	}
}

type semaphore chan struct{}

func (s semaphore) tryAcquire() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func main() {
	quit := make(chan struct{})
	sum := 0
	for v := range merge(quit, generate(quit, 100), generate(quit, 50), generate(quit, 10)) {
		sum += v
	}
	fmt.Println("merged", sum)
	close(quit)

	never := make(chan struct{})
	fmt.Println(both(generate(never, 20), generate(never, 30)))

	requests, stop := make(chan request), make(chan bool)
	go server(requests, stop)
	var wg sync.WaitGroup
	var mu sync.Mutex
	highest := 0
	for i := range 20 {
		wg.Go(func() {
			r := request{"k", i, make(chan int)}
			requests <- r
			got := <-r.reply
			mu.Lock()
			defer mu.Unlock()
			highest = max(highest, got)
		})
	}
	wg.Wait()
	stop <- true
	<-stop
	fmt.Println("highest", highest)

	s := make(semaphore, 2)
	fmt.Println(s.tryAcquire(), s.tryAcquire(), s.tryAcquire())

	// timeouts
	slow := make(chan int)
	go func() { time.Sleep(time.Second); slow <- 1 }()
	for i := 0; ; i++ {
		select {
		case v := <-slow:
			fmt.Println("slow", v, "after", i, "timeouts")
			return
		case <-time.After(300 * time.Millisecond):
			fmt.Println("timeout", i)
		}
	}
}

// Output:
// merged 6380
// 675 51
// highest 190
// true true false
// timeout 0
// timeout 1
// timeout 2
// slow 1 after 3 timeouts
