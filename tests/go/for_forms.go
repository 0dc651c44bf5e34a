// All forms of for, with break and continue.
package main

import "fmt"

func limit() int {
	fmt.Print("limit ")
	return 3
}

func list() []int {
	fmt.Print("list ")
	return []int{4, 5, 6}
}

func main() {
	for i := 0; i < limit(); i++ {
		fmt.Print(i, " ")
	}
	fmt.Println(".")
	for _, v := range list() {
		fmt.Print(v, " ")
	}
	fmt.Println(".")
	n := 3
	for n > 0 {
		n--
		if n == 1 {
			continue
		}
		fmt.Print(n, " ")
	}
	fmt.Println(".")
	for {
		n++
		if n > 4 {
			break
		}
	}
	fmt.Println(n)
	for i := range limit() {
		fmt.Print(i, " ")
	}
	fmt.Println(".")
	for range 2 {
		fmt.Print("twice ")
	}
	fmt.Println(".")
	var u uint8 = 3
	for i := range u {
		fmt.Printf("%T%d ", i, i)
	}
	fmt.Println(".")
	for i := range -5 {
		fmt.Println("never", i)
	}
	s := []int{1, 2, 3}
	for i, v := range s {
		s[2] = 10
		if i == 0 {
			s = append(s, 4)
			s = []int{7, 8, 9}
		}
		fmt.Print(v, " ")
	}
	fmt.Println(s)
	for i := range s {
		s[i] *= i
	}
	fmt.Println(s)
	arr := [3]int{1, 2, 3}
	for i := range arr {
		arr[i] = len(arr) - i
	}
	for i, v := range &arr {
		arr[2] += i * v
	}
	fmt.Println(arr)
	var nilp *[4]int
	for i := range nilp {
		fmt.Print(i, " ")
	}
	fmt.Println(len(nilp))
	for i, j := 0, 0; i+j < 10; i, j = i+1, j+2 {
		fmt.Print(i, j, " ")
	}
	fmt.Println(".")
	var x interface{} = 0
	for s[1], x = range []string{"p", "q"} {
	}
	fmt.Println(s)
	fmt.Println(x)
	for i := 10; ; i -= 3 {
		if i < 0 {
			fmt.Println("left at", i)
			break
		}
	}
	for i := uint8(250); i >= 250; i++ {
		fmt.Print(i, " ")
	}
	fmt.Println(".")
}

// Output:
// limit 0 limit 1 limit 2 limit .
// list 4 5 6 .
// 2 0 .
// 5
// limit 0 1 2 .
// twice twice .
// uint80 uint81 uint82 .
// 1 2 10 [7 8 10]
// [0 8 20]
// [3 2 9]
// 0 1 2 3 4
// 0 0 1 2 2 4 3 6 .
// [0 1 20]
// q
// left at -2
// 250 251 252 253 254 255 .
