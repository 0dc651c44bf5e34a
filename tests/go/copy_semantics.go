// Where Go copies: range values, receivers, channel sends, closures' arguments, map values, interfaces.
package main

import "fmt"

type big struct {
	id   int
	data [4]int
	tags []string
}

func (b big) change() big { b.id = 99; b.data[0] = 99; b.tags[0] = "shared"; return b }
func (b *big) mutate()    { b.id++; b.data[1]++ }
func byValue(b big) int   { b.data[3] = 7; return b.data[3] }
func ret(b *big) big      { return *b }

func main() {
	b := big{1, [4]int{1, 2, 3, 4}, []string{"t"}}
	c := b.change()
	fmt.Println(b, c)
	list := []big{b, b}
	for _, x := range list {
		x.id = 50
		x.mutate()
	}
	fmt.Println(list[0].id, list[0].data)
	for i := range list {
		list[i].mutate()
	}
	fmt.Println(list[0].id, list[1].data)
	m := map[string]big{"b": b}
	x := m["b"]
	x.id = 7
	fmt.Println(m["b"].id, x.id)
	ch := make(chan big, 1)
	ch <- b
	b.id = 1000
	d := <-ch
	fmt.Println(d.id, b.id)
	var i interface{} = b
	b.data[0] = -1
	e := i.(big)
	e.data[1] = -2
	fmt.Println(i.(big).data, b.data, e.data)
	f := func(b big) func() int { return func() int { return b.id } }(b)
	b.id = 3
	fmt.Println(f(), byValue(b), b.data[3])
	r := ret(&b)
	r.id = 4
	fmt.Println(b.id, r.id)
	g := b.mutate
	h := b.change
	b.id = 10
	g()
	fmt.Println(b.id, h().data, b.data)
	arr := [2]big{}
	arr2 := arr
	arr2[0].id = 1
	p := &arr[1]
	p.id = 2
	arr3 := arr
	p.id = 3
	fmt.Println(arr[0].id, arr[1].id, arr2[0].id, arr3[1].id)
	a1, a2 := b, &b
	a1.id, a2.id = 100, 200
	fmt.Println(a1.id, b.id)
	s1 := struct{ in big }{b}
	s2 := s1
	s2.in.data[2] = 1234
	fmt.Println(s1.in.data[2], s2.in.data[2])
	b, c = c, b
	fmt.Println(b.id, c.id)
	list[0], list[1] = list[1], list[0]
	list[0].data, list[1].data = list[1].data, list[0].data
	fmt.Println(list[0].data, list[1].data)
}

// Output:
// {1 [1 2 3 4] [shared]} {99 [99 2 3 4] [shared]}
// 1 [1 2 3 4]
// 2 [1 3 3 4]
// 1 7
// 1 1000
// [1 2 3 4] [-1 2 3 4] [1 -2 3 4]
// 1000 7 4
// 3 4
// 11 [99 2 3 4] [-1 3 3 4]
// 0 3 1 2
// 100 200
// 3 1234
// 99 200
// [1 3 3 4] [1 3 3 4]
