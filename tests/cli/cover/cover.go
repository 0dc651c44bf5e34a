package cover

import (
	"errors"
	"fmt"
	"sort"
)

type T struct{ n int }

var handler = func(n int) int {
	if n > 3 {
		return 1
	}
	return 2
}

func (t *T) Inc() { t.n++ }

func Empty() {}

func Grade(n int) (s string, err error) {
	if n < 0 {
		return "", errors.New("neg")
	} else if n > 100 {
		err = fmt.Errorf("big %d", n)
		return
	} else {
	}
	switch {
	case n > 90:
		s = "A"
	case n > 80:
		s = "B"
		fallthrough
	case n > 70:
	default:
		s = "F"
	}
	switch n {
	}
	return s, nil
}

func Loops(xs []int) int {
	sum := 0
outer:
	for i := 0; i < len(xs); i++ {
		for _, x := range xs {
			if x == 3 {
				continue outer
			}
			if x == 9 {
				break outer
			}
			sum += x
		}
	}
	i := 0
again:
	i++
	if i < 4 {
		goto again
	}
	{
		sum += i
	}
	var (
		a = 1
		b = func() int { return a }
	)
	f := func(x int) int {
		if x > 2 {
			return x
		}
		return -x
	}
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
	defer func() {
		recover()
	}()
	done := make(chan bool)
	go func() { done <- true }()
	<-done
	if g := func() int { return 3 }; g() == 3 {
		sum++
	}
	sum += f(3) + b()
	const c = 3
	type local struct{}
	func() {
		panic("x")
	}()
	return sum
}

func Chan(c chan int, v any) int {
	select {
	case x := <-c:
		return x
	case c <- 3:
	default:
		return -1
	}
	switch y := v.(type) {
	case int:
		return y
	case nil, string:
	}
	for range 3 {
	}
	for i := range func(yield func(int) bool) { yield(1) } {
		_ = i
	}
	panic(fmt.Sprint(v))
}

func Gen[K comparable](k, l K) bool {
	if k == l {
		return true
	}
	return false
}

func Unused(n int) int {
	if n > 3 {
		return 1
	} else {
		return 2
	}
}

func _() { println(1) }
