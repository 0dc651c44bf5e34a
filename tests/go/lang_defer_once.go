// Deferred calls that run at most once, of every kind of callee, with what they need taken at the statement.
package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
)

type counter struct{ n int }

func (c *counter) add(by int)    { c.n += by }
func (c counter) show(at string) { fmt.Println("show", at, c.n) }

type shower interface{ show(at string) }

func branches(x int) (log string) {
	defer func() { log += "." }()
	if x&1 != 0 {
		defer func(s string) { log += s }("one")
	}
	switch {
	case x&2 != 0:
		defer func() { log += "two" }()
	default:
		if x > 8 {
			return "early "
		}
	}
	defer func() { log = "(" + log + ")" }()
	return fmt.Sprint(x, " ")
}

func kinds(c *counter) (r int) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	defer c.add(1)
	defer c.show("value")
	var s shower = *c
	defer s.show("interface")
	add := c.add
	defer add(10)
	defer (*counter).add(c, 100)
	defer counter.show(*c, "expression")
	f := func(a, b int) { r = r*10 + a - b }
	defer f(c.n, r)
	c.n = 5
	f = nil
	r = 7
	return r + 1
}

func builtins() (n int, err error) {
	m := map[string]int{"a": 1, "b": 2}
	ch := make(chan int, 3)
	defer func() {
		n = len(m)
		_, open := <-ch
		fmt.Println("open", open)
	}()
	defer delete(m, "a")
	defer close(ch)
	defer math.Sqrt(2)
	defer copy([]int{1}, []int{2})
	defer recover()
	defer print()
	return 9, nil
}

func many(a, b, c, d string, e, f float64) {
	defer fmt.Println(a, b, c, d, e, f)
	defer func(a, b, c, d string, e, f float64) {
		fmt.Println(strings.Join([]string{d, c, b, a}, "-"), e+f)
	}(a, b, c, d, e, f)
	a, b, c, d = "", "", "", ""
}

func recovers(x int) (r int, err error) {
	defer func() { r++ }()
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("recovered %v", v)
		}
	}()
	defer func() {
		if x == 2 {
			panic("second")
		}
	}()
	if x > 0 {
		panic("first")
	}
	return 40, nil
}

func replaced() (err error) {
	defer func() {
		v := recover()
		err = errors.New(v.(string))
	}()
	defer func() {
		defer func() { panic(fmt.Sprint(recover(), " then third")) }()
		panic("second")
	}()
	panic("first")
}

func nothing() (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var f func()
	defer f()
	text = "returned"
	return
}

func helper() any { return recover() }

func indirect() (r any) {
	defer func() { r = recover() }()
	defer func() { helper() }()
	panic("not by helper")
}

func loops(n int) (log []int) {
	defer func() { log = append(log, -1) }()
	for i := 0; i < n; i++ {
		defer func() { log = append(log, i) }()
	}
	return nil
}

func jumps() (log string) {
	i := 0
again:
	defer func(i int) { log += fmt.Sprint(i) }(i)
	i++
	if i < 4 {
		goto again
	}
	return ">"
}

func nested(depth int) (sum int) {
	defer func() { sum += depth }()
	if depth > 0 {
		return nested(depth - 1)
	}
	return 100
}

func big() (r [3]string) {
	defer func() { r[1] += "!" }()
	defer func(b [3]string) { r[2] = b[0] }([3]string{"kept"})
	return [3]string{"x", "y", "z"}
}

func generic[T any](list *[]T, v T) {
	defer func() { *list = append(*list, v) }()
	var zero T
	*list = append(*list, zero)
}

func main() {
	for _, x := range []int{0, 1, 2, 3, 8, 9} {
		fmt.Println(branches(x))
	}
	c := &counter{1}
	fmt.Println(kinds(c), c.n)
	fmt.Println(builtins())
	many("a", "b", "c", "d", 1.5, 2)
	for x := 0; x < 3; x++ {
		fmt.Println(recovers(x))
	}
	fmt.Println(replaced())
	fmt.Println(nothing())
	fmt.Println(indirect())
	fmt.Println(loops(3))
	fmt.Println(jumps())
	fmt.Println(nested(4))
	fmt.Println(big())
	var words []string
	generic(&words, "w")
	var nums []float64
	generic(&nums, 2.5)
	fmt.Println(len(words), words[1], nums)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { recover() }()
			if i == 1 {
				panic("in a goroutine")
			}
		}()
	}
	wg.Wait()
	fmt.Println("done")
}

// Output:
// (0 ).
// (1 )one.
// (2 )two.
// (3 )twoone.
// (8 ).
// early one.
// show expression 1
// show interface 1
// show value 1
// 81 116
// open false
// 1 <nil>
// d-c-b-a 3.5
// a b c d 1.5 2
// 41 <nil>
// 1 recovered first
// 1 recovered second
// second then third
// runtime error: invalid memory address or nil pointer dereference
// not by helper
// [2 1 0 -1]
// >3210
// 110
// [x y! kept]
// 2 w [0 2.5]
// done
