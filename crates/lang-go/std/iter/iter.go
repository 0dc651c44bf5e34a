// Package iter: what can be ranged over by calling it.
package iter

// Seq calls yield with each value until that returns false.
type Seq[V any] func(yield func(V) bool)

// Seq2 calls yield with each pair of values until that returns false.
type Seq2[K, V any] func(yield func(K, V) bool)

// coroutine is an iterator that runs in a goroutine of its own, in turns with who asks for values.
type coroutine struct {
	resume             chan bool // whether to go on
	back               chan struct{}
	run                func()
	started, busy      bool
	done, panicked, ok bool
	value              any
}

func newCoroutine() *coroutine {
	return &coroutine{resume: make(chan bool), back: make(chan struct{})}
}

func (c *coroutine) start() {
	returned := false
	defer func() {
		if !returned {
			c.value, c.panicked = recover(), true
		}
		c.done, c.ok = true, false
		c.back <- struct{}{}
	}()
	c.run()
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
	if !c.started {
		c.started = true
		go c.start()
	} else {
		c.resume <- more
	}
	<-c.back
	c.busy = false
	if c.panicked {
		c.panicked = false
		panic(c.value)
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
	if c.started {
		c.turn(false)
	}
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
