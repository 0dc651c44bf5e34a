// range over a string gives byte positions and runes; bad UTF-8 gives U+FFFD one byte at a time.
package main

import "fmt"

func main() {
	for i, r := range "aé世🙂z" {
		fmt.Println(i, r, string(r))
	}
	for i, r := range "a\xffb\xc3(\xe2\x82|\xf0\x9f\x99" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println("|")
	for i, r := range "\xed\xa0\x80|\xc0\x80|\xf4\x90\x80\x80" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println("|")
	s := "héllo"
	for i := 0; i < len(s); i++ {
		fmt.Print(s[i], " ")
	}
	fmt.Println(len(s), len([]rune(s)))
	for i := range s {
		fmt.Print(i, " ")
	}
	fmt.Println("|")
	for range s {
		fmt.Print(".")
	}
	fmt.Println()
	n := 0
	for _, r := range "x\u2028y\ufeffz" {
		n += int(r)
	}
	fmt.Println(n)
	for i, r := range "" {
		fmt.Println("never", i, r)
	}
}

// Output:
// 0 97 a
// 1 233 é
// 3 19990 世
// 6 128578 🙂
// 10 122 z
// 0:97 1:65533 2:98 3:65533 4:40 5:65533 6:65533 7:124 8:65533 9:65533 10:65533 |
// 0:65533 1:65533 2:65533 3:124 4:65533 5:65533 6:124 7:65533 8:65533 9:65533 10:65533 |
// 104 195 169 108 108 111 6 5
// 0 1 3 4 5 |
// .....
// 73874
