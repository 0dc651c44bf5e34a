// Tests in bubbles: time stands still until all goroutines wait, and what happens then happens in order.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func clock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		fmt.Println(start.UTC(), time.Since(start))
		go func() {
			time.Sleep(time.Nanosecond)
			fmt.Println("one", time.Since(start))
		}()
		for i := range 1000 {
			_ = fmt.Sprint(i) // work takes no time
		}
		time.Sleep(2 * time.Nanosecond)
		fmt.Println("two", time.Since(start))
		time.Sleep(24 * time.Hour)
		fmt.Println(time.Now().UTC(), time.Until(start))
	})
	synctest.Test(t, func(t *testing.T) { fmt.Println(time.Now().UTC()) })
}

func waits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		done := make(chan bool)
		var wg sync.WaitGroup
		for _, name := range []string{"a", "b", "c"} {
			wg.Add(1)
			go func() {
				defer wg.Done()
				order = append(order, name)
				<-done
				order = append(order, name+"!")
			}()
		}
		synctest.Wait()
		fmt.Println(len(order))
		close(done)
		synctest.Wait()
		fmt.Println(len(order))
		wg.Wait()
	})
}

func timers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		timer := time.NewTimer(5 * time.Second)
		time.AfterFunc(3*time.Second, func() { fmt.Println("func", time.Since(start)) })
		ticker := time.NewTicker(2 * time.Second)
		for range 2 {
			at := <-ticker.C
			fmt.Println("tick", at.Sub(start))
		}
		ticker.Stop()
		fmt.Println((<-timer.C).Sub(start), timer.Reset(time.Minute), timer.Stop())
		select {
		case <-time.After(time.Hour):
			fmt.Println("late")
		case <-time.After(time.Second):
			fmt.Println("soon", time.Since(start))
		}
	})
}

func contexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const timeout = 5 * time.Second
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		defer cancel()
		time.Sleep(timeout - time.Nanosecond)
		synctest.Wait()
		fmt.Println(ctx.Err())
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		fmt.Println(ctx.Err(), errors.Is(ctx.Err(), context.DeadlineExceeded))
		other, stop := context.WithCancel(t.Context())
		called := false
		context.AfterFunc(other, func() { called = true })
		synctest.Wait()
		fmt.Println(called)
		stop()
		synctest.Wait()
		fmt.Println(called)
	})
}

func methods(t *testing.T) {
	panics := func(f func()) {
		defer func() { fmt.Println(recover()) }()
		f()
	}
	panics(synctest.Wait)
	synctest.Test(t, func(t *testing.T) {
		panics(func() { t.Run("x", func(*testing.T) {}) })
		panics(func() { t.Parallel() })
		panics(func() { t.Deadline() })
		panics(func() { synctest.Test(t, func(*testing.T) {}) })
		t.Cleanup(func() { fmt.Println("cleanup", time.Now().UTC()) })
		time.Sleep(time.Second)
		fmt.Println(t.Name())
	})
	fmt.Println("after")
	synctest.Test(t, func(t *testing.T) { t.Skip() })
	fmt.Println("after a skip", t.Skipped())
	panics(func() {
		synctest.Test(t, func(t *testing.T) { go time.Sleep(time.Hour) })
	})
}

func fails(t *testing.T) {
	defer fmt.Println("deferred")
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { fmt.Println("cleanup") })
		t.FailNow()
	})
	fmt.Println("not reached")
}

func main() {
	all := func(pat, str string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{
		{Name: "clock", F: clock}, {Name: "waits", F: waits}, {Name: "timers", F: timers},
		{Name: "contexts", F: contexts}, {Name: "methods", F: methods}, {Name: "fails", F: fails},
	}, nil, nil)
}

// Exit: 1
// Output:
// 2000-01-01 00:00:00 +0000 UTC 0s
// one 1ns
// two 2ns
// 2000-01-02 00:00:00.000000002 +0000 UTC -24h0m0.000000002s
// 2000-01-01 00:00:00 +0000 UTC
// 3
// 6
// tick 2s
// func 3s
// tick 4s
// 5s false true
// soon 6s
// <nil>
// context deadline exceeded true
// false
// true
// goroutine is not in a bubble
// testing: t.Run called inside synctest bubble
// testing: t.Parallel called inside synctest bubble
// testing: t.Deadline called inside synctest bubble
// synctest.Run called from within a synctest bubble
// methods
// cleanup 2000-01-01 00:00:01 +0000 UTC
// after
// after a skip false
// deadlock: main bubble goroutine has exited but blocked goroutines remain
// cleanup
// deferred
// --- FAIL: fails (0.00s)
// FAIL
