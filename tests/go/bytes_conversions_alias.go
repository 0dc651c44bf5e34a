// Conversions between strings and bytes that copy nothing where nobody could tell: here everybody could.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

var shared = []byte("abc")

func change(c byte) string {
	shared[0] = c
	return "abc"
}

func kept() {
	b := []byte("first")
	s := string(b)
	t := string(b[1:3])
	joined := "<" + string(b) + ">"
	b[0], b[1] = 'F', 'I'
	fmt.Println(s, t, joined, string(b))
	c := []byte(s)
	c[0] = 'X'
	fmt.Println(s, string(c))
	d := append([]byte(nil), s...)
	d[0] = 'Y'
	fmt.Println(s, string(d))
}

func compared() {
	shared = []byte("abc")
	fmt.Println(string(shared) == change('x'))
	shared = []byte("abc")
	fmt.Println(change('y') == string(shared))
	shared = []byte("abc")
	fmt.Println(string(shared) < change('A'), string(shared) == "Abc")
}

func switched() {
	shared = []byte("abc")
	switch string(shared) {
	case change('q') + "d":
		fmt.Println("longer")
	case "qbc":
		fmt.Println("saw the change")
	case "abc":
		fmt.Println("kept")
	}
	shared = []byte("abc")
	switch string(shared) {
	case "abc":
		shared[1] = 'Z'
		fmt.Println("case", string(shared))
	}
}

func ranged() {
	b := []byte("hello")
	for i, c := range string(b) {
		b[4-i] = 'x'
		fmt.Print(string(c))
	}
	fmt.Println(" ", string(b))
	s := "world"
	for i, c := range []byte(s) {
		s = s[1:] + "."
		fmt.Print(i, string(rune(c)))
	}
	fmt.Println(" ", s)
	b = []byte("again")
	for i, c := range []byte(string(b)) {
		b[4-i] = 'x'
		fmt.Print(string(rune(c)))
	}
	fmt.Println(" ", string(b))
	for i, c := range b {
		b[4-i] = 'y'
		fmt.Print(string(rune(c)))
	}
	fmt.Println(" ", string(b))
}

func looked() {
	m := map[string]int{"abc": 1, "xbc": 2}
	shared = []byte("abc")
	fmt.Println(m[string(shared)] + len(change('x')) + m[string(shared)])
	shared = []byte("abc")
	m[string(shared)] = m["xbc"] + len(change('z'))
	fmt.Println(m)
	type key struct{ a, b string }
	k := map[key]int{{"zbc", "1"}: 9}
	fmt.Println(k[key{string(shared), "1"}])
	k[key{string(shared), "2"}] = 10
	shared[0] = 'w'
	fmt.Println(k)
}

func builders() {
	var b strings.Builder
	buf := []byte("piece ")
	for i := 0; i < 3; i++ {
		buf[0] = byte('a' + i)
		b.Write(buf)
		b.WriteString(string(buf))
	}
	s := b.String()
	b.WriteString("more")
	buf[0] = '!'
	fmt.Println(s, b.String())
	var w bytes.Buffer
	w.WriteString("one two")
	line := w.String()
	raw := w.Bytes()
	raw[0] = 'O'
	fmt.Println(line, w.String())
	w.Reset()
	w.WriteString("ABC")
	fmt.Println(line, string(raw))
}

func table() {
	var upper [256]byte
	for i := range upper {
		upper[i] = byte(i)
	}
	for c := 'a'; c <= 'z'; c++ {
		upper[c] = byte(c) - 32
	}
	text := []byte("some text, in lower case")
	view := text[5:9]
	for i, c := range text {
		text[i] = upper[c]
	}
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	fmt.Println(string(text), string(view))
	fmt.Println(bytes.IndexByte(text, 'X'), bytes.Count(text, []byte("E")), bytes.Equal(view, []byte("REWO")),
		bytes.Compare(view, text), bytes.Index(text, view))
	// The table and what it is looked up for are the same bytes.
	self := []byte{1, 2, 3, 0}
	for i, c := range self {
		self[i] = self[c]
	}
	fmt.Println(self)
}

func runes() {
	r := []rune("aλb")
	s := string(r)
	r[1] = 'x'
	fmt.Println(s, string(r), string([]byte(s)[1:3]))
}

func main() {
	kept()
	compared()
	switched()
	ranged()
	looked()
	builders()
	table()
	runes()
}

// Output:
// first ir <first> FIrst
// first Xirst
// first Yirst
// false
// false
// true true
// kept
// case aZc
// hello  xxxxx
// 0w1o2r3l4d  .....
// again  xxxxx
// xxxyy  yyyyy
// 6
// map[abc:1 xbc:2 zbc:5]
// 9
// map[{zbc 1}:9 {zbc 2}:10]
// aiece aiece biece biece ciece ciece  aiece aiece biece biece ciece ciece more
// one two One two
// one two ABC two
// ESAC REWOL NI ,TXET EMOS REWO
// 16 4 true 1 5
// [2 3 0 2]
// aλb axb λ
