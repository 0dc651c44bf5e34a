package main

import (
	"fmt"
	"time"
)

const ms = time.Millisecond

func main() {
	start := time.Now()
	time.Sleep(50 * ms)
	fmt.Println("slept", time.Since(start).Milliseconds()/10)

	// order of sleepers
	c := make(chan int)
	for _, d := range []int{30, 10, 20} {
		go func() { time.Sleep(time.Duration(d) * ms); c <- d }()
	}
	fmt.Println(<-c, <-c, <-c)

	// After against work
	select {
	case <-time.After(5 * ms):
		fmt.Println("after")
	case <-c:
	}
	// timer stop and reset
	t := time.NewTimer(20 * ms)
	fmt.Println("stop", t.Stop(), t.Stop())
	fmt.Println("reset", t.Reset(10*ms), t.Reset(15*ms))
	<-t.C
	fmt.Println("fired", t.Stop(), t.Reset(5*ms))
	time.Sleep(20 * ms)
	fmt.Println("expired stop", t.Stop())
	select {
	case <-t.C:
		fmt.Println("stale")
	default:
		fmt.Println("no stale value")
	}
	// AfterFunc
	done := make(chan string)
	f := time.AfterFunc(10*ms, func() { done <- "func" })
	fmt.Println(<-done, f.Stop())
	f.Reset(10 * ms)
	fmt.Println(<-done)
	g := time.AfterFunc(10*ms, func() { panic("no") })
	fmt.Println(g.Stop())
	// ticker
	tk := time.NewTicker(10 * ms)
	for i := range 3 {
		<-tk.C
		fmt.Println("tick", i)
	}
	tk.Stop()
	select {
	case <-tk.C:
		fmt.Println("tick after stop")
	case <-time.After(50 * ms):
		fmt.Println("no tick")
	}
	tk.Reset(20 * ms)
	<-tk.C
	// missed ticks are dropped
	time.Sleep(200 * ms)
	n := 0
	for {
		select {
		case <-tk.C:
			n++
			continue
		default:
		}
		break
	}
	fmt.Println("pending ticks", n)
	tk.Stop()
	// a busy loop sees its timeout
	timeout := time.After(3 * ms)
	rounds := 0
busy:
	for {
		select {
		case <-timeout:
			break busy
		default:
			rounds++
		}
	}
	fmt.Println(rounds > 10)
	func() {
		defer func() { fmt.Println(recover()) }()
		time.NewTicker(0)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var t time.Timer
		t.Stop()
	}()
	fmt.Println(time.Tick(0) == nil, time.Tick(-1) == nil)
	k := time.Tick(10 * ms)
	<-k
	<-k
	time.Sleep(0)
	time.Sleep(-5)
	fmt.Println("end")
}

// Output:
// slept 5
// 10 20 30
// after
// stop true false
// reset false true
// fired false false
// expired stop true
// no stale value
// func false
// func
// true
// tick 0
// tick 1
// tick 2
// no tick
// pending ticks 1
// true
// non-positive interval for NewTicker
// time: Stop called on uninitialized Timer
// true true
// end
