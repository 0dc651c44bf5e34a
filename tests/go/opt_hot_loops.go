// Loops that run long enough to change tier in the middle, with all kinds of values live across.
package main

import "fmt"

type acc struct {
	n    int
	f    float64
	s    string
	list []int
	m    map[int]int
}

func ints(n int) int {
	a, b, c := 1, 2, 3
	for i := 0; i < n; i++ {
		a, b, c = b^i, c+a, a-b
	}
	return a + b + c
}

func nested(n int) (t int) {
	for i := 0; i < n; i++ {
		for j := i; j < n; j++ {
			if (i+j)%3 == 0 {
				continue
			}
			for k := 0; k < 3; k++ {
				t += i*j ^ k
			}
		}
	}
	return
}

func state(n int) acc {
	x := acc{m: map[int]int{}}
	for i := 0; i < n; i++ {
		x.n += i
		x.f = x.f*0.5 + float64(i)
		if i%10000 == 0 {
			x.s += "."
			x.list = append(x.list, i)
		}
		x.m[i&15] += i
	}
	return x
}

func bytesLoop(n int) (h uint32, zeros int) {
	buf := make([]byte, 256)
	for i := 0; i < n; i++ {
		k := byte(i * 7)
		buf[k] += byte(i >> 8)
		h = h*31 + uint32(buf[k])
	}
	for _, b := range buf {
		if b == 0 {
			zeros++
		}
	}
	return
}

func ifaceLoop(n int) int {
	var x interface{} = 0
	for i := 0; i < n; i++ {
		switch v := x.(type) {
		case int:
			if v%3 == 2 {
				x = fmt.Sprint(v)[:1]
			} else {
				x = v + 1
			}
		case string:
			x = len(v) + i
		}
	}
	return x.(int)
}

func closureLoop(n int) int {
	total := 0
	add := func(k int) { total += k }
	for i := 0; i < n; i++ {
		f := func(j int) int { return i ^ j }
		add(f(i >> 1))
	}
	return total
}

func panicLoop(n int) (caught int) {
	a := make([]int, 10)
	for i := 0; i < n; i++ {
		func() {
			defer func() {
				if recover() != nil {
					caught++
				}
			}()
			a[i%11]++
		}()
	}
	return
}

func deferredResult(n int) (r int) {
	defer func() {
		recover()
		r += 1000000
	}()
	a := make([]int, n)
	for i := 0; ; i++ {
		a[i] = i
		r += a[i] & 7
	}
}

func typeChange(n int) (t int) {
	type shape interface{ area() int }
	shapes := []shape{sq(2), rect{2, 3}, sq(4)}
	for i := 0; i < n; i++ {
		if i == n*9/10 {
			shapes[0] = &tri{4, 5}
		}
		t += shapes[i%3].area()
	}
	return
}

type sq int
type rect struct{ w, h int }
type tri struct{ b, h int }

func (s sq) area() int   { return int(s * s) }
func (r rect) area() int { return r.w * r.h }
func (t *tri) area() int { return t.b * t.h / 2 }

func main() {
	fmt.Println(ints(300000), nested(200))
	fmt.Println(state(100000))
	fmt.Println(bytesLoop(300000))
	fmt.Println(ifaceLoop(20000), closureLoop(200000), panicLoop(22000), deferredResult(100000), typeChange(100000))
	n := 0
	for i := 0; i < 400000; i++ {
		n += i & 3
	}
	fmt.Println(n)
}

// Output:
// -1457557338 398683499
// {4999950000 199996 .......... [0 10000 20000 30000 40000 50000 60000 70000 80000 90000] map[0:312450000 1:312456250 2:312462500 3:312468750 4:312475000 5:312481250 6:312487500 7:312493750 8:312500000 9:312506250 10:312512500 11:312518750 12:312525000 13:312531250 14:312537500 15:312543750]}
// 833266688 0
// 20000 24184611168 2000 1350000 886666
// 600000
