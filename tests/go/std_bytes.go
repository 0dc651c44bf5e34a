// Package bytes.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
)

func main() {
	s := []byte("the quick brown fox")
	fmt.Println(bytes.Contains(s, []byte("quick")), bytes.Index(s, []byte("fox")), bytes.IndexByte(s, 'q'), bytes.LastIndex(s, []byte("o")), bytes.Count(s, []byte("o")), bytes.Equal(s, s[:3]), bytes.Compare([]byte("a"), []byte("b")))
	fmt.Printf("%q %q %q\n", bytes.Split([]byte("a,b,c"), []byte(",")), bytes.Fields([]byte(" a  b ")), bytes.SplitN([]byte("a,b,c"), []byte(","), 2))
	fmt.Printf("%q %q %q\n", bytes.Split([]byte("é世x"), nil), bytes.Join([][]byte{[]byte("x"), []byte("y")}, []byte("-")), bytes.Repeat([]byte("ab"), 2))
	fmt.Printf("%q %q %q %q %v\n", bytes.TrimSpace([]byte(" x ")), bytes.Trim([]byte("xxaxx"), "x"), bytes.ToUpper([]byte("abc")), bytes.Title([]byte("a b")), bytes.TrimSpace([]byte("  ")) == nil)
	fmt.Printf("%q %q %q\n", bytes.ReplaceAll([]byte("aaa"), []byte("a"), []byte("bc")), bytes.Map(unicode.ToUpper, []byte("é")), bytes.Runes([]byte("é世")))
	fmt.Println(bytes.HasPrefix(s, []byte("the")), bytes.HasSuffix(s, []byte("fox")), bytes.EqualFold([]byte("ABC"), []byte("abc")), bytes.ContainsAny(s, "xyz"))
	before, after, ok := bytes.Cut([]byte("k=v"), []byte("="))
	fmt.Printf("%s %s %v\n", before, after, ok)
	t := bytes.Split([]byte("a,b"), []byte(","))[0]
	t = append(t, "overwritten"...)
	fmt.Printf("%s\n", t)

	var b bytes.Buffer
	b.WriteString("hello ")
	b.Write([]byte("world"))
	b.WriteByte('!')
	b.WriteRune('世')
	fmt.Fprintf(&b, "%d", 42)
	fmt.Println(b.String(), b.Len())
	p := make([]byte, 5)
	n, err := b.Read(p)
	fmt.Println(n, err, string(p), b.UnreadByte(), b.UnreadByte())
	line, err := b.ReadString('!')
	fmt.Printf("%q %v\n", line, err)
	r, size, err := b.ReadRune()
	fmt.Println(string(r), size, err, b.UnreadRune())
	fmt.Printf("%q\n", b.Next(3))
	rest, err := b.ReadBytes('x')
	fmt.Printf("%q %v\n", rest, err)
	_, err = b.ReadByte()
	fmt.Println(err)
	m, err := b.ReadFrom(strings.NewReader(strings.Repeat("0123456789", 200)))
	fmt.Println(m, err, b.Len())
	b.Truncate(7)
	var out bytes.Buffer
	m, err = b.WriteTo(&out)
	fmt.Println(m, err, out.String(), b.Len())
	rd := bytes.NewReader([]byte("reader"))
	rd.Seek(2, io.SeekStart)
	all, _ := io.ReadAll(rd)
	fmt.Println(string(all), rd.Len(), rd.Size())
	fmt.Println((*bytes.Buffer)(nil).String(), bytes.NewBufferString("init").String())
}

// Output:
// true 16 4 17 2 false -1
// ["a" "b" "c"] ["a" "b"] ["a" "b,c"]
// ["é" "世" "x"] "x-y" "abab"
// "x" "a" "ABC" "A B" true
// "bcbcbc" "É" ['é' '世']
// true true true true
// k v true
// aoverwritten
// hello world!世42 17
// 5 <nil> hello <nil> bytes.Buffer: UnreadByte: previous operation was not a successful read
// "o world!" <nil>
// 世 3 <nil> <nil>
// "世"
// "42" EOF
// EOF
// 2000 <nil> 2000
// 7 <nil> 0123456 0
// ader 0 6
// <nil> init
