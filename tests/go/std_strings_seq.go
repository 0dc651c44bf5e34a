package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

func main() {
	for _, s := range []string{"", "a", "a\nb", "a\n\nb\n", "\n", "a,b,,c", ",", "  foo bar\tbaz ", "é世\xff,x", "no sep"} {
		for l := range strings.Lines(s) {
			fmt.Printf("%q ", l)
		}
		fmt.Print("| ")
		for _, sep := range []string{",", "", "\n", "zz"} {
			for l := range strings.SplitSeq(s, sep) {
				fmt.Printf("%q ", l)
			}
			fmt.Print("/ ")
			for l := range strings.SplitAfterSeq(s, sep) {
				fmt.Printf("%q ", l)
			}
			fmt.Print("/ ")
		}
		for l := range strings.FieldsSeq(s) {
			fmt.Printf("%q ", l)
		}
		fmt.Print("| ")
		for l := range strings.FieldsFuncSeq(s, unicode.IsLetter) {
			fmt.Printf("%q ", l)
		}
		fmt.Println("$")
		b := []byte(s)
		for l := range bytes.Lines(b) {
			fmt.Printf("%q%t ", l, cap(l) == len(l))
		}
		for l := range bytes.SplitSeq(b, []byte(",")) {
			fmt.Printf("%q%t ", l, cap(l) == len(l))
		}
		for l := range bytes.SplitAfterSeq(b, []byte("")) {
			fmt.Printf("%q%t ", l, cap(l) == len(l))
		}
		for l := range bytes.FieldsSeq(b) {
			fmt.Printf("%q ", l)
		}
		for l := range bytes.FieldsFuncSeq(b, unicode.IsSpace) {
			fmt.Printf("%q ", l)
		}
		fmt.Println("$")
	}
	for l := range strings.SplitSeq("a b c d", " ") {
		if l == "c" {
			break
		}
		fmt.Println(l)
	}
	n := 0
	for range strings.Lines("1\n2\n3\n") {
		n++
		if n == 2 {
			break
		}
	}
	seq := strings.FieldsSeq(" x y ")
	for range 2 {
		for f := range seq {
			fmt.Print(f, ";")
		}
	}
	fmt.Println(n)
}

// Output:
// | "" / "" / / / "" / "" / "" / "" / | $
// ""true $
// "a" | "a" / "a" / "a" / "a" / "a" / "a" / "a" / "a" / "a" | $
// "a"true "a"true "a"true "a" "a" $
// "a\n" "b" | "a\nb" / "a\nb" / "a" "\n" "b" / "a" "\n" "b" / "a" "b" / "a\n" "b" / "a\nb" / "a\nb" / "a" "b" | "\n" $
// "a\n"true "b"true "a\nb"true "a"true "\n"true "b"true "a" "b" "a" "b" $
// "a\n" "\n" "b\n" | "a\n\nb\n" / "a\n\nb\n" / "a" "\n" "\n" "b" "\n" / "a" "\n" "\n" "b" "\n" / "a" "" "b" "" / "a\n" "\n" "b\n" "" / "a\n\nb\n" / "a\n\nb\n" / "a" "b" | "\n\n" "\n" $
// "a\n"true "\n"true "b\n"true "a\n\nb\n"true "a"true "\n"true "\n"true "b"true "\n"true "a" "b" "a" "b" $
// "\n" | "\n" / "\n" / "\n" / "\n" / "" "" / "\n" "" / "\n" / "\n" / | "\n" $
// "\n"true "\n"true "\n"true $
// "a,b,,c" | "a" "b" "" "c" / "a," "b," "," "c" / "a" "," "b" "," "," "c" / "a" "," "b" "," "," "c" / "a,b,,c" / "a,b,,c" / "a,b,,c" / "a,b,,c" / "a,b,,c" | "," ",," $
// "a,b,,c"true "a"true "b"true ""true "c"true "a"true ","true "b"true ","true ","true "c"true "a,b,,c" "a,b,,c" $
// "," | "" "" / "," "" / "," / "," / "," / "," / "," / "," / "," | "," $
// ","true ""true ""true ","true "," "," $
// "  foo bar\tbaz " | "  foo bar\tbaz " / "  foo bar\tbaz " / " " " " "f" "o" "o" " " "b" "a" "r" "\t" "b" "a" "z" " " / " " " " "f" "o" "o" " " "b" "a" "r" "\t" "b" "a" "z" " " / "  foo bar\tbaz " / "  foo bar\tbaz " / "  foo bar\tbaz " / "  foo bar\tbaz " / "foo" "bar" "baz" | "  " " " "\t" " " $
// "  foo bar\tbaz "true "  foo bar\tbaz "true " "true " "true "f"true "o"true "o"true " "true "b"true "a"true "r"true "\t"true "b"true "a"true "z"true " "true "foo" "bar" "baz" "foo" "bar" "baz" $
// "é世\xff,x" | "é世\xff" "x" / "é世\xff," "x" / "é" "世" "\xff" "," "x" / "é" "世" "\xff" "," "x" / "é世\xff,x" / "é世\xff,x" / "é世\xff,x" / "é世\xff,x" / "é世\xff,x" | "\xff," $
// "é世\xff,x"true "é世\xff"true "x"true "é"true "世"true "\xff"true ","true "x"true "é世\xff,x" "é世\xff,x" $
// "no sep" | "no sep" / "no sep" / "n" "o" " " "s" "e" "p" / "n" "o" " " "s" "e" "p" / "no sep" / "no sep" / "no sep" / "no sep" / "no" "sep" | " " $
// "no sep"true "no sep"true "n"true "o"true " "true "s"true "e"true "p"true "no" "sep" "no" "sep" $
// a
// b
// x;y;x;y;2
