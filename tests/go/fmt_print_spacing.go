// Print puts a space between operands when neither is a string; Println always does.
package main

import (
	"errors"
	"fmt"
	"os"
)

type t struct{ a, b int }

func main() {
	fmt.Print("a", "b", 1, 2, "c", 3.5, true, false, nil, 'x', "\n")
	fmt.Print(1, 2, 3, "\n")
	fmt.Print(t{1, 2}, t{3, 4}, "s", &t{5, 6}, []int{1}, []int{2}, "\n")
	fmt.Print(errors.New("e1"), errors.New("e2"), "\n")
	fmt.Println("a", "b", 1, 2, "c", nil, []string{"x y", "z"}, true)
	fmt.Println()
	fmt.Println("", "x")
	fmt.Printf("[%s]\n", fmt.Sprint("a", 1, 2, "b", "c", 3, 4))
	fmt.Printf("[%s]\n", fmt.Sprintln("a", 1, 2)[:5])
	fmt.Printf("[%s] [%s] [%s]\n", fmt.Sprint(), fmt.Sprint(""), fmt.Sprint(nil))
	n, err := fmt.Print("count\n")
	fmt.Println(n, err)
	n, err = fmt.Printf("%s\n", "héé")
	fmt.Println(n, err)
	n, _ = fmt.Println()
	fmt.Println(n)
	n, _ = fmt.Fprintln(os.Stdout, "to", "stdout")
	fmt.Fprint(os.Stdout, n, 5, "x", "\n")
	fmt.Fprintf(os.Stdout, "%03d\n", n)
	var e error
	var p *t
	var m map[string]int
	var s []int
	var f func()
	var i interface{}
	var c chan int
	fmt.Println(e, p, m, s, f == nil, i, c)
	fmt.Println(int8(-5), uint16(7), 'a', byte('b'), 1e6, 1e21, float32(0.1), "q")
	args := []interface{}{1, "two", 3.0}
	fmt.Println(args...)
	fmt.Println(args)
	fmt.Printf("%v-%v-%v\n", args...)
}

// Output:
// ab1 2c3.5 true false <nil> 120
// 1 2 3
// {1 2} {3 4}s&{5 6} [1] [2]
// e1 e2
// a b 1 2 c <nil> [x y z] true
//
//  x
// [a1 2bc3 4]
// [a 1 2]
// [] [] [<nil>]
// count
// 6 <nil>
// héé
// 6 <nil>
//
// 1
// to stdout
// 10 5x
// 010
// <nil> <nil> map[] [] true <nil> <nil>
// -5 7 97 98 1e+06 1e+21 0.1 q
// 1 two 3
// [1 two 3]
// 1-two-3
