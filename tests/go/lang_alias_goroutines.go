// Memory that goroutines share: by channels, locks, and words that they count and test atomically in loops without any call.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type shared struct {
	lock  atomic.Int32
	value int64
	turns int64
	mu    sync.Mutex
	other int64
}

// A lock of its own, which is taken and left without a call.
//
//go:noinline
func (s *shared) spin(n int, seen *int64) {
	for i := 0; i < n; i++ {
		for !s.lock.CompareAndSwap(0, 1) {
			runtime.Gosched()
		}
		*seen += s.value & 1
		s.value++
		s.lock.Store(0)
	}
}

// Takes a turn whenever it finds the word in its favour.
//
//go:noinline
func (s *shared) turn(mine, next int32, n int) int64 {
	var sum int64
	for done := 0; done < n; {
		if s.lock.Load() == mine {
			sum = sum*7%1000003 + s.value
			s.value += int64(mine)
			done++
			s.lock.Store(next)
		}
	}
	return sum
}

// Reads only what the one before it has written.
//
//go:noinline
func (s *shared) follow(mine, next int32, n int) int64 {
	s.turns++
	var sum int64
	for done := 0; done < n; {
		if s.lock.Load() == mine {
			sum = sum*7%1000003 + s.other
			done++
			s.lock.Store(next)
		}
	}
	return sum
}

//go:noinline
func (s *shared) lead(mine, next int32, n int) {
	for done := 0; done < n; {
		if s.lock.Load() == mine {
			s.other += 3
			done++
			s.lock.Store(next)
		}
	}
}

//go:noinline
func (s *shared) locked(n int) {
	for i := 0; i < n; i++ {
		s.mu.Lock()
		s.other++
		s.turns += s.other
		s.mu.Unlock()
	}
}

//go:noinline
func wait(flag *atomic.Bool, data *int) int {
	for !flag.Load() {
	}
	return *data
}

//go:noinline
func feed(in <-chan int, s *shared) {
	for x := range in {
		s.value += int64(x)
		s.turns++
	}
}

func main() {
	s := &shared{}
	var group sync.WaitGroup
	seen := make([]int64, 3)
	for i := range seen {
		group.Go(func() { s.spin(500, &seen[i]) })
	}
	group.Wait()
	fmt.Println(s.value, seen[0]+seen[1]+seen[2])

	t := &shared{}
	sums := make([]int64, 3)
	for i := range sums {
		group.Go(func() { sums[i] = t.turn(int32(i), int32(i+1)%3, 40) })
	}
	group.Wait()
	fmt.Println(t.value, sums)

	v := &shared{}
	group.Go(func() { v.lead(0, 1, 30) })
	group.Go(func() { fmt.Println(v.follow(1, 0, 30)) })
	group.Wait()
	fmt.Println(v.other)

	for range 3 {
		group.Go(func() { s.locked(300) })
	}
	group.Wait()
	fmt.Println(s.other, s.turns)

	var flag atomic.Bool
	data := 0
	go func() {
		for i := range 100 {
			data += i
			runtime.Gosched()
		}
		flag.Store(true)
	}()
	fmt.Println(wait(&flag, &data))

	in := make(chan int)
	done := make(chan bool)
	u := &shared{}
	go func() { feed(in, u); done <- true }()
	for i := range 50 {
		in <- i
	}
	close(in)
	<-done
	fmt.Println(u.value, u.turns)
}

// Output:
// 1500 750
// 120 [997150 997150 991484]
// 1149
// 90
// 900 405450
// 4950
// 1225 50
