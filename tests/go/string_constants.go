package main

import "fmt"

// Comparisons of strings with constants of every length up to one that is not short any more, where each byte
// differs in turn, at addresses that are not aligned.

func is1(s string) bool  { return s == "a" }
func is2(s string) bool  { return s == "ab" }
func is3(s string) bool  { return s == "abc" }
func is4(s string) bool  { return "abcd" == s }
func is5(s string) bool  { return s == "abcde" }
func is6(s string) bool  { return s == "abcdef" }
func is7(s string) bool  { return "abcdefg" == s }
func is8(s string) bool  { return s == "abcdefgh" }
func is9(s string) bool  { return s == "abcdefghi" }
func is12(s string) bool { return s == "abcdefghijkl" }
func is15(s string) bool { return s == "abcdefghijklmno" }
func is16(s string) bool { return s == "abcdefghijklmnop" }
func is40(s string) bool { return s == "abcdefghijklmnopqrstuvwxyz0123456789ABCD" }
func high(s string) bool { return s == "\xff\x80\x00\xfe\xff" }

const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCD"

func begins(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

func word(s string) int {
	switch s {
	case "if":
		return 1
	case "for", "fro":
		return 2
	case "func":
		return 3
	case "return", "retrun":
		return 4
	case "continue":
		return 5
	case "fallthrough":
		return 6
	}
	if s != "package" && !(len(s) == 5 && s == "const") {
		return 0
	}
	return 7
}

// Bytes that change between two comparisons of the same text.
func changing(b, other []byte) (n int) {
	if string(b) == "abc" {
		n |= 1
	}
	other[1] = 'x'
	if string(b) == "abc" {
		n |= 2
	}
	if string(b) == "axc" {
		n |= 4
	}
	for i := range b {
		b[i] = "abc"[i]
		if string(b[i:i+1]) == "b" {
			n |= 8
		}
	}
	if string(b) == "abc" {
		n |= 16
	}
	return n
}

func main() {
	checks := []struct {
		n  int
		is func(string) bool
	}{
		{1, is1}, {2, is2}, {3, is3}, {4, is4}, {5, is5}, {6, is6}, {7, is7}, {8, is8}, {9, is9}, {12, is12},
		{15, is15}, {16, is16}, {40, is40},
	}
	for _, check := range checks {
		equal, different := 0, 0
		for at := 0; at < 9; at++ {
			pad := "........."[:at]
			text := (pad + letters[:check.n] + pad)[at : at+check.n]
			if check.is(text) {
				equal++
			}
			for i := 0; i < check.n; i++ {
				bytes := []byte(pad + text)
				bytes[at+i] ^= 0x80 >> (i % 8)
				if !check.is(string(bytes)[at:]) {
					different++
				}
			}
		}
		fmt.Println(check.n, equal, different, check.is(""), check.is(letters[:check.n-1]), check.is(letters+"x"))
	}
	fmt.Println(high("\xff\x80\x00\xfe\xff"), high("\xff\x80\x00\xfe\x7f"), high("\xff\x80\x00\xfe"))
	n := 0
	for _, s := range []string{"if", "of", "for", "fro", "fur", "func", "return", "retrun", "continue",
		"fallthrough", "fallthrougH", "package", "const", "consT", "", "f"} {
		n = n*3 + word(s)
	}
	fmt.Println(n)
	for _, s := range []string{"BULK-17", "BULK-", "BULK", "ITEM-17", ""} {
		fmt.Println(begins(s, "BULK-"), begins(s, "B"), begins(s, ""))
	}
	b := []byte("abc")
	fmt.Println(changing(b, b), changing([]byte("abc"), b), changing([]byte("abd"), b))
}

// Output:
// 1 9 9 false false false
// 2 9 18 false false false
// 3 9 27 false false false
// 4 9 36 false false false
// 5 9 45 false false false
// 6 9 54 false false false
// 7 9 63 false false false
// 8 9 72 false false false
// 9 9 81 false false false
// 12 9 108 false false false
// 15 9 135 false false false
// 16 9 144 false false false
// 40 9 360 false false false
// true false false
// 18898623
// true true true
// true true true
// false true true
// false false true
// false false true
// 29 27 24
