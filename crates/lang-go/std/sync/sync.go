// Package sync: goroutines that wait for each other. Goroutines switch only where they block or at loops and calls
// that recur, so plain fields need no protection in between.
package sync

import "internal/rt"

// Locker can be locked.
type Locker interface {
	Lock()
	Unlock()
}

// queue are goroutines that wait, the first come first. The run time keeps it.
type queue struct{ first, last *waiter }

type waiter struct{}

func (q *queue) empty() bool { return q.first == nil }

// These wait for one wake each.
func waitMutex(q *queue)
func waitReader(q *queue)
func waitWriter(q *queue)
func waitGroup(q *queue)
func waitCond(q *queue)

// wake lets the one that waits longest go on; false if there is none.
func wake(q *queue) bool

// wakeAll lets all of them go on, and counts them.
func wakeAll(q *queue) int

// Mutex is handed over to who waits longest when it is unlocked.
type Mutex struct {
	locked bool
	queue  queue
}

func (m *Mutex) Lock() {
	if m.locked {
		waitMutex(&m.queue)
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
	if m.queue.empty() || !wake(&m.queue) {
		m.locked = false
	}
}

// RWMutex is held by one writer or by any number of readers. Readers that come after a waiting writer wait too.
type RWMutex struct {
	writing bool
	readers int
	writers queue
	others  queue
}

func (m *RWMutex) Lock() {
	switch {
	case m.writing:
		waitMutex(&m.writers)
	case m.readers > 0:
		waitWriter(&m.writers)
	default:
		m.writing = true
	}
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
	if !m.others.empty() {
		m.writing = false
		m.readers += wakeAll(&m.others)
		return
	}
	m.writing = wake(&m.writers)
}

func (m *RWMutex) RLock() {
	if m.writing || !m.writers.empty() {
		waitReader(&m.others)
		return
	}
	m.readers++
}

func (m *RWMutex) TryRLock() bool {
	if m.writing || !m.writers.empty() {
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
	if m.readers == 0 {
		m.writing = wake(&m.writers)
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
	if wg.n == 0 && !wg.queue.empty() {
		wakeAll(&wg.queue)
	}
}

func (wg *WaitGroup) Done() { wg.Add(-1) }

func (wg *WaitGroup) Wait() {
	if wg.n > 0 {
		waitGroup(&wg.queue)
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
	// Those that are giving up the lock and do not wait yet, and how many of them need not.
	entering, early int
	self            *Cond
}

func NewCond(l Locker) *Cond { return &Cond{L: l} }

func (c *Cond) check() {
	if c.self == nil {
		c.self = c
	} else if c.self != c {
		panic("sync.Cond is copied")
	}
}

func (c *Cond) Wait() {
	c.check()
	// Counted before the lock is given up, so that no wake is missed.
	c.entering++
	c.L.Unlock()
	c.entering--
	if c.early > 0 {
		c.early--
	} else {
		waitCond(&c.queue)
	}
	c.L.Lock()
}

func (c *Cond) Signal() {
	c.check()
	if !wake(&c.queue) && c.early < c.entering {
		c.early++
	}
}

func (c *Cond) Broadcast() {
	c.check()
	wakeAll(&c.queue)
	c.early = c.entering
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
