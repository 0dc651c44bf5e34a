// Package iter: what can be ranged over by calling it.
package iter

import "runtime"

// Seq calls yield with each value until that returns false.
type Seq[V any] func(yield func(V) bool)

// Seq2 calls yield with each pair of values until that returns false.
type Seq2[K, V any] func(yield func(K, V) bool)

// coroutine is an iterator that runs in a goroutine of its own, in turns with who asks for values.
type coroutine struct {
	resume             chan bool // whether to go on
	back               chan struct{}
	run                func()
	busy, ended        bool
	done, panicked, ok bool
	exited             bool // by runtime.Goexit, which then ends the other side as well
	value              any
}

func newCoroutine() *coroutine {
	return &coroutine{resume: make(chan bool), back: make(chan struct{})}
}

func (c *coroutine) start() {
	returned := false
	defer func() {
		if !returned {
			c.value = recover()
			c.panicked, c.exited = c.value != nil, c.value == nil
		}
		c.done, c.ended, c.ok = true, true, false
		c.back <- struct{}{}
	}()
	if <-c.resume {
		c.run()
	}
	returned = true
}

// give hands a value over and waits until the next one is asked for.
func (c *coroutine) give() bool {
	if c.done {
		return false
	}
	if !c.busy {
		panic("iter.Pull: yield called again before next")
	}
	c.ok = true
	c.back <- struct{}{}
	return <-c.resume
}

func (c *coroutine) turn(more bool) {
	c.busy = true
	c.resume <- more
	<-c.back
	c.busy = false
	if c.ended {
		// The goroutine has nothing more to do, and is gone when the caller goes on.
		runtime.Gosched()
	}
	if c.panicked {
		c.panicked = false
		panic(c.value)
	}
	if c.exited {
		c.exited = false
		runtime.Goexit()
	}
}

// next is whether there is another value.
func (c *coroutine) next() bool {
	if c.done {
		return false
	}
	if c.busy {
		panic("iter.Pull: next called again before yield")
	}
	c.ok = false
	c.turn(true)
	return c.ok
}

func (c *coroutine) stop() {
	if c.done {
		return
	}
	c.done = true
	c.turn(false)
}

// Pull turns an iterator round: next asks it for a value, stop ends it.
func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	var v V
	c := newCoroutine()
	c.run = func() {
		seq(func(value V) bool {
			v = value
			return c.give()
		})
	}
	go c.start()
	next = func() (V, bool) {
		var value, zero V
		ok := c.next()
		value, v = v, zero
		if !ok {
			return zero, false
		}
		return value, true
	}
	return next, c.stop
}

// Pull2 is Pull for pairs of values.
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	type pair struct {
		k K
		v V
	}
	pull, stop := Pull(func(yield func(pair) bool) {
		seq(func(k K, v V) bool { return yield(pair{k, v}) })
	})
	next = func() (K, V, bool) {
		p, ok := pull()
		return p.k, p.v, ok
	}
	return next, stop
}
