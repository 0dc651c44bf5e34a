// Package synctest runs tests of concurrent code in virtual time. Time is virtual here in any case; in a bubble it stands
// still besides, until every goroutine waits. There is one bubble at a time, and all goroutines are in it but those that
// wait for a bubble of their own.
package synctest

import (
	"internal/bubble"
	"runtime"
	"testing"
)

// holdClock lets the clock stand still, or run again.
func holdClock(still bool)

// othersRun tells whether goroutines wait for their turn.
func othersRun() bool

var inside, waiting bool

// Goroutines that wait for a bubble, and what wakes one of them.
var (
	queued int
	free   = make(chan struct{})
)

// enter begins a bubble as soon as no other one is left.
func enter() {
	for inside {
		queued++
		<-free
	}
	inside = true
	holdClock(true)
}

func leave() {
	inside, waiting = false, false
	holdClock(false)
	if queued > 0 {
		queued--
		free <- struct{}{}
	}
}

// Test runs f in a bubble, and waits until the goroutines that it has started have ended.
func Test(t *testing.T, f func(*testing.T)) {
	if bubble.Inside(t) {
		panic("synctest.Run called from within a synctest bubble")
	}
	enter()
	defer leave()
	before := runtime.NumGoroutine() - queued
	bubble.Run(t, func(t any) { f(t.(*testing.T)) })
	for runtime.NumGoroutine()-queued > before {
		if !othersRun() {
			panic("deadlock: main bubble goroutine has exited but blocked goroutines remain")
		}
		runtime.Gosched()
	}
}

// Wait waits until every other goroutine of the bubble waits for something.
func Wait() {
	if !inside {
		panic("goroutine is not in a bubble")
	}
	if waiting {
		panic("wait already in progress")
	}
	waiting = true
	for othersRun() {
		runtime.Gosched()
	}
	waiting = false
}
