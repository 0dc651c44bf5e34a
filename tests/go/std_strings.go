// Package strings.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

func main() {
	s := "the quick brown fox, the lazy dog"
	fmt.Println(strings.Contains(s, "fox"), strings.ContainsAny(s, "xyz"), strings.ContainsRune(s, 'q'), strings.Count(s, "the"), strings.Count("世界", ""))
	fmt.Println(strings.Index(s, "the"), strings.LastIndex(s, "the"), strings.IndexByte(s, 'z'), strings.IndexRune("a世b", '世'), strings.IndexAny(s, "zq"), strings.LastIndexAny(s, "ae"), strings.IndexFunc(s, unicode.IsSpace), strings.Index(s, "nothing"), strings.LastIndexByte(s, 'o'))
	fmt.Printf("%q %q %q %q\n", strings.Split("a,b,,c", ","), strings.SplitN("a,b,c,d", ",", 2), strings.SplitAfter("a,b", ","), strings.Split("é世x", ""))
	fmt.Printf("%q %q %q\n", strings.Fields("  a \t b\n\u2003c  "), strings.FieldsFunc("a1b2c", unicode.IsDigit), strings.Fields(" "))
	fmt.Println(strings.Join([]string{"x", "y", "z"}, "--"), strings.Repeat("ab", 3), strings.Replace("aaaa", "a", "b", 2), strings.ReplaceAll("aaaa", "aa", "c"), strings.Replace("abc", "", "-", -1))
	fmt.Println(strings.ToUpper("straße éa"), strings.ToLower("ÀÉÎ ABC"), strings.Title("hello wor_ld o'neil"), strings.ToTitle("ǆ abc"))
	fmt.Printf("%q %q %q %q %q %q\n", strings.TrimSpace(" \t x y \n\u3000"), strings.Trim("xxhixx", "x"), strings.TrimLeft("abcab", "ab"), strings.TrimRight("abcab", "ab"), strings.TrimPrefix("prefix", "pre"), strings.TrimSuffix("suffix", "fix"))
	fmt.Println(strings.EqualFold("Straße", "STRAßE"), strings.EqualFold("K", "\u212a"), strings.EqualFold("ab", "abc"), strings.Compare("a", "b"), strings.HasPrefix("abc", "ab"), strings.HasSuffix("abc", "bc"))
	before, after, found := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, found)
	fmt.Println(strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return unicode.ToUpper(r)
	}, "banana é"))
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "a", "b", "b", "a")
	fmt.Println(r.Replace("<ab>"), strings.NewReplacer("", "X").Replace("ab"), strings.NewReplacer("abc", "1", "ab", "2", "a", "3").Replace("aababc"))
	strings.NewReplacer("l", "L").WriteString(os.Stdout, "hello\n")
	var b strings.Builder
	for i := 0; i < 3; i++ {
		fmt.Fprintf(&b, "%d,", i)
	}
	b.WriteByte('!')
	b.WriteRune('世')
	b.WriteString("end")
	fmt.Println(b.String(), b.Len())
	c := b
	func() {
		defer func() { fmt.Println(recover()) }()
		c.WriteString("x")
	}()
	rd := strings.NewReader("hello, 世界")
	buf := make([]byte, 4)
	n, err := rd.Read(buf)
	fmt.Println(n, err, string(buf[:n]), rd.Len(), rd.Size())
	rd.Seek(-6, io.SeekEnd)
	ch, size, err := rd.ReadRune()
	fmt.Println(string(ch), size, err, rd.UnreadRune(), rd.UnreadRune())
	rest, err := io.ReadAll(rd)
	fmt.Println(string(rest), err)
	fmt.Println(strings.ToValidUTF8("a\xffb", "?"), strings.IndexByte("", 'x'), len(strings.Repeat("", 5)))
}

// Output:
// true true true 2 3
// 0 21 27 1 4 26 3 -1 31
// ["a" "b" "" "c"] ["a" "b,c,d"] ["a," "b"] ["é" "世" "x"]
// ["a" "b" "c"] ["a" "b" "c"] []
// x--y--z ababab bbaa cc -a-b-c-
// STRAßE ÉA àéî abc Hello Wor_ld O'Neil ǅ ABC
// "x y" "hi" "cab" "abc" "fix" "suf"
// true true false -1 true true
// key value=x true
// BNN É
// &lt;ba&gt; XaXbX 321
// heLLo
// 0,1,2,!世end 13
// strings: illegal use of non-zero Builder copied by value
// 4 <nil> hell 9 13
// 世 3 <nil> <nil> strings.Reader.UnreadRune: previous operation was not ReadRune
// 世界 <nil>
// a?b -1 0
