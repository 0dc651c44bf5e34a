// Type switches over concrete types, interfaces, nil and several types in a case.
package main

import (
	"errors"
	"fmt"
)

type stringer interface{ String() string }
type a struct{ n int }
type b struct{ n int }
type e string

func (a) String() string    { return "a!" }
func (x *b) String() string { return fmt.Sprint("b", x.n) }
func (x e) Error() string   { return "e:" + string(x) }

func kind(x interface{}) string {
	switch v := x.(type) {
	case nil:
		return fmt.Sprint("nil ", v == nil)
	case int, int64:
		return fmt.Sprintf("integer %v %T", v, v)
	case uint8:
		return fmt.Sprint("byte ", v+1)
	case string:
		return "string " + v
	case []int:
		return fmt.Sprint("slice ", len(v))
	case map[string]int:
		return fmt.Sprint("map ", v["k"])
	case func(int) int:
		return fmt.Sprint("func ", v(4))
	case *int:
		return fmt.Sprint("pointer ", *v)
	case error:
		return "error " + v.Error()
	case stringer:
		return "stringer " + v.String()
	case struct{ X int }:
		return fmt.Sprint("anonymous ", v.X)
	case [2]bool:
		return fmt.Sprint("array ", v[1])
	case chan int:
		return fmt.Sprint("chan ", cap(v))
	default:
		return fmt.Sprintf("other %T", v)
	}
}

func main() {
	n := 7
	var np *b
	var nilErr error
	for _, x := range []interface{}{nil, 1, int64(2), int32(3), byte(4), "s", []int{1}, map[string]int{"k": 5}, func(i int) int { return i * i }, &n, errors.New("x"), e("y"), a{1}, &a{2}, b{3}, &b{4}, struct{ X int }{6}, [2]bool{false, true}, make(chan int, 3), make(<-chan int), 'r', 1.5, float32(1), struct{}{}, nilErr} {
		fmt.Println(kind(x))
	}
	var s stringer = np
	switch s.(type) {
	case a:
		fmt.Println("a")
	case *b:
		fmt.Println("nil *b is still *b", s == nil)
	}
	var err error = e("z")
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		fmt.Println("wraps", x)
	case e:
		fmt.Println(string(x))
	}
	switch x := interface{}(n).(type) {
	case int:
		x++
		fmt.Println(x, n)
	}
	switch y := s; z := y.(type) {
	default:
		fmt.Printf("%T\n", z)
	}
}

// Output:
// nil true
// integer 1 int
// integer 2 int64
// other int32
// byte 5
// string s
// slice 1
// map 5
// func 16
// pointer 7
// error x
// error e:y
// stringer a!
// stringer a!
// other main.b
// stringer b4
// anonymous 6
// array true
// chan 3
// other <-chan int
// other int32
// other float64
// other float32
// other struct {}
// nil true
// nil *b is still *b false
// z
// 8 7
// *main.b
