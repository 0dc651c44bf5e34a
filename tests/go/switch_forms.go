// Expression switches: fallthrough, no tag, init, duplicates by value, order of evaluation.
package main

import "fmt"

func f(n int) int {
	fmt.Print("f", n, " ")
	return n
}

func grade(n int) string {
	switch {
	case n >= 90:
		return "A"
	case n >= 80:
		return "B"
	default:
		return "F"
	}
}

func days(month string, leap bool) int {
	switch month {
	case "apr", "jun", "sep", "nov":
		return 30
	case "feb":
		if leap {
			return 29
		}
		return 28
	}
	return 31
}

func fall(n int) (s string) {
	switch n {
	case 0:
		s += "0"
		fallthrough
	case 1:
		s += "1"
		fallthrough
	default:
		s += "d"
	case 2:
		s += "2"
	}
	return
}

func main() {
	fmt.Println(grade(95), grade(85), grade(1))
	fmt.Println(days("feb", true), days("feb", false), days("jun", true), days("jan", false))
	fmt.Println(fall(0), fall(1), fall(2), fall(3))
	switch f(2) {
	case f(1), f(2), f(3):
		fmt.Println("hit")
	case f(4):
		fmt.Println("never")
	}
	switch x := f(5); x {
	default:
		fmt.Println("default", x)
	case 1:
	}
	switch {
	}
	switch f(9); {
	default:
		fmt.Println("only default")
	}
	var i interface{} = 3
	switch i {
	case "3":
		fmt.Println("string")
	case 3.0:
		fmt.Println("float")
	case 3:
		fmt.Println("int")
	}
	switch r := 'x'; {
	case 'a' <= r && r <= 'z':
		fmt.Println("lower")
		if r == 'x' {
			break
		}
		fmt.Println("never")
	}
	type p struct{ a, b int }
	switch (p{1, 2}) {
	case p{2, 1}:
		fmt.Println("no")
	case p{1, 2}:
		fmt.Println("struct")
	}
	switch big := uint8(200); {
	case big > 127:
		fmt.Println("unsigned")
	}
	switch true {
	case false, 1 > 0:
		fmt.Println("true")
	}
	for n := 0; n < 40; n += 3 {
		switch n {
		case 0, 3, 6, 9, 12, 15:
			fmt.Print("a")
		case 18:
			fmt.Print("b")
		case 21, 24:
			fmt.Print("c")
		case 1000:
			fmt.Print("never")
		default:
			fmt.Print("-")
		}
	}
	fmt.Println()
}

// Output:
// A B F
// 29 28 30 31
// 01d 1d 2 d
// f2 f1 f2 hit
// f5 default 5
// f9 only default
// int
// lower
// struct
// unsigned
// true
// aaaaaabcc-----
