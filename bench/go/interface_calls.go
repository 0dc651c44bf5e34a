// interface_calls n: n iterations of method calls through an interface over shapes of four types in an order
// from a linear congruential generator, with a type switch and an assertion to a second interface on the way.
// Check: equal to compiled Go. Default 120000 iterations over 1000 shapes.
package main

import (
	"fmt"
	"os"
	"strconv"
)

type shape interface {
	area() int
	grow(by int)
}

type named interface {
	name() string
}

type square struct{ side int }
type rectangle struct{ w, h int }
type triangle struct{ base, height int }
type dot struct{}

func (s *square) area() int      { return s.side * s.side }
func (s *square) grow(by int)    { s.side = (s.side + by) & 63 }
func (r *rectangle) area() int   { return r.w * r.h }
func (r *rectangle) grow(by int) { r.w, r.h = (r.h+by)&63, r.w }
func (t *triangle) area() int    { return t.base * t.height / 2 }
func (t *triangle) grow(by int)  { t.base = (t.base + 2*by) & 63 }
func (t *triangle) name() string { return "triangle" }
func (dot) area() int            { return 1 }
func (dot) grow(int)             {}
func (dot) name() string         { return "dot" }

func shapes(n, seed int) []shape {
	list := make([]shape, n)
	for i := range list {
		seed = (seed*3877 + 29573) % 139968
		size := seed % 50
		switch seed * 4 / 139968 {
		case 0:
			list[i] = &square{size}
		case 1:
			list[i] = &rectangle{size, size + 1}
		case 2:
			list[i] = &triangle{size, 4}
		default:
			list[i] = dot{}
		}
	}
	return list
}

func main() {
	n := 120000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	list := shapes(1000, 42)
	sum, names, squares := 0, 0, 0
	for r := 0; r < n; r++ {
		for _, s := range list {
			sum += s.area()
			s.grow(1)
		}
		if r%16 == 0 {
			for _, s := range list {
				if x, ok := s.(named); ok {
					names += len(x.name())
				}
				switch x := s.(type) {
				case *square:
					squares += x.side
				case dot, *triangle:
					squares++
				}
			}
		}
	}
	fmt.Println(sum, names, squares)
}
