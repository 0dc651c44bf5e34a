package main

import (
	"fmt"
	"time"
)

func main() {
	fmt.Println(time.Now().Unix())
	// Sleeping takes no time, and is exact.
	began := time.Now()
	time.Sleep(1000 * time.Hour)
	fmt.Println(time.Since(began).Truncate(time.Millisecond))

	// Timers go off in the order of their moments; some are taken back, some set anew.
	seed := uint64(1)
	random := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % n
	}
	type fired struct{ n, due int }
	out := make(chan fired, 4000)
	var timers []*time.Timer
	var due []int
	set := func(n, delay int) *time.Timer {
		return time.AfterFunc(time.Duration(delay)*time.Millisecond, func() { out <- fired{n, due[n]} })
	}
	for n := range 2000 {
		delay := random(3000) + 100
		due = append(due, delay)
		timers = append(timers, set(n, delay))
	}
	stopped, again := 0, 0
	for n, t := range timers {
		switch random(4) {
		case 0:
			if !t.Stop() {
				fmt.Println("not stopped", n)
			}
			stopped++
		case 1:
			due[n] = random(5000) + 100
			if !t.Reset(time.Duration(due[n]) * time.Millisecond) {
				fmt.Println("not reset", n)
			}
			again++
		}
	}
	time.Sleep(10 * time.Second)
	fmt.Println(len(out) == 2000-stopped, stopped > 400, again > 400)
	close(out)
	last := 0
	for f := range out {
		// Some gas was spent between setting two of them.
		if f.due < last-10 {
			fmt.Println("out of order:", f, last)
		}
		last = max(last, f.due)
	}

	// Of those due at once, the first to be set is the first to go off.
	c := make(chan int, 10)
	for n := range 10 {
		go func() { time.Sleep(time.Duration(10-n/5) * time.Hour); c <- n }()
	}
	for range 10 {
		fmt.Print(<-c, ";")
	}
	fmt.Println()
	// The clock runs with the work that is done.
	began = time.Now()
	sum := 0
	for i := range 1000000 {
		sum += i & 7
	}
	spent := time.Since(began)
	fmt.Println(sum, spent > time.Millisecond, spent < 100*time.Millisecond)
}

// Output:
// 1257894000
// 1000h0m0s
// true true true
// 5;6;7;8;9;0;1;2;3;4;
// 3500000 true true
