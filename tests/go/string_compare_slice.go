// Strings compare by bytes; slicing is by bytes and checked.
package main

import (
	"fmt"
	"strings"
)

func attempt(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	words := []string{"", "a", "A", "aa", "ab", "é", "z", "\xff", "a\x00"}
	for _, a := range words {
		for _, b := range words {
			c := 0
			if a < b {
				c = -1
			} else if a > b {
				c = 1
			}
			if (a == b) != (c == 0) || (a <= b) != (c <= 0) || (a >= b) != (c >= 0) || (a != b) != (c != 0) {
				fmt.Println("wrong", a, b)
			}
			fmt.Print(c, " ")
		}
		fmt.Println(".")
	}
	s := "hello, world"
	fmt.Println(s[:5], s[7:], s[3:3] == "", s[len(s):] == "", s[0], s[len(s)-1])
	n := 20
	attempt(func() { fmt.Println(s[n]) })
	attempt(func() { fmt.Println(s[n:]) })
	attempt(func() { fmt.Println(s[:n]) })
	attempt(func() { m := 5; fmt.Println(s[m:2]) })
	attempt(func() { m := -1; fmt.Println(s[m]) })
	attempt(func() { m := -1; fmt.Println(s[m:]) })
	big := strings.Repeat("ab", 1000)
	sub := big[998:1002]
	fmt.Println(sub, len(big), sub == "abab", sub+"c" > sub)
	acc := ""
	for i := 0; i < 50; i++ {
		acc += string(rune('a' + i%26))
	}
	fmt.Println(acc, len(acc))
	acc2 := acc
	acc2 += "!"
	fmt.Println(acc == acc2, len(acc), len(acc2))
}

// Output:
// 0 -1 -1 -1 -1 -1 -1 -1 -1 .
// 1 0 1 -1 -1 -1 -1 -1 -1 .
// 1 -1 0 -1 -1 -1 -1 -1 -1 .
// 1 1 1 0 -1 -1 -1 -1 1 .
// 1 1 1 1 0 -1 -1 -1 1 .
// 1 1 1 1 1 0 1 -1 1 .
// 1 1 1 1 1 -1 0 -1 1 .
// 1 1 1 1 1 1 1 0 1 .
// 1 1 1 -1 -1 -1 -1 -1 0 .
// hello world true true 104 100
// runtime error: index out of range [20] with length 12
// runtime error: slice bounds out of range [20:12]
// runtime error: slice bounds out of range [:20] with length 12
// runtime error: slice bounds out of range [5:2]
// runtime error: index out of range [-1]
// runtime error: slice bounds out of range [-1:]
// abab 2000 true true
// abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwx 50
// false 50 51
