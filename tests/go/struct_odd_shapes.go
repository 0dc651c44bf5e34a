// Empty structs, zero-size arrays, blank fields, deep nesting, large structs and arrays of them.
package main

import "fmt"

type empty struct{}
type blanks struct {
	_ int
	a int8
	_ string
	b int64
}
type deep struct {
	l1 struct {
		l2 struct {
			l3 struct {
				v   int
				arr [2]struct{ x, y int8 }
			}
		}
	}
}
type large struct {
	id   int
	data [100]int
	name string
}
type withZero struct {
	a int
	z [0]int
	e empty
}
type packed struct {
	a bool
	b int64
	c bool
	d int32
	e bool
	f int16
	g float32
	h string
	i byte
}

func (e empty) m() string { return "empty" }
func passLarge(l large, l2 large) large {
	l.data[50] += l2.data[50]
	l.id++
	return l
}
func arrays(a [3][4]int) (b [4][3]int) {
	for i, row := range a {
		for j, v := range row {
			b[j][i] = v
		}
	}
	return
}

func main() {
	var e empty
	es := make([]empty, 1000)
	fmt.Println(e, e.m(), len(es), es[999], len(map[empty]int{{}: 1}), [0]int{}, [3]empty{})
	for range es[:3] {
		fmt.Print("*")
	}
	fmt.Println()
	b := blanks{a: 1, b: 2}
	c := b
	fmt.Println(b == c, b)
	var d deep
	d.l1.l2.l3.v = 3
	d.l1.l2.l3.arr[1].y = -4
	p := &d.l1.l2.l3
	p.arr[0].x = 7
	q := d.l1.l2
	q.l3.v++
	fmt.Printf("%v %+v\n", d, q)
	var l large
	l.data[50] = 5
	l.name = "large"
	r := passLarge(l, l)
	ls := []large{l, r}
	ls = append(ls, ls...)
	ls[3].data[99] = 1
	m := map[string]large{"l": r}
	ch := make(chan large, 2)
	ch <- r
	ch <- l
	x, y := <-ch, <-ch
	fmt.Println(r.data[50], l.data[50], ls[2].id, ls[1].data[99], m["l"].data[50], x.id, y.id, x == r, x == y)
	var i interface{} = r
	r.data[0] = 9
	fmt.Println(i.(large).data[0], i == interface{}(x), len(fmt.Sprint(i)))
	w := withZero{a: 1}
	fmt.Println(w, len(w.z), w == withZero{1, [0]int{}, empty{}})
	pk := packed{true, -1, true, -2, true, -3, 1.5, "h", 255}
	pk2 := pk
	pk2.e = false
	fmt.Println(pk, pk == pk2, []packed{pk, pk2}[1].e, &pk2 == &pk)
	fmt.Println(arrays([3][4]int{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}))
	grid := [5][5]rune{}
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = '.'
		}
		grid[i][i] = '#'
	}
	for _, row := range grid {
		fmt.Println(string(row[:]))
	}
	f := func(s struct {
		a, b int
		c    []string
	}) int {
		return s.a + s.b + len(s.c)
	}
	fmt.Println(f(struct {
		a, b int
		c    []string
	}{1, 2, []string{"x"}}))
	anon := []struct {
		in   string
		want int
	}{{"a", 1}, {"bb", 2}, {in: "ccc"}}
	for _, t := range anon {
		fmt.Print(t.in, t.want, len(t.in) == t.want, " ")
	}
	fmt.Println(".")
	k, v := 4, -1
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(grid[k][k], grid[k][v])
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		grid[k+1][0] = 'x'
	}()
}

// Output:
// {} empty 1000 {} 1 [] [{} {} {}]
// ***
// true {0 1  2}
// {{{{3 [{7 0} {0 -4}]}}}} {l3:{v:4 arr:[{x:7 y:0} {x:0 y:-4}]}}
// 10 5 0 0 10 1 0 true false
// 0 true 212
// {1 [] {}} 0 true
// {true -1 true -2 true -3 1.5 h 255} false false false
// [[1 5 9] [2 6 10] [3 7 11] [4 8 12]]
// #....
// .#...
// ..#..
// ...#.
// ....#
// 4
// a1 true bb2 true ccc0 false .
// runtime error: index out of range [-1]
// runtime error: index out of range [5] with length 5
