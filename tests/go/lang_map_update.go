// What a map holds for a key is looked up and assigned again, with more or less in between.
package main

import "fmt"

type point struct{ x, y int }

//go:noinline
func count(keys []int, m map[int]int) {
	for _, k := range keys {
		m[k]++
		m[k%7] += k
		m[k] ^= m[k+1]
	}
}

//go:noinline
func once(keys []uint8, m map[uint8]point) (n int) {
	for i, k := range keys {
		if _, ok := m[k]; !ok {
			m[k] = point{i, n}
			n++
		} else if p := m[k]; p.x%2 == 0 {
			m[k] = point{p.x + 1, p.y}
		}
	}
	return
}

//go:noinline
func seen(m map[int16]bool, k int16) bool {
	if m[k] {
		m[k] = false
		return true
	}
	m[k] = true
	return false
}

// Somebody is called in between.
//
//go:noinline
func forget(m map[int]int, k int) int {
	delete(m, k)
	return 5
}

//go:noinline
func changed(m map[int]int, k int) {
	v := m[k]
	m[k] = v + forget(m, k)
	m[k] += len(m)
	if v, ok := m[k]; ok {
		delete(m, k)
		m[k] = v + 1
	}
	old := m[k]
	for i := 0; i < 100; i++ {
		m[1000+i] = i
	}
	m[k] = old * 2
}

// Other keys, other maps.
//
//go:noinline
func others(a, b map[int64]int, k, l int64) {
	x := a[k]
	b[k] = x + 1
	y := a[k]
	a[l] = y + 2
	a[k] = x + y
	z := a[l]
	a[k], a[l] = z, x
}

//go:noinline
func pointers(ps []*point, m map[*point][]int) (n int) {
	for i, p := range ps {
		m[p] = append(m[p], i)
		n += len(m[p])
	}
	return
}

//go:noinline
func flags(m map[bool]string, k bool) string {
	m[k] += "x"
	if s, ok := m[!k]; ok && len(s) > 2 {
		m[!k] = s[1:]
	}
	return m[k] + "," + m[!k]
}

//go:noinline
func floats(m map[float64]int, k float64) {
	m[k]++
	if _, ok := m[-k]; ok {
		m[-k] += 10
	}
}

//go:noinline
func null(m map[int]int, k int) (failed any) {
	defer func() { failed = recover() }()
	m[k]++
	return "none"
}

// In a loop around, and around again.
//
//go:noinline
func turns(m map[int]int, n int) {
	v := m[0]
	for i := 0; i < n; i++ {
		m[0] = v + i
		v = m[0]
		delete(m, 0)
	}
	m[0] += v
}

func main() {
	m := map[int]int{}
	var keys []int
	for i, x := 0, 1; i < 5000; i++ {
		x = x * 7919 % 100003
		keys = append(keys, x%(i+1), x)
	}
	count(keys, m)
	sum := 0
	for k, v := range m {
		sum += k*3 ^ v
	}
	fmt.Println(len(m), sum)

	small := make([]uint8, 600)
	for i := range small {
		small[i] = uint8(keys[i])
	}
	points := map[uint8]point{}
	fmt.Println(once(small, points), once(small, points), len(points), points[small[3]])

	set := map[int16]bool{}
	n := 0
	for _, k := range keys {
		if seen(set, int16(k)) {
			n++
		}
	}
	fmt.Println(n, len(set))

	few := map[int]int{3: 4}
	changed(few, 3)
	changed(few, 4)
	fmt.Println(few[3], few[4], len(few))

	a, b := map[int64]int{1: 2, 2: 5}, map[int64]int{}
	others(a, b, 1, 2)
	others(a, b, 3, 3)
	others(a, a, 2, 4)
	fmt.Println(a, b)

	var ps []*point
	for i := 0; i < 40; i++ {
		ps = append(ps, &point{i, i})
		ps = append(ps, ps[i/2])
	}
	byPoint := map[*point][]int{}
	fmt.Println(pointers(ps, byPoint), byPoint[ps[0]], byPoint[ps[7]], len(byPoint))

	names := map[bool]string{}
	fmt.Println(flags(names, true), flags(names, true), flags(names, true), flags(names, false), flags(names, false))

	zero := 0.0
	numbers := map[float64]int{}
	floats(numbers, zero)
	floats(numbers, -zero)
	floats(numbers, 1.5)
	fmt.Println(numbers[0], numbers[1.5], len(numbers))

	fmt.Println(null(nil, 1), null(map[int]int{}, 1))
	around := map[int]int{0: 9}
	turns(around, 0)
	turns(around, 5)
	fmt.Println(around)
}

// Output:
// 7306 990398211
// 226 0 226 {3 2}
// 1909 7141
// 22 216 102
// map[1:4 2:5 3:0 4:2] map[1:3 3:1]
// 248 [0 1 3 5 7 13 15 21 23 29 31 53 55 61 63] [0 1 3 5 7 13 15 21 23 29 31 53 55 61 63] 40
// x, xx, xxx, x,xx xx,xx
// 22 1 2
// assignment to entry in nil map <nil>
// map[0:28]
