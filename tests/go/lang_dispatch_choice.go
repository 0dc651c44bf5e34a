// Methods that few types have, called in loops: by every type, by nil, with panics inside, with wrappers of value receivers
// and of embedded fields, with results that are multiple or none.
package main

import (
	"errors"
	"fmt"
)

type shape interface {
	area() int
	scale(by int) (int, error)
	touch()
}

type square struct{ side, touched int }
type point struct{}
type named struct {
	*square
	name string
}

var errPoint = errors.New("a point does not grow")

func (s *square) area() int { return s.side * s.side }
func (s *square) scale(by int) (int, error) {
	if by < 0 {
		panic(fmt.Sprintf("scaled by %d", by))
	}
	s.side *= by
	return s.side, nil
}
func (s *square) touch()             { s.touched++ }
func (point) area() int              { return 0 }
func (point) scale(int) (int, error) { return 0, errPoint }
func (point) touch()                 {}
func (n named) area() int            { return n.square.area() + len(n.name) }

type lonely interface{ alone(n int) int }
type hermit int

func (h hermit) alone(n int) int { return int(h) + n }

func sum(list []shape) (total int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r)
		}
	}()
	for i, s := range list {
		total += s.area()
		s.touch()
		if n, err := s.scale(2 - i/3); err != nil {
			total--
		} else {
			total += n
		}
	}
	return total
}

func alone(list []lonely) int {
	n := 0
	for _, l := range list {
		n = l.alone(n)
	}
	return n
}

func attempt(f func() int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r)
		}
	}()
	fmt.Println(f())
}

func main() {
	a, b := &square{side: 3}, &square{side: 5}
	list := []shape{a, point{}, named{b, "five"}, &point{}, b, named{a, ""}}
	fmt.Println(sum(list), *a, *b)
	fmt.Println(sum(append(list, list...)), *a, *b)
	attempt(func() int { return sum(append(list, nil, a)) })
	attempt(func() int { return sum([]shape{named{nil, "none"}}) })
	attempt(func() int { return alone([]lonely{hermit(3), hermit(4)}) })
	attempt(func() int { return alone([]lonely{hermit(3), nil}) })
	var h *hermit
	attempt(func() int { return alone([]lonely{hermit(1), h}) })
}

// Output:
// 204 {6 2} {10 2}
// recovered: scaled by -1
// 1292 {0 5} {0 6}
// recovered: runtime error: invalid memory address or nil pointer dereference
// 2
// recovered: runtime error: invalid memory address or nil pointer dereference
// 0
// 7
// recovered: runtime error: invalid memory address or nil pointer dereference
// recovered: value method main.hermit.alone called using nil *hermit pointer
