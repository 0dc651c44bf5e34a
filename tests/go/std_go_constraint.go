package main

import (
	"fmt"
	"go/build/constraint"
	"go/version"
	"strings"
)

func main() {
	for _, u := range []string{"(x) && ", "(x) || ", "x || ", "x && x || ", "!x && (y||z) && ", "x||y&&(", "!(x) && "} {
		for _, n := range []int{249, 250, 333, 334, 499, 500, 999, 1000} {
			e := strings.Repeat(u, n) + "x" + strings.Repeat(")", n*strings.Count(u, "(")-n*strings.Count(u, ")"))
			_, err := constraint.Parse("//go:build " + e)
			if err != nil {
				s := err.(*constraint.SyntaxError)
				fmt.Printf("%q %d %v %q\n", u, n, err, e[s.Offset-3:s.Offset]+"|"+e[s.Offset:s.Offset+3])
				break
			}
		}
	}
	for _, n := range []int{10, 98, 99, 100, 101, 102, 200} {
		for _, u := range []string{" x", " x,y", " !x,y"} {
			_, err := constraint.Parse("// +build x" + strings.Repeat(u, n))
			fmt.Print(n, u, err, ";")
		}
	}
	for _, e := range []string{"a && (b || c) && !d", "!(a||b)", "!(a && (b||c))", "(a && b) || (c && d)", "a||b||c", "!(!a)", "a && b && c || d", "(a||b)&&(c||d)", "a && (b||(c&&!(d||e)))", "go1.20 || !go1.21", "!go1.22", "go1.21 && go1.22", "go1.21 && (x || go1.22)", "go1 && linux", "go1.9rc2", "go1.2x", "!(go1.20 || x)", "go1.20 && !x || y && go1.18", "go1.+5", "go2.1", "go1.021"} {
		x, err := constraint.Parse("//go:build " + e)
		fmt.Println(x, err)
		if err == nil {
			l, err := constraint.PlusBuildLines(x)
			fmt.Printf("%q %v %q\n", l, err, constraint.GoVersion(x))
		}
	}
	for _, l := range []string{"//go:build x", "//go:buildx", "//go:build\tx", " //go:build x", "//go:build", "// go:build x", "//go:build x\r", "//go:build x\ny", "// +build x", "//+build", "// +buildx", "//\t+build x", "// +build x.y", "// +build x-y", "// +build !!x a,,b ,c é_1", "x", "/* +build x", "//+build\tx\ty,z\r\n", "//go:build x x", "//go:build ()", "//go:build a)", "//go:build (a b", "//go:build a-b", "//go:build a & b", "//go:build\u00a0a", "//go:build !(!a)", "//go:build ! a"} {
		x, err := constraint.Parse(l)
		fmt.Printf("%q %v %v %v %v %T\n", l, constraint.IsGoBuild(l), constraint.IsPlusBuild(l), x, err, err)
		if s, ok := err.(*constraint.SyntaxError); ok {
			fmt.Println(s.Offset)
		}
	}
	versions()
}

func versions() {
	vs := []string{"", "go1", "go1.0", "go1.20", "go1.20.0", "go1.21", "go1.21.0", "go1.21rc1", "go1.21rc2", "go1.21beta1", "go1.21.1", "go1.21.1rc2", "go2", "1.21", "go1.021", "go1.21-custom", "go1.21.3-x-y", "go1.", "go", "go1.9rc2", "go1.20rc1", "go1.20rc01", "go1.20RC1", "go1.20rc", "go1.100", "go1x", "gox", "go10.2", "go1.99999999999999999999", "go1.21.0.1", "go-1", "go1.2 "}
	for _, x := range vs {
		fmt.Printf("%q %v %q:", x, version.IsValid(x), version.Lang(x))
		for _, y := range vs {
			fmt.Print(version.Compare(x, y), " ")
		}
		fmt.Println(".")
	}
}

// Output:
// "(x) && " 500 build expression too large "x) |&& "
// "(x) || " 500 build expression too large "x) ||| "
// "x || " 1000 build expression too large " x ||| "
// "x && x || " 500 build expression too large " x ||| "
// "!x && (y||z) && " 250 build expression too large "z) |&& "
// "x||y&&(" 334 build expression too large "&(x|||y"
// "!(x) && " 500 build expression too large "x) |&& "
// 10 x<nil>;10 x,y<nil>;10 !x,y<nil>;98 x<nil>;98 x,yexpression too complex for // +build lines;98 !x,yexpression too complex for // +build lines;99 x<nil>;99 x,yexpression too complex for // +build lines;99 !x,yexpression too complex for // +build lines;100 x<nil>;100 x,yexpression too complex for // +build lines;100 !x,yexpression too complex for // +build lines;101 xexpression too complex for // +build lines;101 x,yexpression too complex for // +build lines;101 !x,yexpression too complex for // +build lines;102 xexpression too complex for // +build lines;102 x,yexpression too complex for // +build lines;102 !x,yexpression too complex for // +build lines;200 xexpression too complex for // +build lines;200 x,yexpression too complex for // +build lines;200 !x,yexpression too complex for // +build lines;a && (b || c) && !d <nil>
// ["// +build a" "// +build b c" "// +build !d"] <nil> ""
// !(a || b) <nil>
// ["// +build !a,!b"] <nil> ""
// !(a && (b || c)) <nil>
// ["// +build !a !b,!c"] <nil> ""
// (a && b) || (c && d) <nil>
// ["// +build a,b c,d"] <nil> ""
// a || b || c <nil>
// ["// +build a b c"] <nil> ""
// !!a <nil>
// ["// +build a"] <nil> ""
// (a && b && c) || d <nil>
// ["// +build a,b,c d"] <nil> ""
// (a || b) && (c || d) <nil>
// ["// +build a b" "// +build c d"] <nil> ""
// a && (b || (c && !(d || e))) <nil>
// ["// +build a" "// +build b c,!d,!e"] <nil> ""
// go1.20 || !go1.21 <nil>
// ["// +build go1.20 !go1.21"] <nil> ""
// !go1.22 <nil>
// ["// +build !go1.22"] <nil> ""
// go1.21 && go1.22 <nil>
// ["// +build go1.21,go1.22"] <nil> "go1.22"
// go1.21 && (x || go1.22) <nil>
// ["// +build go1.21" "// +build x go1.22"] <nil> "go1.21"
// go1 && linux <nil>
// ["// +build go1,linux"] <nil> "go1"
// go1.9rc2 <nil>
// ["// +build go1.9rc2"] <nil> ""
// go1.2x <nil>
// ["// +build go1.2x"] <nil> ""
// !(go1.20 || x) <nil>
// ["// +build !go1.20,!x"] <nil> ""
// (go1.20 && !x) || (y && go1.18) <nil>
// ["// +build go1.20,!x y,go1.18"] <nil> "go1.18"
// <nil> invalid syntax at +
// go2.1 <nil>
// ["// +build go2.1"] <nil> ""
// go1.021 <nil>
// ["// +build go1.021"] <nil> "go1.21"
// "//go:build x" true false x <nil> <nil>
// "//go:buildx" false false <nil> not a build constraint *errors.errorString
// "//go:build\tx" true false x <nil> <nil>
// " //go:build x" false false <nil> not a build constraint *errors.errorString
// "//go:build" true false <nil> unexpected end of expression *constraint.SyntaxError
// 0
// "// go:build x" false false <nil> not a build constraint *errors.errorString
// "//go:build x\r" true false x <nil> <nil>
// "//go:build x\ny" false false <nil> not a build constraint *errors.errorString
// "// +build x" false true x <nil> <nil>
// "//+build" false true ignore <nil> <nil>
// "// +buildx" false false <nil> not a build constraint *errors.errorString
// "//\t+build x" false true x <nil> <nil>
// "// +build x.y" false true x.y <nil> <nil>
// "// +build x-y" false true ignore <nil> <nil>
// "// +build !!x a,,b ,c é_1" false true ignore || (a && ignore && b) || (ignore && c) || é_1 <nil> <nil>
// "x" false false <nil> not a build constraint *errors.errorString
// "/* +build x" false false <nil> not a build constraint *errors.errorString
// "//+build\tx\ty,z\r\n" false true x || (y && z) <nil> <nil>
// "//go:build x x" true false x unexpected token x *constraint.SyntaxError
// 2
// "//go:build ()" true false <nil> unexpected token ) *constraint.SyntaxError
// 1
// "//go:build a)" true false a unexpected token ) *constraint.SyntaxError
// 1
// "//go:build (a b" true false <nil> missing close paren *constraint.SyntaxError
// 0
// "//go:build a-b" true false <nil> invalid syntax at - *constraint.SyntaxError
// 1
// "//go:build a & b" true false <nil> invalid syntax at & *constraint.SyntaxError
// 2
// "//go:build\u00a0a" true false a <nil> <nil>
// "//go:build !(!a)" true false !!a <nil> <nil>
// "//go:build ! a" true false !a <nil> <nil>
// "" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1" true "go1":1 0 0 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 -1 -1 1 1 -1 -1 1 1 -1 -1 1 1 1 .
// "go1.0" true "go1":1 0 0 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 -1 -1 1 1 -1 -1 1 1 -1 -1 1 1 1 .
// "go1.20" true "go1.20":1 1 1 0 0 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.20.0" true "go1.20":1 1 1 0 0 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21" true "go1.21":1 1 1 1 1 0 -1 -1 -1 -1 -1 1 -1 1 1 0 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21.0" true "go1.21":1 1 1 1 1 1 0 1 1 1 -1 1 -1 1 1 1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21rc1" true "go1.21":1 1 1 1 1 1 -1 0 -1 1 -1 1 -1 1 1 1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21rc2" true "go1.21":1 1 1 1 1 1 -1 1 0 1 -1 1 -1 1 1 1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21beta1" true "go1.21":1 1 1 1 1 1 -1 -1 -1 0 -1 1 -1 1 1 1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21.1" true "go1.21":1 1 1 1 1 1 1 1 1 1 0 1 -1 1 1 1 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21.1rc2" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go2" true "go2.0":1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 1 1 1 1 .
// "1.21" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.021" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.21-custom" true "go1.21":1 1 1 1 1 0 -1 -1 -1 -1 -1 1 -1 1 1 0 -1 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.21.3-x-y" true "go1.21":1 1 1 1 1 1 1 1 1 1 1 1 -1 1 1 1 0 1 1 1 1 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1." false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.9rc2" true "go1.9":1 1 1 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 0 -1 1 1 -1 -1 1 1 -1 -1 1 1 1 .
// "go1.20rc1" true "go1.20":1 1 1 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 1 0 1 1 1 -1 1 1 -1 -1 1 1 1 .
// "go1.20rc01" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.20RC1" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.20rc" true "go1.20":1 1 1 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 1 1 -1 -1 1 1 1 -1 1 1 0 -1 1 1 -1 -1 1 1 1 .
// "go1.100" true "go1.100":1 1 1 1 1 1 1 1 1 1 1 1 -1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 -1 -1 1 1 1 .
// "go1x" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "gox" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go10.2" true "go10.2":1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 .
// "go1.99999999999999999999" true "go1.99999999999999999999":1 1 1 1 1 1 1 1 1 1 1 1 -1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 0 1 1 1 .
// "go1.21.0.1" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go-1" false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
// "go1.2 " false "":0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 -1 -1 0 0 0 .
