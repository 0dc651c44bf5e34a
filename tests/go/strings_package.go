// The functions of package strings that most programs use.
package main

import (
	"fmt"
	"strings"
)

func main() {
	s := "the quick brown fox"
	fmt.Println(strings.Contains(s, "quick"), strings.Contains(s, ""), strings.ContainsRune(s, 'x'), strings.ContainsAny(s, "zq"))
	fmt.Println(strings.HasPrefix(s, "the"), strings.HasSuffix(s, "fox"), strings.HasPrefix("", "a"))
	fmt.Println(strings.Index(s, "o"), strings.LastIndex(s, "o"), strings.Index(s, "zz"), strings.IndexByte(s, 'q'), strings.IndexRune("aé", 'é'))
	fmt.Println(strings.Split("a,b,,c", ","), len(strings.Split("", ",")), len(strings.Split("abc", "")), strings.SplitN("a,b,c", ",", 2))
	fmt.Printf("%q\n", strings.Fields("  a  b\tc\n"))
	fmt.Println(strings.Join([]string{"x", "y", "z"}, "-"), strings.Join(nil, "-") == "")
	fmt.Println(strings.Repeat("ab", 3), strings.Replace("aaaa", "a", "b", 2), strings.ReplaceAll("aaaa", "aa", "b"))
	fmt.Println(strings.ToUpper("héllo"), strings.ToLower("HÉLLO"), strings.Title("word"))
	fmt.Printf("%q %q %q %q\n", strings.TrimSpace(" \t x y \n"), strings.Trim("xxhixx", "x"), strings.TrimLeft("xxhi", "x"), strings.TrimRight("hixx", "x"))
	fmt.Println(strings.TrimPrefix("prefix-x", "prefix-"), strings.TrimSuffix("a.go", ".go"), strings.Count("cheese", "e"), strings.Count("abc", ""))
	fmt.Println(strings.EqualFold("Go", "GO"), strings.Compare("a", "b"), strings.Compare("b", "a"), strings.Compare("a", "a"))
	fmt.Println(strings.Map(func(r rune) rune {
		if r == 'o' {
			return -1
		}
		return r + 1
	}, "foo bar"))
	fmt.Println(strings.IndexFunc("abc1", func(r rune) bool { return r >= '0' && r <= '9' }), strings.TrimFunc("123abc456", func(r rune) bool { return r < 'a' }))
	before, after, found := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, found)
	var b strings.Builder
	for i := 0; i < 3; i++ {
		fmt.Fprintf(&b, "%d;", i)
	}
	b.WriteByte('x')
	b.WriteRune('é')
	b.WriteString("end")
	fmt.Println(b.String(), b.Len())
	b.Reset()
	fmt.Println(b.Len(), b.String() == "")
}

// Output:
// true true true true
// true true false
// 12 17 -1 4 1
// [a b  c] 1 3 [a b,c]
// ["a" "b" "c"]
// x-y-z true
// ababab bbaa bb
// HÉLLO héllo Word
// "x y" "hi" "hi" "hi"
// x a 3 4
// true -1 1 0
// g!cbs
// 3 abc
// key value=x true
// 0;1;2;xéend 12
// 0 true
