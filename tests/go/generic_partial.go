// Type arguments that constraints tell, built-in functions of type parameters, and literals of pointers to lists.
package main

import "fmt"

func pair[A any, B interface{ []A }](a A, b B) string { return fmt.Sprintf("%T %T", a, b) }

func three[A any, B interface{ []C }, C interface{ *A }](_ A, _ B, c C) string {
	return fmt.Sprintf("%T", c)
}

type (
	open    interface{ chan int | chan float32 }
	sending interface{ chan int | chan<- int }
	tables  interface {
		map[string]int | map[string]float64
	}
	generic[K comparable, V any] interface{ map[K]V | map[rune]V }
)

func shut[T open](ch T)                        { close(ch) }
func shutToo[T sending](ch T)                  { close(ch) }
func remove[T tables](m T)                     { delete(m, "foo") }
func removeToo[T generic[rune, V], V any](m T) { delete(m, 'k') }

type (
	points []point
	point  struct{ x, y int }
	lists  [2]*points
	names  map[string]*map[string]int
)

func main() {
	f := pair[byte]
	fmt.Println(f(1, nil), pair(byte(0), []byte{}))
	g := three[int]
	x := 1
	fmt.Println(g(x, []*int{}, &x), three(x, []*int{}, &x))

	ints, floats := make(chan int), make(chan float32)
	shut(ints)
	shut(floats)
	_, ok := <-ints
	ch := make(chan int, 1)
	shutToo((chan<- int)(ch))
	_, ok2 := <-ch
	fmt.Println(ok, ok2)
	m := map[string]int{"foo": 1, "bar": 2}
	remove(m)
	runes := map[rune]bool{'k': true}
	removeToo(runes)
	fmt.Println(m, runes)

	a := map[string]*points{"a": {{1, 2}, {y: 3}}, "b": {}}
	b := lists{{{4, 5}}, nil}
	c := names{"c": {"d": 6}}
	d := []*[]*point{{{7, 8}, nil}, {}}
	fmt.Println(*a["a"], len(*a["b"]), *b[0], b[1] == nil, (*c["c"])["d"], *(*d[0])[0], len(*d[1]))
}

// Output:
// uint8 []uint8 uint8 []uint8
// *int *int
// false false
// map[bar:2] map[]
// [{1 2} {0 3}] 0 [{4 5}] true 6 {7 8} 0
