// Stores through one name must be seen through another.
package main

import "fmt"

type s struct {
	a, b int
	f    float64
	p    *int
	arr  [4]int
}

func twoPointers(p, q *int) int {
	*p = 1
	*q = 2
	return *p*10 + *q
}

func fields(x, y *s) int {
	x.a = 1
	y.a = 2
	x.b = 3
	y.b = 4
	return x.a*1000 + x.b*100 + y.a*10 + y.b
}

func fieldPointer(x *s, p *int) int {
	x.a = 5
	*p = 6
	n := x.a
	*p = 7
	return n*10 + x.a
}

func slices(a, b []int) (sum int) {
	for i := range a {
		a[i] = i
		b[len(b)-1-i] += 10
		sum = sum*3 + a[i]
	}
	return
}

func loopInvariant(x *s, out []int) int {
	n := 0
	for i := 0; i < len(out); i++ {
		n += x.a
		out[i] = n
	}
	return n
}

func loopBound(n *int, data []int) int {
	count := 0
	for i := 0; i < *n; i++ {
		data[0]--
		count++
	}
	return count
}

func elementOfStruct(x *s, a []int) int {
	t := 0
	for i := 0; i < 4; i++ {
		a[i] = i + 1
		t = t*10 + x.arr[3-i]
	}
	return t
}

func bytesAndInts(b []byte, x *uint32) uint32 {
	*x = 0x01020304
	b[0] = 9
	return *x
}

func closureWrites() int {
	n := 1
	inc := func() { n *= 3 }
	t := n
	inc()
	t = t*100 + n
	inc()
	return t*100 + n
}

func callBetween(x *s, f func()) int {
	x.a = 1
	a := x.a
	f()
	return a*10 + x.a
}

var global int

func globals(p *int) int {
	global = 1
	*p = 2
	t := global
	setGlobal()
	return t*10 + global
}

func setGlobal() { global = 7 }

func mapAlias(m map[string]*s, k string) int {
	x := m[k]
	x.a = 1
	m[k].a++
	m["other"] = x
	m["other"].a *= 10
	return x.a
}

func iface(x *s, i interface{}) int {
	x.a = 3
	i.(*s).a = 4
	return x.a
}

func main() {
	n, m := 0, 0
	fmt.Println(twoPointers(&n, &m), twoPointers(&n, &n))
	x, y := &s{}, &s{}
	fmt.Println(fields(x, y), fields(x, x))
	fmt.Println(fieldPointer(x, &n), fieldPointer(x, &x.a), fieldPointer(x, &x.b))
	a := make([]int, 6)
	fmt.Println(slices(a, make([]int, 6)), slices(a, a), slices(a[:3], a[2:5]))
	arr := []int{1, 2, 3, 4}
	x.a = 2
	fmt.Println(loopInvariant(x, arr), arr)
	type both struct {
		st  s
		end int
	}
	bo := &both{}
	bo.st.arr = [4]int{9, 9, 9, 9}
	fmt.Println(elementOfStruct(&bo.st, bo.st.arr[:]), elementOfStruct(&bo.st, make([]int, 4)))
	data := []int{10, 0}
	fmt.Println(loopBound(&data[0], data), data)
	var w uint32
	fmt.Println(bytesAndInts([]byte{1}, &w), closureWrites())
	fmt.Println(callBetween(x, func() {}), callBetween(x, func() { x.a = 5 }))
	fmt.Println(globals(&n), globals(&global))
	fmt.Println(mapAlias(map[string]*s{"k": {}}, "k"), iface(x, y), iface(x, x))
}

// Output:
// 12 22
// 1324 2424
// 55 67 55
// 179 179 15
// 8 [2 4 6 8]
// 9921 4321
// 5 [5 0]
// 16909060 10309
// 11 15
// 17 27
// 20 3 4
