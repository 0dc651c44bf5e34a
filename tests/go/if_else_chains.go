// if with initialisers whose variables live through the chain; short-circuit evaluation.
package main

import "fmt"

var trace string

func t(name string, v bool) bool {
	trace += name
	return v
}

func classify(n int) string {
	if half := n / 2; n < 0 {
		return fmt.Sprint("negative ", half)
	} else if sq := n * n; n%2 == 0 {
		return fmt.Sprint("even ", half, sq)
	} else if n > 100 {
		return fmt.Sprint("big ", half+sq)
	} else {
		half++
		return fmt.Sprint("odd ", half, sq)
	}
}

func main() {
	for _, n := range []int{-3, 4, 101, 7} {
		fmt.Println(classify(n))
	}
	r := t("a", true) && t("b", false) || t("c", true)
	fmt.Println(r, trace)
	trace = ""
	r = t("a", false) && t("b", true) || !t("c", true) && t("d", true) || t("e", false)
	fmt.Println(r, trace)
	trace = ""
	r = !(t("a", true) || t("b", true)) == t("c", false)
	fmt.Println(r, trace)
	var p *struct{ v int }
	if p != nil && p.v > 0 {
		fmt.Println("never")
	}
	if p == nil || p.v > 0 {
		fmt.Println("safe")
	}
	m := map[string]int{"k": 0}
	if v, ok := m["k"]; ok && v == 0 {
		fmt.Println("present")
	}
	if _, ok := m["x"]; !ok {
		fmt.Println("absent")
	}
	b := 3 > 2
	b = b == (1 < 2)
	b = b != false
	fmt.Println(b, !b, b && !b, b || !b)
	x := 5
	if x := x * 2; x > 9 {
		fmt.Println(x)
	}
	if x > 4 {
		if x > 6 {
			fmt.Println("no")
		} else {
			fmt.Println("dangling else belongs to the inner if")
		}
	}
	count := 0
	inc := func() int { count++; return count }
	if inc() == 1 && inc() == 2 && inc() == 4 && inc() == 4 {
		fmt.Println("never")
	}
	fmt.Println(count)
}

// Output:
// negative -1
// even 2 16
// big 10251
// odd 4 49
// true abc
// false ace
// true ac
// safe
// present
// absent
// true false false true
// 10
// dangling else belongs to the inner if
// 3
