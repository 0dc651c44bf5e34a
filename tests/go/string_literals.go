// Escapes, raw strings and rune literals.
package main

import "fmt"

func main() {
	fmt.Println("tab\tquote\"back\\slash", len("\a\b\f\v\x00\377"))
	fmt.Println(`raw \n "quoted"
second line`, len(`a\tb`))
	fmt.Printf("%q\n", "\a\b\f\n\r\t\v\\\"'\x00\x7f\u00e9\u200b\U0001F642\xff")
	fmt.Printf("%+q %#q %q\n", "é世", "back`tick", `a"b`)
	fmt.Printf("%q %q %q %q %+q %U %#U\n", 'x', '\'', '\n', '世', '世', '世', 'é')
	fmt.Println("\u4e16" == "世", "\xe4\xb8\x96" == "世", '\x41' == 'A', '\101' == 'A')
	fmt.Println('a'-'A', "a"+"b", len("\u00e9"), len("e\u0301"))
	fmt.Printf("%s|%10s|%-10s|%.2s|%10.3s|%c%c\n", "go", "go", "go", "golang", "golang", 71, 'o')
	fmt.Printf("%x %X % x %#x % #x\n", "hi!", "hi!", "hi!", "hi!", "hi!")
	fmt.Printf("%5c|%-5c|%05d|%5q|%-8q|\n", 'x', 'y', 42, 'z', "s")
}

// Output:
// tab	quote"back\slash 6
// raw \n "quoted"
// second line 4
// "\a\b\f\n\r\t\v\\\"'\x00\x7fé\u200b🙂\xff"
// "\u00e9\u4e16" "back`tick" "a\"b"
// 'x' '\'' '\n' '世' '\u4e16' U+4E16 U+00E9 'é'
// true true true true
// 32 ab 2 3
// go|        go|go        |go|       gol|Go
// 686921 686921 68 69 21 0x686921 0x68 0x69 0x21
//     x|y    |00042|  'z'|"s"     |
