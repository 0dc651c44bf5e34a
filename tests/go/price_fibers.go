// Goroutines, panics and the scheduler at their dearest. `cargo xtask gas` prices each case.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

type shape interface{ area() int }
type square struct{ a int }
type circle struct{ r int }

func (s square) area() int  { return s.a }
func (c *circle) area() int { return c.r }

func deep(n int, then func()) int {
	if n == 0 {
		then()
		return 0
	}
	return deep(n-1, then) + 1
}

func deferring(n int) (sum int) {
	for i := range n {
		defer func() { sum += i & 1 }()
	}
	return
}

func deepDeferring(n int) {
	defer func() {}()
	if n == 0 {
		panic("at the bottom")
	}
	deepDeferring(n - 1)
}

func panicking(n int) {
	defer func() {
		if e := recover(); e != nil && n > 0 {
			panic(e)
		}
	}()
	if n == 0 {
		panic("again")
	}
	panicking(n - 1)
}

var cases = []struct {
	name string
	run  func(n int) int
}{
	{"go", func(n int) int {
		var done atomic.Int64
		for range n * 100 {
			go func() { done.Add(1) }()
			runtime.Gosched()
		}
		return int(done.Load())
	}},
	{"go_many", func(n int) int {
		var wg sync.WaitGroup
		var sum atomic.Int64
		for range n * 100 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				runtime.Gosched()
				sum.Add(1)
			}()
		}
		wg.Wait()
		return int(sum.Load())
	}},
	{"go_deep", func(n int) int {
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() { deep(3000, runtime.Gosched) })
		}
		wg.Wait()
		return n
	}},
	{"collect_with_many", func(n int) int {
		hold := make(chan int)
		var wg sync.WaitGroup
		for range n * 50 {
			wg.Go(func() { <-hold })
		}
		runtime.Gosched()
		total := 0
		for range n * 100 {
			total += len(fmt.Sprint(make([]int, 100)))
		}
		close(hold)
		wg.Wait()
		return total
	}},
	{"ping_pong", func(n int) (sum int) {
		a, b := make(chan int), make(chan int)
		go func() {
			for v := range a {
				b <- v + 1
			}
			close(b)
		}()
		for i := range n * 200 {
			a <- i
			sum += <-b & 1
		}
		close(a)
		return
	}},
	{"buffered", func(n int) (sum int) {
		c := make(chan [8]int, 100)
		for range n * 50 {
			for range 100 {
				c <- [8]int{1}
			}
			for range 100 {
				v := <-c
				sum += v[0]
			}
		}
		return
	}},
	{"channels_made", func(n int) (sum int) {
		for i := range n * 500 {
			c := make(chan int, 1)
			c <- i
			sum += <-c & 1
		}
		return
	}},
	{"channel_large", func(n int) (sum int) {
		for range n * 2 {
			c := make(chan [1000]int, 10)
			c <- [1000]int{1}
			v := <-c
			sum += v[0]
		}
		return
	}},
	{"select", func(n int) (sum int) {
		a, b, c := make(chan int, 1), make(chan int, 1), make(chan int)
		for i := range n * 200 {
			select {
			case a <- i:
			case b <- i:
			case v := <-c:
				sum += v
			}
			select {
			case v := <-a:
				sum += v & 1
			case v := <-b:
				sum += v & 1
			case <-c:
			default:
			}
		}
		return
	}},
	{"select_blocking", func(n int) (sum int) {
		chans := make([]chan int, 8)
		for i := range chans {
			chans[i] = make(chan int)
		}
		go func() {
			for i := range n * 50 {
				chans[i%8] <- i
			}
			for _, c := range chans {
				close(c)
			}
		}()
		for {
			select {
			case v, ok := <-chans[0]:
				if !ok {
					return
				}
				sum += v & 1
			case v := <-chans[1]:
				sum += v & 1
			case v := <-chans[2]:
				sum += v & 1
			case v := <-chans[3]:
				sum += v & 1
			case v := <-chans[4]:
				sum += v & 1
			case v := <-chans[5]:
				sum += v & 1
			case v := <-chans[6]:
				sum += v & 1
			case v := <-chans[7]:
				sum += v & 1
			}
			if sum < 0 {
				return
			}
		}
	}},
	{"mutex", func(n int) (sum int) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				for range n * 10 {
					mu.Lock()
					runtime.Gosched()
					sum++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		return
	}},
	{"cond", func(n int) (woken int) {
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		var wg sync.WaitGroup
		for range n * 10 {
			wg.Go(func() {
				mu.Lock()
				cond.Wait()
				woken++
				mu.Unlock()
			})
		}
		runtime.Gosched()
		mu.Lock()
		cond.Broadcast()
		mu.Unlock()
		wg.Wait()
		return
	}},
	{"gosched", func(n int) int {
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				for range n * 5 {
					runtime.Gosched()
				}
			})
		}
		wg.Wait()
		return n
	}},
	{"timers", func(n int) int {
		var wg sync.WaitGroup
		for i := range n * 50 {
			wg.Add(1)
			time.AfterFunc(time.Duration(i*7919%1000)*time.Millisecond, wg.Done)
		}
		wg.Wait()
		return n
	}},
	{"timers_stopped", func(n int) (stopped int) {
		for range n * 200 {
			t := time.NewTimer(time.Hour)
			if t.Stop() {
				stopped++
			}
		}
		return
	}},
	{"sleep", func(n int) int {
		for range n * 200 {
			time.Sleep(time.Microsecond)
		}
		return n
	}},
	{"ticker", func(n int) int {
		t := time.NewTicker(time.Millisecond)
		for range n * 100 {
			<-t.C
		}
		t.Stop()
		return n
	}},
	{"contexts", func(n int) (done int) {
		for range n * 20 {
			ctx, cancel := context.WithCancel(context.Background())
			ctx2, cancel2 := context.WithTimeout(ctx, time.Second)
			cancel()
			<-ctx2.Done()
			cancel2()
			done++
		}
		return
	}},
	{"defers", func(n int) (sum int) {
		for range n {
			sum += deferring(200)
		}
		return
	}},
	{"panics", func(n int) (sum int) {
		for range n * 200 {
			func() {
				defer func() {
					if recover() != nil {
						sum++
					}
				}()
				panic("once")
			}()
		}
		return
	}},
	{"panics_runtime", func(n int) (sum int) {
		var list []int
		for i := range n * 200 {
			func() {
				defer func() {
					if e, ok := recover().(error); ok {
						sum += len(e.Error())
					}
				}()
				list[i]++
			}()
		}
		return
	}},
	{"panics_deep", func(n int) (sum int) {
		for range n {
			func() {
				defer func() {
					if recover() != nil {
						sum++
					}
				}()
				deep(1000, func() { panic("deep") })
			}()
		}
		return
	}},
	{"panics_through_defers", func(n int) (sum int) {
		for range n {
			func() {
				defer func() {
					if recover() != nil {
						sum++
					}
				}()
				deepDeferring(200)
			}()
		}
		return
	}},
	{"panics_again", func(n int) (sum int) {
		for range n {
			func() {
				defer func() {
					if recover() != nil {
						sum++
					}
				}()
				panicking(100)
			}()
		}
		return
	}},
	{"panics_far_below", func(n int) (sum int) {
		deep(n*500, func() {
			for range n * 50 {
				func() {
					defer func() {
						if recover() != nil {
							sum++
						}
					}()
					panic("once")
				}()
			}
		})
		return
	}},
	{"goexit", func(n int) int {
		var wg sync.WaitGroup
		for range n * 50 {
			wg.Go(func() { runtime.Goexit() })
		}
		wg.Wait()
		return n
	}},
	{"errors_joined", func(n int) (sum int) {
		base := errors.New("base")
		for range n * 20 {
			err := errors.Join(fmt.Errorf("a: %w", base), fmt.Errorf("b: %w", base))
			if errors.Is(err, base) {
				sum++
			}
		}
		return
	}},
	{"callers", func(n int) (sum int) {
		deep(100, func() {
			for range n * 5 {
				pcs := make([]uintptr, 50)
				frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
				for {
					f, more := frames.Next()
					sum += f.Line & 1
					if !more {
						break
					}
				}
			}
		})
		return sum & 0
	}},
	{"caller_under_deep_stack", func(n int) (sum int) {
		deep(n*100, func() {
			for range n * 20 {
				_, _, line, _ := runtime.Caller(0)
				sum += line
			}
		})
		return sum & 0
	}},
	{"stack_printed", func(n int) (sum int) {
		deep(50, func() {
			for range n {
				sum += len(debug.Stack())
			}
		})
		return sum & 0
	}},
	{"collect_by_hand", func(n int) int {
		for range n * 4 {
			runtime.GC()
		}
		return n
	}},
	{"mem_stats", func(n int) int {
		var m runtime.MemStats
		for range n * 20 {
			runtime.ReadMemStats(&m)
		}
		return n
	}},
	{"type_switch", func(n int) (sum int) {
		values := []any{1, "s", 2.5, square{1}, &circle{2}, []int{1}, nil, errors.New("e")}
		for range n * 100 {
			for _, v := range values {
				switch v := v.(type) {
				case int:
					sum += v
				case string:
					sum += len(v)
				case shape:
					sum += v.area()
				case error:
					sum++
				case fmt.Stringer:
					sum--
				}
			}
		}
		return
	}},
	{"interfaces", func(n int) (sum int) {
		shapes := []shape{square{1}, &circle{2}}
		for i := range n * 500 {
			sum += shapes[i&1].area()
			if _, ok := shapes[i&1].(fmt.Stringer); ok {
				sum++
			}
		}
		return
	}},
	{"println", func(n int) int {
		if n > 10 {
			for i := range n * 50 {
				println(i)
			}
		}
		return n
	}},
	{"write_bytes", func(n int) int {
		if n > 10 {
			b := []byte{'\n'}
			for range n * 50 {
				os.Stderr.Write(b)
			}
		}
		return n
	}},
	{"print", func(n int) int {
		if n > 10 {
			for range n * 50 {
				fmt.Println()
			}
		}
		return n
	}},
	{"read_nothing", func(n int) int {
		var b [16]byte
		for range n * 50 {
			os.Stdin.Read(b[:])
		}
		return n
	}},
	{"open_denied", func(n int) (denied int) {
		for range n * 20 {
			if _, err := os.Open("/nowhere/at/all"); err != nil {
				denied++
			}
		}
		return
	}},
	{"environment", func(n int) (sum int) {
		for range n * 100 {
			sum += len(os.Getenv("NOT_SET_ANYWHERE"))
		}
		return
	}},
}

func main() {
	for _, c := range cases {
		if len(os.Args) < 2 {
			fmt.Println(c.name, c.run(2))
		} else if c.name == os.Args[1] {
			fmt.Println(c.name, c.run(100))
		}
	}
}

// Output:
// go 200
// go_many 200
// go_deep 2
// collect_with_many 40200
// ping_pong 200
// buffered 10000
// channels_made 500
// channel_large 4
// select 200
// select_blocking 50
// mutex 200
// cond 20
// gosched 2
// timers 2
// timers_stopped 400
// sleep 2
// ticker 2
// contexts 40
// defers 200
// panics 400
// panics_runtime 21090
// panics_deep 2
// panics_through_defers 2
// panics_again 0
// panics_far_below 100
// goexit 2
// errors_joined 40
// callers 0
// caller_under_deep_stack 0
// stack_printed 0
// collect_by_hand 2
// mem_stats 2
// type_switch 1200
// interfaces 1500
// println 2
// write_bytes 2
// print 2
// read_nothing 2
// open_denied 40
// environment 0
