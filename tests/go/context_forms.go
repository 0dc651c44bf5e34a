package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type key string

type custom struct{ context.Context }

func (custom) Value(k any) any { return "custom" }

type other struct {
	done chan struct{}
	err  error
}

func (o *other) Deadline() (time.Time, bool) { return time.Time{}, false }
func (o *other) Done() <-chan struct{}       { return o.done }
func (o *other) Err() error                  { return o.err }
func (o *other) Value(any) any               { return nil }

const ms = time.Millisecond

func state(name string, c context.Context) {
	select {
	case <-c.Done():
		fmt.Println(name, "done", c.Err(), context.Cause(c))
	default:
		fmt.Println(name, "alive", c.Err(), context.Cause(c))
	}
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	bg := context.Background()
	fmt.Println(bg, context.TODO(), bg.Err(), bg.Done() == nil, bg.Value("x"))
	_, ok := bg.Deadline()
	fmt.Println(ok)

	a, cancelA := context.WithCancel(bg)
	b, cancelB := context.WithCancelCause(a)
	c := context.WithValue(b, key("k"), "v")
	d, cancelD := context.WithTimeout(c, time.Hour)
	fmt.Println(a, b, c)
	fmt.Println(c.Value(key("k")), d.Value(key("k")), d.Value("k"), a.Value(key("k")))
	state("d", d)
	cancelB(errors.New("because"))
	state("a", a)
	state("b", b)
	state("c", c)
	state("d", d)
	cancelA()
	state("a", a)
	state("b", b)
	cancelD()
	cancelB(errors.New("again"))
	state("d", d)

	// deadlines
	e, cancelE := context.WithTimeout(bg, 20*ms)
	defer cancelE()
	deadline, ok := e.Deadline()
	fmt.Println(ok, time.Until(deadline) > 0)
	<-e.Done()
	state("e", e)
	fmt.Println(e.Err() == context.DeadlineExceeded, errors.Is(e.Err(), context.DeadlineExceeded), time.Until(deadline) <= 0)
	var timeout interface{ Timeout() bool }
	fmt.Println(errors.As(e.Err(), &timeout) && timeout.Timeout())
	f, cancelF := context.WithDeadline(bg, time.Now().Add(-time.Second))
	state("f", f)
	cancelF()
	state("f", f)
	g, cancelG := context.WithTimeoutCause(bg, ms, errors.New("too slow"))
	<-g.Done()
	state("g", g)
	cancelG()
	// A child's later deadline is the parent's.
	h, cancelH := context.WithTimeout(bg, 10*ms)
	i, cancelI := context.WithTimeout(h, time.Hour)
	hd, _ := h.Deadline()
	id, _ := i.Deadline()
	fmt.Println(hd.Equal(id))
	<-i.Done()
	state("i", i)
	cancelH()
	cancelI()

	// AfterFunc
	j, cancelJ := context.WithCancel(bg)
	ran := make(chan string, 2)
	stop1 := context.AfterFunc(j, func() { ran <- "one" })
	stop2 := context.AfterFunc(j, func() { ran <- "two" })
	fmt.Println(stop2(), stop2())
	cancelJ()
	fmt.Println(<-ran, stop1(), len(ran))
	stop3 := context.AfterFunc(j, func() { ran <- "three" })
	fmt.Println(<-ran, stop3())

	// WithoutCancel
	k := context.WithoutCancel(c)
	state2 := k.Done() == nil
	fmt.Println(state2, k.Err(), k.Value(key("k")), k, context.Cause(k))

	// contexts of others
	o := &other{done: make(chan struct{})}
	l, cancelL := context.WithCancel(o)
	defer cancelL()
	state("l", l)
	o.err = errors.New("other ended")
	close(o.done)
	<-l.Done()
	state("l", l)
	m, cancelM := context.WithCancel(custom{bg})
	fmt.Println(m.Value(1))
	cancelM()
	state("m", m)
	fmt.Println(m)

	try(func() { context.WithCancel(nil) })
	try(func() { context.WithValue(bg, nil, 1) })
	try(func() { context.WithValue(bg, []int{}, 1) })
	try(func() { context.WithTimeout(nil, 1) })
	fmt.Println(context.WithValue(bg, 1, nil), context.WithValue(bg, "s", "t"))
	fmt.Printf("%T %T %T\n", bg, a, context.DeadlineExceeded)

	// workers that are told to stop
	ctx, cancel := context.WithCancel(bg)
	jobs, results := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case n := <-jobs:
					select {
					case results <- n * n:
					case <-ctx.Done():
						return
					}
				}
			}
		})
	}
	go func() {
		for n := 0; ; n++ {
			select {
			case jobs <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	sum := 0
	for range 10 {
		sum += <-results
	}
	cancel()
	wg.Wait()
	fmt.Println(sum > 0, ctx.Err())
	// many children
	root, cancelRoot := context.WithCancel(bg)
	leaves := 0
	for range 100 {
		child, stop := context.WithCancel(context.WithValue(root, key("x"), 1))
		defer stop()
		wg.Go(func() { <-child.Done(); leaves++ })
	}
	cancelRoot()
	wg.Wait()
	fmt.Println(leaves)
}

// Output:
// context.Background context.TODO <nil> true <nil>
// false
// context.Background.WithCancel context.Background.WithCancel.WithCancel context.Background.WithCancel.WithCancel.WithValue(main.key, v)
// v v <nil> <nil>
// d alive <nil> <nil>
// a alive <nil> <nil>
// b done context canceled because
// c done context canceled because
// d done context canceled because
// a done context canceled context canceled
// b done context canceled because
// d done context canceled because
// true true
// e done context deadline exceeded context deadline exceeded
// true true true
// true
// f done context deadline exceeded context deadline exceeded
// f done context deadline exceeded context deadline exceeded
// g done context deadline exceeded too slow
// true
// i done context deadline exceeded context deadline exceeded
// true false
// one false 0
// three false
// true <nil> v context.Background.WithCancel.WithCancel.WithValue(main.key, v).WithoutCancel <nil>
// l alive <nil> <nil>
// l done other ended other ended
// custom
// m done context canceled context canceled
// main.custom.WithCancel
// cannot create context from nil parent
// nil key
// key is not comparable
// cannot create context from nil parent
// context.Background.WithValue(int, <nil>) context.Background.WithValue(s, t)
// context.backgroundCtx *context.cancelCtx context.deadlineExceededError
// true context canceled
// 100
