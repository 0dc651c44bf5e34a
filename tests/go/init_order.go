// Package variables are initialised by dependency, then init functions run in order.
package main

import "fmt"

var (
	a = c + b
	b = f("b", 2)
	c = f("c", d*10)
	d = f("d", 3)
)

var x, y = pair()
var _ = f("blank", 0)
var table = map[string]int{"a": a, "z": z()}
var fn = func() int { return late }
var late = f("late", 7)
var fromFn = fn() + 1

type config struct{ name string }

var conf = &config{name: makeName()}

func makeName() string { return fmt.Sprint("conf", early) }

var early = f("early", 1)

func z() int { return late * 2 }

func pair() (int, int) {
	fmt.Println("pair")
	return 1, 2
}

func f(name string, v int) int {
	fmt.Println("init", name, v)
	return v
}

func init() {
	fmt.Println("first init", a, b, c, d)
	a = 0
}

func init() {
	fmt.Println("second init", a, x, y)
}

func main() {
	fmt.Println(a, table["a"], table["z"], fromFn, conf.name)
}

func init() { fmt.Println("third init") }

// Output:
// init b 2
// init d 3
// init c 30
// pair
// init blank 0
// init late 7
// init early 1
// first init 32 2 30 3
// second init 0 1 2
// third init
// 0 32 14 8 conf1
