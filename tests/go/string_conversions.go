// Conversions between strings, bytes, runes and numbers.
package main

import "fmt"

type name string
type raw []byte

func main() {
	s := "héé世"
	b := []byte(s)
	r := []rune(s)
	fmt.Println(b, r, len(b), len(r))
	b[0] = 'H'
	r[1] = 'E'
	fmt.Println(s, string(b), string(r))
	fmt.Println(string(rune(65)), string(rune(0x1F642)), string(rune(-1)) == "\ufffd", string(rune(0xD800)) == "\uFFFD")
	bad := "a\xffb"
	fmt.Println([]rune(bad), string([]rune(bad)) == bad, len(string([]rune(bad))))
	n := name("gopher")
	fmt.Println(n, string(n), []byte(n)[0], n[1:3], len(n), n+"!")
	x := raw("bytes")
	fmt.Println(string(x), x, raw(nil) == nil, len(raw("")))
	fmt.Printf("%q %x %X % x %s %v\n", x, x, x, x, x, x)
	t := string([]byte{0xe4, 0xb8, 0x96})
	fmt.Println(t, t == "世")
	var empty []byte
	fmt.Println(string(empty) == "", string([]rune{}) == "", []byte("") == nil)
	c := append([]byte("abc"), "def"...)
	copy(c[1:], "XYZW")
	fmt.Println(string(c))
}

// Output:
// [104 195 169 195 169 228 184 150] [104 233 233 19990] 8 4
// héé世 Héé世 hEé世
// A 🙂 true true
// [97 65533 98] false 5
// gopher gopher 103 op 6 gopher!
// bytes [98 121 116 101 115] true 0
// "bytes" 6279746573 6279746573 62 79 74 65 73 bytes [98 121 116 101 115]
// 世 true
// true true false
// aXYZWf
