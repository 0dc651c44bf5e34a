// %v, %+v, %#v and %T on nested structs, slices, maps and pointers.
package main

import (
	"errors"
	"fmt"
)

type point struct{ X, Y int }
type named struct {
	Name  string
	At    point
	Ptr   *point
	List  []int
	Map   map[string]bool
	Any   interface{}
	Err   error
	Fn    func()
	Chan  chan int
	inner struct{ f float64 }
}
type list []point
type str string
type bytes []byte

func main() {
	p := point{1, -2}
	n := named{Name: "n m", At: p, List: []int{1, 2}, Map: map[string]bool{"t": true}, Any: 5, Err: errors.New("e")}
	fmt.Printf("%v\n%+v\n", n, n)
	fmt.Println(n.At, &n.At, []point{p, p}, []*point{nil}, [2]point{})
	fmt.Printf("%v %+v %#v %T\n", p, p, p, p)
	fmt.Printf("%v %+v %#v %T\n", &p, &p, &p, &p)
	fmt.Printf("%v %#v %T\n", list{p}, list{p}, list{p})
	fmt.Printf("%v %#v %T %q\n", str("s"), str("s"), str("s"), str("s"))
	fmt.Printf("%v %#v %s %x %T\n", bytes("hi"), bytes("hi"), bytes("hi"), bytes("hi"), bytes(nil))
	fmt.Printf("%v %#v %T\n", []string{"a", "b c"}, []string{"a"}, []string(nil))
	fmt.Printf("%q %q\n", []string{"a", "b c"}, [2]rune{'x', 'y'})
	fmt.Printf("%v %v %v %+v\n", nil, []interface{}{nil, 1, "a", 2.5, p}, map[string]interface{}{"k": nil}, []interface{}{p, p})
	fmt.Printf("%d %s\n", p, p)
	fmt.Printf("%d %x %5.1f\n", []int{10, 11}, map[string]int{"a": 10}, []float64{1, 2.25})
	fmt.Printf("%T %T %T %T %T %T\n", nil, 1, "s", 2.5, []interface{}{}, map[point][]*int{})
	fmt.Printf("%T %T %T %T\n", func(int, ...string) error { return nil }, make(chan<- bool), struct{ A, B int }{}, [3]func(){})
	fmt.Printf("%v %v %v %v\n", []int(nil), map[int]int(nil), (*point)(nil), error(nil))
	fmt.Printf("%+v %d\n", struct {
		A interface{}
		B []string
		C *int
	}{}, struct{ X []int }{[]int{1}})
	fmt.Printf("%s %v %d\n", errors.New("err"), errors.New("err"), 3)
	fmt.Printf("%#v %#v %#v %#v %#v %#v\n", 1, "q\"", 2.0, 'x', true, []byte{1})
	fmt.Printf("%#v %#v %#v\n", []int(nil), map[string]int{}, struct{}{})
	fmt.Printf("%#v %#v\n", []interface{}{1, "a", nil}, uint8(3))
	fmt.Printf("%6v|%-6v|%06v|%6v\n", 12, 12, 12, "ab")
	fmt.Printf("%v %v\n", struct{}{}, [0]int{})
	fmt.Printf("%t\n", []bool{true, false})
	pp := &p
	fmt.Println(fmt.Sprintf("%p", pp) == fmt.Sprintf("%p", &p), fmt.Sprintf("%v", &pp)[:2])
}

// Output:
// {n m {1 -2} <nil> [1 2] map[t:true] 5 e <nil> <nil> {0}}
// {Name:n m At:{X:1 Y:-2} Ptr:<nil> List:[1 2] Map:map[t:true] Any:5 Err:e Fn:<nil> Chan:<nil> inner:{f:0}}
// {1 -2} &{1 -2} [{1 -2} {1 -2}] [<nil>] [{0 0} {0 0}]
// {1 -2} {X:1 Y:-2} main.point{X:1, Y:-2} main.point
// &{1 -2} &{X:1 Y:-2} &main.point{X:1, Y:-2} *main.point
// [{1 -2}] main.list{main.point{X:1, Y:-2}} main.list
// s "s" main.str "s"
// [104 105] main.bytes{0x68, 0x69} hi 6869 main.bytes
// [a b c] []string{"a"} []string
// ["a" "b c"] ['x' 'y']
// <nil> [<nil> 1 a 2.5 {1 -2}] map[k:<nil>] [{X:1 Y:-2} {X:1 Y:-2}]
// {1 -2} {%!s(int=1) %!s(int=-2)}
// [10 11] map[61:a] [  1.0   2.2]
// <nil> int string float64 []interface {} map[main.point][]*int
// func(int, ...string) error chan<- bool struct { A int; B int } [3]func()
// [] map[] <nil> <nil>
// {A:<nil> B:[] C:<nil>} {[1]}
// err err 3
// 1 "q\"" 2 120 true []byte{0x1}
// []int(nil) map[string]int{} struct {}{}
// []interface {}{1, "a", interface {}(nil)} 0x3
//     12|12    |000012|    ab
// {} []
// [true false]
// true 0x
