// Small functions that are worth inlining, one level of recursion, mutual calls, and calls that must stay.
package main

import "fmt"

func add(a, b int) int { return a + b }
func clamp(x, lo, hi int) int {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

func gcd(a, b int) int {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

func collatz(n, steps int) int {
	if n == 1 {
		return steps
	}
	if n%2 == 0 {
		return collatz(n/2, steps+1)
	}
	return collatz(3*n+1, steps+1)
}

func tak(x, y, z int) int {
	if y >= x {
		return z
	}
	return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y))
}

func hanoi(n int, from, to, via int, moves *[]int) {
	if n == 0 {
		return
	}
	hanoi(n-1, from, via, to, moves)
	*moves = append(*moves, from*10+to)
	hanoi(n-1, via, to, from, moves)
}

func isEven(n int) bool {
	if n == 0 {
		return true
	}
	return isOdd(n - 1)
}

func isOdd(n int) bool { return n != 0 && isEven(n-1) }

type vec struct{ x, y float64 }

func (v vec) add(w vec) vec       { return vec{v.x + w.x, v.y + w.y} }
func (v vec) scale(k float64) vec { return vec{v.x * k, v.y * k} }
func (v *vec) addTo(w vec) *vec   { v.x += w.x; v.y += w.y; return v }
func min3(a, b, c int) int        { return min2(a, min2(b, c)) }
func min2(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func get(a []int, i int) int {
	if i < 0 || i >= len(a) {
		return 0
	}
	return a[i]
}

func safeDiv(a, b int) (q int, ok bool) {
	defer func() { ok = recover() == nil }()
	return a / b, true
}

func swap(a, b int) (int, int) { return b, a }

func permute(a []int, k int, visit func([]int)) {
	if k == len(a) {
		visit(a)
		return
	}
	for i := k; i < len(a); i++ {
		a[k], a[i] = a[i], a[k]
		permute(a, k+1, visit)
		a[k], a[i] = a[i], a[k]
	}
}

func partitions(n, most int) int {
	if n == 0 {
		return 1
	}
	total := 0
	for i := min2(n, most); i >= 1; i-- {
		total += partitions(n-i, i)
	}
	return total
}

func main() {
	t := 0
	for i := 0; i < 1000; i++ {
		t = add(t, clamp(i, 100, 200))
	}
	fmt.Println(t, gcd(1071, 462), collatz(27, 0), tak(14, 9, 5))
	var moves []int
	hanoi(5, 1, 3, 2, &moves)
	fmt.Println(len(moves), moves[:8], isEven(100), isOdd(7))
	v := vec{1, 2}
	w := v.add(vec{3, 4}).scale(0.5).add(v)
	v.addTo(w).addTo(v)
	fmt.Println(v, w, min3(3, 1, 2), get(nil, 0), get([]int{5}, 0), get([]int{5}, 1))
	fmt.Println(safeDiv(7, 2))
	fmt.Println(safeDiv(7, 0))
	a, b := swap(swap(1, 2))
	fmt.Println(a, b)
	count, weight := 0, 0
	permute([]int{1, 2, 3, 4, 5, 6}, 0, func(p []int) {
		count++
		weight += p[0]*p[5] + p[2]
	})
	fmt.Println(count, weight, partitions(30, 30))
}

// Output:
// 184950 21 111 9
// 31 [13 12 32 13 21 23 13 12] true true
// {8 14} {3 5} 1 0 5 0
// 3 true
// 0 false
// 1 2
// 720 10920 5604
