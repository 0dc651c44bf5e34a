// Blocks shadow names, including predeclared ones.
package main

import "fmt"

var x = "package"

type T struct{ x string }

func get() (int, error) { return 1, nil }

func param(x int) int {
	{
		x := x + 1
		x++
		_ = x
	}
	return x
}

func named() (err error) {
	if v, err := get(); err == nil {
		err = fmt.Errorf("inner %d", v)
		_ = err
	}
	return
}

func main() {
	fmt.Println(x)
	x := 1
	{
		x := "block"
		fmt.Println(x)
		{
			x := x + "!"
			fmt.Println(x)
		}
	}
	if x := 2.5; x > 2 {
		fmt.Println(x)
		x := 'c'
		fmt.Println(x)
	} else if y := x * 2; y > 0 {
		fmt.Println(y)
	}
	for x := 0; x < 2; x++ {
		x := x * 10
		fmt.Print(x, " ")
	}
	switch x := interface{}(x).(type) {
	case int:
		x++
		fmt.Println(x)
	}
	fmt.Println(x, param(5), named())
	len := func(s string) string { return s + s }
	true := false
	nil := 0
	string := "string"
	fmt.Println(len("ab"), true, nil, string)
	type int float64
	var f int = 1.5
	fmt.Println(f)
	{
		fmt := "fmt"
		_ = fmt
	}
	a, b := 1, 2
	{
		a, c := 3, 4
		b = a + c
		a++
	}
	fmt.Println(a, b)
	a, d := 10, 20
	fmt.Println(a, d)
	T := T{"field"}
	fmt.Println(T.x)
	var iota = 5
	const k = 3
	fmt.Println(iota + k)
}

// Output:
// package
// block
// block!
// 2.5
// 99
// 0 10 2
// 1 5 <nil>
// abab false 0 string
// 1.5
// 1 7
// 10 20
// field
// 8
