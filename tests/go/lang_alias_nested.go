// Loops around loops that keep a place in memory going: pointers that may be one, panics in the middle, others that run between.
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

var seed = 42

// The state is read and written by the outer loop, which seeks in an inner one; the table may end.
//
//go:noinline
func draw(table []float64, out []byte, n int) {
	for i := 0; i < n; i++ {
		seed = (seed*3877 + 29573) % 139968
		r := float64(seed) / 139968
		j := 0
		for table[j] <= r {
			j++
		}
		out[i] = byte('a' + j)
	}
}

// The inner loop writes to the words of the outer one, or not.
//
//go:noinline
func overlap(p *int, q []int, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		*p = *p*3 + i
		for j := range q {
			q[j] += i + j
		}
		sum = sum*31 + *p
	}
	return sum
}

// The inner loop reads them.
//
//go:noinline
func look(p *int, q []int, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		*p = *p*5%1000003 + i
		for j := range q {
			sum = sum*7%1000003 + q[j]
		}
	}
	return sum
}

type stats struct {
	turns, last, best int
	mean              float64
}

// Stops in the inner loop at an index, or a division, after both loops have stored.
//
//go:noinline
func stop(s *stats, a []int, n int) (ended bool) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
		fmt.Println(s.turns, s.last, s.best, s.mean)
	}()
	for i := 0; i < n; i++ {
		s.turns = s.turns*2 + 1
		s.mean = s.mean/2 + float64(i)
		for j := 0; j <= i; j++ {
			s.last = s.last*3%101 + a[i+j]
			if 100/(a[j]-7) > s.best {
				s.best = 100 / (a[j] - 7)
			}
		}
		s.mean += float64(s.last)
	}
	return true
}

// The words of a slot, whose address was given away, and a handler in the same function that reads them.
//
//go:noinline
func slots(a []int, n, most int) (state int) {
	p := &state
	defer func() { fmt.Println(recover(), *p) }()
	for i := 0; i < n; i++ {
		*p = (*p*17 + 3) % 1009
		for j := 0; j < most; j++ {
			*p += a[i*j]
		}
	}
	return
}

// Three loops deep, with a row that is known two loops up.
//
//go:noinline
func deep(m [][]int, s *stats) {
	for i := range m {
		for j := range m[i] {
			s.turns = s.turns*3%1000003 + 1
			for k := 0; k < j; k++ {
				m[i][j] += m[i][k]
				if m[i][k] > s.best {
					s.best = m[i][k]
				}
			}
			s.last = s.last*s.turns%1000003 + m[i][j]
		}
	}
}

// An inner loop that leaves the outer one, or goes on with it.
//
//go:noinline
func leave(s *stats, a []int) int {
outer:
	for i := 0; i < len(a); i++ {
		s.turns = s.turns*7%10007 + a[i]
		for j := i; j < len(a); j++ {
			switch (a[j] + s.turns) % 11 {
			case 0:
				continue outer
			case 1:
				s.last = s.turns + j
				if s.last%5 == 0 {
					break outer
				}
			}
		}
		s.best = s.best*s.last%10007 + 1
	}
	return s.turns
}

// A row of pointers, some null: the outer loop stops before it comes to the place, or after.
//
//go:noinline
func null(s *stats, a []int, n int) (seen int) {
	defer func() { fmt.Println(recover() != nil, seen) }()
	for i := 0; i < n; i++ {
		seen += a[i]
		s.turns = s.turns*3%101 + i
		for j := 0; j < i; j++ {
			seen = seen*5%10007 + s.turns
		}
	}
	return
}

// Waits in an inner loop for what another goroutine writes atomically, and reads what it wrote before.
func turns() int {
	var flag atomic.Int32
	data, sum := 0, 0
	go func() {
		for i := range 20 {
			for flag.Load() != 1 {
				runtime.Gosched()
			}
			data = data*3%1009 + i
			flag.Store(0)
		}
	}()
	for range 20 {
		data++
		flag.Store(1)
		for flag.Load() != 0 {
		}
		sum = sum*7%1000003 + data
	}
	return sum
}

// Counts for itself beside others that do: each in a word of its own, next to each other, long enough to take turns.
func beside() []int {
	words := make([]int, 3)
	done := make(chan bool)
	for id := range words {
		go func() {
			word := &words[id]
			for i := 0; i < 3000; i++ {
				*word = *word*3%10007 + id
				for j := 0; j < 20+id; j++ {
					*word ^= j
				}
			}
			done <- true
		}()
	}
	for range words {
		<-done
	}
	return words
}

func main() {
	table := []float64{0.3, 0.5, 0.7, 0.9, 1}
	line := make([]byte, 60)
	draw(table, line, 60)
	fmt.Println(string(line), seed)
	func() {
		defer func() { fmt.Println(recover(), seed) }()
		draw(table[:4], line, 60)
	}()
	fmt.Println(string(line))
	draw(nil, nil, 0)

	q := []int{1, 2, 3, 4}
	x := 5
	fmt.Println(overlap(&x, q, 9), x, q)
	fmt.Println(overlap(&q[2], q, 9), q)
	fmt.Println(overlap(&q[2], q[:2], 9), q)
	fmt.Println(look(&x, q, 9), x, q)
	fmt.Println(look(&q[1], q, 9), q)

	s := &stats{}
	a := []int{1, 2, 3, 4, 5, 6, 8, 9, 10, 11}
	fmt.Println(stop(s, a, 4))
	fmt.Println(stop(s, a, 9))
	a[3] = 7
	fmt.Println(stop(s, a, 9))
	fmt.Println(slots(a, 4, 3), slots(a, 8, 3))

	m := [][]int{{1}, {1, 2}, {3, 2, 1}, {4, 1, 5, 9, 2, 6}}
	deep(m, s)
	fmt.Println(m, *s)
	fmt.Println(leave(s, a), leave(s, m[3]), *s)
	fmt.Println(null(s, a, 5), null(nil, a, 0), null(nil, a, 3), null(s, a, 11))

	fmt.Println(turns())
	fmt.Println(beside())
}

// Output:
// bdcdcacbacacbbcadbbdbacaaaeacbdaaadbdecdcbddbcddacaacdbdbcab 63486
// runtime error: index out of range [4] with length 4 128875
// dabcdcdacbbdacdcdbbdbacaaaeacbdaaadbdecdcbddbcddacaacdbdbcab
// 14196608221311 103331 [37 47 57 67]
// 163487095286157 [73 92 1151445 130]
// 3261832609253138031 [109 137 22663896851 130]
// 473080 875992 [109 137 22663896851 130]
// 918219 [109 699392 22663896851 130]
// 15 83 0 104.375
// true
// runtime error: index out of range [10] with length 10
// 1023 103 0 45.630859375
// false
// runtime error: integer divide by zero
// 16383 13 0 64.9769287109375
// false
// <nil> 1023
// runtime error: index out of range [10] with length 10 343
// 1023 343
// [[1] [1 3] [3 5 9] [4 5 14 32 57 118]] {837505 568071 57 64.9769287109375}
// 1160 3438 {3438 7854 5844 64.9769287109375}
// false 5631
// false 0
// true 1
// true 3856
// 5631 0 1 3856
// 566782
// [0 6916 9407]
