package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type account struct {
	sync.Mutex
	balance int
}

func mutexes() {
	var a account
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				a.Lock()
				a.balance += i
				a.Unlock()
			}
		}()
	}
	wg.Wait()
	fmt.Println("balance", a.balance)
	fmt.Println(a.TryLock(), a.TryLock())
	a.Unlock()
	var l sync.Locker = &a
	l.Lock()
	fmt.Println(a.TryLock())
	l.Unlock()
}

func readers() {
	var m sync.RWMutex
	fmt.Println(m.TryRLock(), m.TryRLock(), m.TryLock())
	m.RUnlock()
	m.RUnlock()
	fmt.Println(m.TryLock(), m.TryRLock(), m.TryLock())
	m.Unlock()
	table := map[int]int{}
	var wg sync.WaitGroup
	var reads atomic.Int64
	for i := range 5 {
		wg.Go(func() {
			for k := range 20 {
				m.Lock()
				table[i*100+k] = k
				m.Unlock()
				m.RLock()
				if table[i*100+k] == k {
					reads.Add(1)
				}
				m.RUnlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(len(table), reads.Load())
	// Readers that come after a waiting writer wait for it.
	var order []string
	var mu sync.Mutex
	note := func(s string) { mu.Lock(); order = append(order, s); mu.Unlock() }
	m.RLock()
	wg.Go(func() { m.Lock(); note("writer"); m.Unlock() })
	time.Sleep(10 * time.Millisecond)
	wg.Go(func() { m.RLock(); note("late reader"); m.RUnlock() })
	time.Sleep(10 * time.Millisecond)
	note("early reader")
	m.RUnlock()
	wg.Wait()
	fmt.Println(order)
	r := m.RLocker()
	r.Lock()
	r.Unlock()
}

func conditions() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	queue := []int{}
	var wg sync.WaitGroup
	sum := 0
	for range 4 {
		wg.Go(func() {
			for range 5 {
				mu.Lock()
				for len(queue) == 0 {
					c.Wait()
				}
				sum += queue[0]
				queue = queue[1:]
				mu.Unlock()
			}
		})
	}
	for i := range 20 {
		mu.Lock()
		queue = append(queue, i)
		mu.Unlock()
		c.Signal()
	}
	wg.Wait()
	fmt.Println("sum", sum)
	started, released := 0, 0
	for range 10 {
		wg.Go(func() {
			mu.Lock()
			started++
			c.Wait()
			released++
			mu.Unlock()
		})
	}
	for {
		mu.Lock()
		n := started
		mu.Unlock()
		if n == 10 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	mu.Lock()
	c.Broadcast()
	mu.Unlock()
	wg.Wait()
	fmt.Println("released", released)
	func() {
		defer func() { fmt.Println(recover()) }()
		d := *c
		d.Signal()
	}()
}

func onces() {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	for range 5 {
		wg.Go(func() { once.Do(func() { time.Sleep(time.Millisecond); n++ }) })
	}
	wg.Wait()
	fmt.Println("once", n)
	var again sync.Once
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		again.Do(func() { panic("first") })
	}()
	again.Do(func() { fmt.Println("not again") })
}

func groups() {
	var wg sync.WaitGroup
	results := make([]int, 5)
	for i := range results {
		wg.Go(func() { results[i] = i * i })
	}
	wg.Wait()
	wg.Wait()
	fmt.Println(results)
	func() {
		defer func() { fmt.Println(recover()) }()
		wg.Done()
	}()
	// Several wait for one.
	var gate, done sync.WaitGroup
	gate.Add(1)
	var through atomic.Int32
	for range 3 {
		done.Go(func() { gate.Wait(); through.Add(1) })
	}
	gate.Done()
	done.Wait()
	fmt.Println(through.Load())
}

func pools() {
	made := 0
	p := sync.Pool{New: func() any { made++; return new([8]int) }}
	x := p.Get().(*[8]int)
	x[0] = 1
	p.Put(x)
	fmt.Println(made)
	var empty sync.Pool
	fmt.Println(empty.Get())
	empty.Put(nil)
	fmt.Println(empty.Get())
}

func maps() {
	var m sync.Map
	for i := range 5 {
		m.Store(i, i*i)
	}
	fmt.Println(m.Load(3))
	fmt.Println(m.Load(9))
	fmt.Println(m.LoadOrStore(3, "x"))
	fmt.Println(m.LoadOrStore("new", "y"))
	fmt.Println(m.LoadAndDelete("new"))
	fmt.Println(m.LoadAndDelete("new"))
	fmt.Println(m.Swap(1, "one"))
	fmt.Println(m.Swap(7, "seven"))
	fmt.Println(m.CompareAndSwap(7, "seven", 77), m.CompareAndSwap(7, "seven", 78), m.CompareAndSwap(8, nil, 1))
	fmt.Println(m.CompareAndDelete(7, 1), m.CompareAndDelete(7, 77), m.CompareAndDelete(7, nil))
	n := 0
	m.Range(func(k, v any) bool { n += k.(int); return true })
	fmt.Println(n)
	m.Range(func(k, v any) bool { m.Delete(k); return true })
	m.Range(func(k, v any) bool { fmt.Println("left", k); return true })
	m.Store("a", 1)
	m.Clear()
	fmt.Println(m.Load("a"))
}

func main() {
	mutexes()
	readers()
	conditions()
	onces()
	groups()
	pools()
	maps()
}

// Output:
// balance 24500
// true false
// false
// true true false
// true false false
// 100 100
// [early reader writer late reader]
// sum 190
// released 10
// sync.Cond is copied
// once 1
// recovered first
// [0 1 4 9 16]
// sync: negative WaitGroup counter
// 3
// 1
// <nil>
// <nil>
// 9 true
// <nil> false
// 9 true
// y false
// y true
// <nil> false
// 1 true
// <nil> false
// true false false
// false true false
// 10
// <nil> false
