// Maps range in the order of insertion; deleting keeps the order, and putting back goes to the end.
package main

import "fmt"

func main() {
	m := map[string]int{"z": 1, "a": 2, "m": 3}
	m["b"] = 4
	for k, v := range m {
		fmt.Print(k, v, " ")
	}
	fmt.Println(".")
	delete(m, "a")
	m["z"] = 10
	m["a"] = 20
	for k, v := range m {
		fmt.Print(k, v, " ")
	}
	fmt.Println(".")
	ints := map[int]bool{}
	for i := 0; i < 20; i++ {
		ints[i*7919%101] = true
	}
	for k := range ints {
		fmt.Print(k, " ")
	}
	fmt.Println(".")
	for k := range ints {
		if k%2 == 0 {
			delete(ints, k)
		}
	}
	for k := range ints {
		fmt.Print(k, " ")
	}
	fmt.Println(".")
	for i := 0; i < 100000; i++ {
		ints[1000+i] = true
		delete(ints, 1000+i-5)
	}
	n := 0
	for k := range ints {
		if n++; n > 8 {
			fmt.Print(k, " ")
		}
	}
	fmt.Println(len(ints))
	clear(m)
	m["x"], m["w"] = 1, 2
	for k := range m {
		fmt.Print(k, " ")
	}
	fmt.Println(".")
}

// Output:
// z1 a2 m3 b4 .
// z10 m3 b4 a20 .
// 0 41 82 22 63 3 44 85 25 66 6 47 88 28 69 9 50 91 31 72 .
// 41 63 3 85 25 47 69 9 91 31 .
// 91 31 100995 100996 100997 100998 100999 15
// x w .
