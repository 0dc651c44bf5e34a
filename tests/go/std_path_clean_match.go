package main

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	for _, p := range []string{"", ".", "/", "//", "a", "a/", "/a/../..", "../a/../../b", "a//b/./c", "./../x", "/.", "a/b/../../..", "..", "a/..b/.c", "abc/def.tar.gz", "/x/"} {
		dir, file := path.Split(p)
		fmt.Printf("%q: %q %q %q %q %q %q %v %v\n", p, path.Clean(p), path.Base(p), path.Dir(p), path.Ext(p), dir, file, path.IsAbs(p), filepath.IsLocal(p))
	}
	fmt.Println(path.Join("a", "", "../b", "/c"), path.Join(), path.Join("", ""), path.Join("/", "..", "x"))
	for _, v := range [][2]string{{"/a/b", "/a/b/c/d"}, {"/a/b/c", "/a/x"}, {"a", "a"}, {"../a", "b"}, {"a/b", "../c"}, {"/", "a"}, {"", "x/y"}, {"..", "."}, {"a/bc", "a/b"}} {
		rel, err := filepath.Rel(v[0], v[1])
		fmt.Printf(" %q %v;", rel, err)
	}
	fmt.Println(strings.Join(filepath.SplitList("/bin::/usr/bin"), "|"))
	for _, v := range [][2]string{
		{"*", "abc"}, {"*", "a/b"}, {"a*c", "abbc"}, {"a*/b", "a/c/b"}, {"[a-c]?[^x]", "bzy"}, {"a\\*b", "a*b"}, {"[", "a"},
		{"[]a]", "]"}, {"[a-", "a"}, {"a[", "ab"}, {"[\\]a]", "]"}, {"*[a-c]*", "zzbzz"}, {"?", "é"}, {"*.go", ".go"}, {"[-]", "-"}, {"x", ""}, {"", ""}, {"a*b*c*", "abxbbxdbxebxczzx"},
	} {
		m, err := path.Match(v[0], v[1])
		m2, err2 := filepath.Match(v[0], v[1])
		fmt.Print(m, " ", err, " ", m == m2, " ", err2 == filepath.ErrBadPattern, ";")
	}
	fmt.Println(err())
}

func err() error {
	_, err := path.Match("\\", "x")
	return err
}

// Output:
// "": "." "." "." "" "" "" false false
// ".": "." "." "." "." "" "." false true
// "/": "/" "/" "/" "" "/" "" true false
// "//": "/" "/" "/" "" "//" "" true false
// "a": "a" "a" "." "" "" "a" false true
// "a/": "a" "a" "a" "" "a/" "" false true
// "/a/../..": "/" ".." "/" "." "/a/../" ".." true false
// "../a/../../b": "../../b" "b" "../.." "" "../a/../../" "b" false false
// "a//b/./c": "a/b/c" "c" "a/b" "" "a//b/./" "c" false true
// "./../x": "../x" "x" ".." "" "./../" "x" false false
// "/.": "/" "." "/" "." "/" "." true false
// "a/b/../../..": ".." ".." "." "." "a/b/../../" ".." false false
// "..": ".." ".." "." "." "" ".." false false
// "a/..b/.c": "a/..b/.c" ".c" "a/..b" ".c" "a/..b/" ".c" false true
// "abc/def.tar.gz": "abc/def.tar.gz" "def.tar.gz" "abc" ".gz" "abc/" "def.tar.gz" false true
// "/x/": "/x" "x" "/x" "" "/x/" "" true false
// b/c   /x
//  "c/d" <nil>; "../../x" <nil>; "." <nil>; "" Rel: can't make b relative to ../a; "../../../c" <nil>; "" Rel: can't make a relative to /; "x/y" <nil>; "" Rel: can't make . relative to ..; "../b" <nil>;/bin||/usr/bin
// true <nil> true false;false <nil> true false;true <nil> true false;false <nil> true false;true <nil> true false;true <nil> true false;false syntax error in pattern true true;false syntax error in pattern true true;false syntax error in pattern true true;false syntax error in pattern true true;true <nil> true false;true <nil> true false;true <nil> true false;true <nil> true false;false syntax error in pattern true true;false <nil> true false;true <nil> true false;true <nil> true false;syntax error in pattern
