// Objects that nobody holds on to, and some that look like it: they are passed down, changed there, compared, copied and made anew
// each turn; others are kept by a list, a closure, a goroutine, a channel, an interface or a deferred call.
package main

import "fmt"

type point struct{ x, y, z int }

type box struct {
	corner, size point
	name         string
	tags         [4]uint16
}

func (p *point) move(by int, deep int) *point {
	p.x += by
	if deep > 0 {
		p.y += p.move(by*2, deep-1).x
	}
	return p
}

func (p *point) shift(by int, deep int) int {
	p.x += by
	if deep > 0 {
		p.z ^= p.shift(by+deep, deep-1)
	}
	return p.x*3 + p.y
}

func (b *box) fill(n int) {
	b.name = fmt.Sprint("box", n)
	for i := range b.tags {
		b.tags[i] = uint16(n * (i + 1))
	}
	b.corner.shift(n, 2)
}

func (b *box) sum() int {
	s := len(b.name) + b.corner.x + b.corner.z - b.size.y
	for _, t := range b.tags {
		s = s*3 + int(t)
	}
	return s
}

func inner(b *box, at int) *uint16 { return &b.tags[at&3] }

func turns(n int) int {
	total := 0
	for i := 0; i < n; i++ {
		var b box
		if i%3 == 0 {
			b.fill(i)
		}
		b.size = point{y: i}
		b.size.shift(i, i%4)
		*inner(&b, i) += uint16(total)
		total = total*7%10007 + b.sum()
	}
	return total
}

// The object of the turn before is compared with that of this one, and read.
func chain(n int) int {
	last, same, sum := &point{}, 0, 0
	for i := 0; i < n; i++ {
		now := &point{x: i, y: last.x}
		if now == last {
			same++
		}
		sum += now.y*2 + last.y
		last = now
	}
	return sum*10 + same
}

func two(n int) (int, bool) {
	a, b := &point{x: n}, &point{x: n}
	a.shift(1, 3)
	b.shift(1, 3)
	return a.x - b.x + a.z, a == b || *a != *b
}

var held []*point

func keeps(p *point, really bool) int {
	if really {
		held = append(held, p)
	}
	return p.x
}

func holders(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		p := &point{x: i}
		sum += keeps(p, i%5 == 0)
	}
	for _, p := range held {
		sum = sum*3%100003 + p.x
	}
	return sum
}

type shape interface{ area() int }

func (p *point) area() int { return p.x * p.y }

func others(n int) int {
	results := make(chan *point, n)
	var shapes []shape
	var calls []func() int
	for i := 0; i < n; i++ {
		a, b, c, d := &point{x: i, y: 1}, &point{x: i, y: 2}, &point{x: i, y: 3}, &point{x: i, y: 4}
		go func() {
			a.shift(1, 1)
			results <- a
		}()
		shapes = append(shapes, b)
		calls = append(calls, c.area)
		defer d.move(i, 1)
	}
	sum := 0
	for i := 0; i < n; i++ {
		p := <-results
		sum += p.x + p.y + shapes[i].area()*5 + calls[i]()*7
	}
	return sum
}

func raises(n int) (text string) {
	var b box
	defer func() {
		b.size.shift(1, 2)
		text = fmt.Sprint(recover(), " ", b)
	}()
	b.fill(n)
	p := &point{x: n}
	p.shift(b.sum(), 3)
	b.tags[p.x&1+n]++
	b.tags[n]++
	return "none"
}

// Deep enough that the stack grows while the frames above hold what is being changed.
func deep(n int, up *point) int {
	var mine point
	mine.x = up.x + 1
	if n > 0 {
		up.y += deep(n-1, &mine)
	}
	return mine.x%5 + mine.y%1000
}

func main() {
	fmt.Println(turns(1), turns(50))
	fmt.Println(chain(1), chain(40))
	fmt.Println(two(3))
	fmt.Println(holders(23))
	fmt.Println(others(9))
	fmt.Println(raises(2))
	fmt.Println(raises(4))
	var top point
	fmt.Println(deep(20000, &top), top)
	var p point
	fmt.Println(*p.move(3, 4))
}

// Output:
// 729 236970
// 0 21850
// 63 false
// 61769
// 1188
// <nil> {{11 0 0} {8 0 0} box2 [2 4 8 8]}
// runtime error: index out of range [4] with length 4 {{17 0 0} {8 0 0} box4 [4 8 12 16]}
// 1 {0 1000 0}
// {93 372 0}
