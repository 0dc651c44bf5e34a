// Package sync: goroutines that wait for each other. Goroutines switch only where they block or at loops and calls
// that recur, so plain fields need no protection in between.
package sync

import "internal/rt"

// Locker can be locked.
type Locker interface {
	Lock()
	Unlock()
}

// queue are goroutines that wait, each for one wake.
type queue struct {
	waiting int
	wakes   chan struct{}
}

func (q *queue) wait() {
	if q.wakes == nil {
		q.wakes = make(chan struct{})
	}
	q.waiting++
	<-q.wakes
}

// wake lets the one that waits longest go on.
func (q *queue) wake() {
	q.waiting--
	q.wakes <- struct{}{}
}

// Mutex is handed over to who waits longest when it is unlocked.
type Mutex struct {
	locked bool
	queue  queue
}

func (m *Mutex) Lock() {
	if m.locked {
		m.queue.wait()
		return
	}
	m.locked = true
}

func (m *Mutex) TryLock() bool {
	if m.locked {
		return false
	}
	m.locked = true
	return true
}

func (m *Mutex) Unlock() {
	if !m.locked {
		rt.Fatal("sync: unlock of unlocked mutex")
	}
	if m.queue.waiting > 0 {
		m.queue.wake()
		return
	}
	m.locked = false
}

// RWMutex is held by one writer or by any number of readers. Readers that come after a waiting writer wait too.
type RWMutex struct {
	writing bool
	readers int
	writers queue
	others  queue
}

func (m *RWMutex) Lock() {
	if m.writing || m.readers > 0 {
		m.writers.wait()
		return
	}
	m.writing = true
}

func (m *RWMutex) TryLock() bool {
	if m.writing || m.readers > 0 {
		return false
	}
	m.writing = true
	return true
}

func (m *RWMutex) Unlock() {
	if !m.writing {
		rt.Fatal("sync: Unlock of unlocked RWMutex")
	}
	if n := m.others.waiting; n > 0 {
		m.writing = false
		m.readers += n
		for ; n > 0; n-- {
			m.others.wake()
		}
		return
	}
	if m.writers.waiting > 0 {
		m.writers.wake()
		return
	}
	m.writing = false
}

func (m *RWMutex) RLock() {
	if m.writing || m.writers.waiting > 0 {
		m.others.wait()
		return
	}
	m.readers++
}

func (m *RWMutex) TryRLock() bool {
	if m.writing || m.writers.waiting > 0 {
		return false
	}
	m.readers++
	return true
}

func (m *RWMutex) RUnlock() {
	if m.readers <= 0 {
		rt.Fatal("sync: RUnlock of unlocked RWMutex")
	}
	m.readers--
	if m.readers == 0 && m.writers.waiting > 0 {
		m.writing = true
		m.writers.wake()
	}
}

type rlocker struct{ m *RWMutex }

func (r rlocker) Lock()   { r.m.RLock() }
func (r rlocker) Unlock() { r.m.RUnlock() }

func (m *RWMutex) RLocker() Locker { return rlocker{m} }

// WaitGroup counts what is still to be done.
type WaitGroup struct {
	n     int
	queue queue
}

func (wg *WaitGroup) Add(delta int) {
	wg.n += delta
	if wg.n < 0 {
		panic("sync: negative WaitGroup counter")
	}
	if wg.n == 0 {
		for k := wg.queue.waiting; k > 0; k-- {
			wg.queue.wake()
		}
	}
}

func (wg *WaitGroup) Done() { wg.Add(-1) }

func (wg *WaitGroup) Wait() {
	if wg.n > 0 {
		wg.queue.wait()
	}
}

func (wg *WaitGroup) Go(f func()) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		f()
	}()
}

// Once does something one time.
type Once struct {
	done bool
	m    Mutex
}

func (o *Once) Do(f func()) {
	if o.done {
		return
	}
	o.m.Lock()
	defer o.m.Unlock()
	if !o.done {
		defer func() { o.done = true }()
		f()
	}
}

func OnceFunc(f func()) func() {
	var once Once
	valid := false
	var p any
	run := func() {
		defer func() {
			p = recover()
			if !valid {
				panic(p)
			}
		}()
		f()
		f = nil
		valid = true
	}
	return func() {
		once.Do(run)
		if !valid {
			panic(p)
		}
	}
}

// Cond lets goroutines wait for something to become true.
type Cond struct {
	L     Locker
	queue queue
}

func NewCond(l Locker) *Cond { return &Cond{L: l} }

func (c *Cond) Wait() {
	if c.queue.wakes == nil {
		c.queue.wakes = make(chan struct{})
	}
	// Counted before the lock is given up, so that no wake is missed.
	c.queue.waiting++
	c.L.Unlock()
	<-c.queue.wakes
	c.L.Lock()
}

func (c *Cond) Signal() {
	if c.queue.waiting > 0 {
		c.queue.wake()
	}
}

func (c *Cond) Broadcast() {
	for k := c.queue.waiting; k > 0; k-- {
		c.queue.wake()
	}
}

// Pool keeps what may be used again.
type Pool struct {
	New  func() any
	kept []any
}

func (p *Pool) Get() any {
	if n := len(p.kept); n > 0 {
		x := p.kept[n-1]
		p.kept[n-1] = nil
		p.kept = p.kept[:n-1]
		return x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

func (p *Pool) Put(x any) {
	if x != nil {
		p.kept = append(p.kept, x)
	}
}

// Map is a map for several goroutines.
type Map struct{ m map[any]any }

func (m *Map) Load(key any) (value any, ok bool) {
	value, ok = m.m[key]
	return value, ok
}

func (m *Map) Store(key, value any) {
	if m.m == nil {
		m.m = make(map[any]any)
	}
	m.m[key] = value
}

func (m *Map) Clear() { m.m = nil }

func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	if v, ok := m.m[key]; ok {
		return v, true
	}
	m.Store(key, value)
	return value, false
}

func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	value, loaded = m.m[key]
	delete(m.m, key)
	return value, loaded
}

func (m *Map) Delete(key any) { delete(m.m, key) }

func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	previous, loaded = m.m[key]
	m.Store(key, value)
	return previous, loaded
}

func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	if v, ok := m.m[key]; !ok || v != old {
		return false
	}
	m.m[key] = new
	return true
}

func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	if v, ok := m.m[key]; !ok || v != old {
		return false
	}
	delete(m.m, key)
	return true
}

func (m *Map) Range(f func(key, value any) bool) {
	for k, v := range m.m {
		if !f(k, v) {
			break
		}
	}
}
