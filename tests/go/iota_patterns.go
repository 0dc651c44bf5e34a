// iota: skipping, expressions, several on a line, and its reset in each block.
package main

import "fmt"

const (
	_  = iota
	kb = 1 << (10 * iota)
	mb
	gb
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const (
	first = "x"
	second
	third = iota
	fourth
)

type flags uint8

const (
	read flags = 1 << iota
	write
	exec
	all = read | write | exec
)

type color int

const (
	red color = iota + 1
	green
	blue
)

func (c color) String() string {
	switch c {
	case red:
		return "red"
	case green:
		return "green"
	case blue:
		return "blue"
	}
	return fmt.Sprintf("color(%d)", int(c))
}

func main() {
	fmt.Println(kb, mb, gb)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(first, second, third, fourth)
	fmt.Println(read, write, exec, all)
	fmt.Printf("%T %v %03b\n", all, all, write|exec)
	fmt.Println(red, green, blue, color(9))
	fmt.Printf("%v %d %s %x %+v\n", green, green, blue, blue, red)
	const local = iota
	const (
		l0 = iota + local
		l1
	)
	fmt.Println(local, l0, l1)
}

// Output:
// 1024 1048576 1073741824
// 0 0 1 10 3 30
// x x 2 3
// 1 2 4 7
// main.flags 7 110
// red green blue color(9)
// green 2 blue 626c7565 red
// 0 0 1
