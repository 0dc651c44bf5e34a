// Documentation of a package in all modes, its examples as programs, links, notes and filters.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
)

const source = `// Package p shows what documentation is made of. It links to [T], [T.M], [fmt.Println], [p.F], [G.Field], [bytes] and [nothing].
//
// # Heading
//
// A list:
//   - one
//   - two
//
//	code
package p

import (
	"fmt"
	foo "bytes"
	"example.com/x/go-yaml.v3"
	"example.com/m/v2"
)

// BUG(me): the first bug
// has two lines.

// TODO(you) no colon, {} kept.
// NOTE(a): a
//   indented
// SECBUG(b):

// A group.
const (
	A T = iota // first
	b
	C
	_
	D
)

const Pi, e = 3, 2 // Pi

// Typed.
const X, Y T = 1, 2

var (
	V  int
	w  = 1
	V2 = 2
)

// Err is of type error.
var Err error = fmt.Errorf("x")

// T is a type.
type T int

// M is a method.
func (t T) M() {}

// String of pointer.
func (t *T) String() string { return "" }

func (t T) private() {}

// NewT makes T.
func NewT() T { return 0 }

// Ts makes many.
func Ts() ([]*T, error) { return nil, nil }

// Two returns two types.
func Two() (T, G[int]) { panic(0) }

type (
	// G is generic.
	G[P any] struct {
		Field  P
		hidden int
		T
		*inner
		error
	}
	I interface {
		F()
		g()
		error
		string
		Stringer
	}
	inner struct{ deep }
	deep struct{}
	U struct{ G[int] }
)

// Deep comes from far.
func (deep) Deep() {}

// PDeep too.
func (d *deep) PDeep() {}

func (i inner) Same() {}

// GM has parameters.
func (g G[Q]) GM(q Q) {}

type error interface{ Error() string }

// F is a function. It has a second sentence.
//
// Deprecated: do not.
func F(a, b int, c ...string) (n int) { return 0 }

func unexported() T { return 0 }

func Generic[T any](t T) []T { return nil }
`

const tests = `package p_test

import "example.com/p"

// Example of F.
func ExampleF() { p.F() }
func ExampleF_suffix() {}
func ExampleF_Bad() {}
func ExampleT() {}
func ExampleT_M() {}
func ExampleT_M_more_words() {}
func ExampleG_GM() {}
func ExampleNewT() {}
func Example() {}
func Example_of_package() {
	println("hi")
	// Output: hi
}
`

var others = []string{`package a_test

import (
	"fmt"
	_ "image/png" // effect

	// about os
	"os"
	str "strings"
)

// Doc of group.
const (
	a = 1 // one
	// doc of b
	b = 2
	c = 3
)

var (
	x, y = 1, 2
	z    = a
)

type (
	T struct{ F U }
	U int
	V int
)

// M is a method.
func (t T) M() V { return 0 }

// helper doc
func helper() int {
	// inside
	return z
}

// Example doc.
func Example() {
	// first comment
	fmt.Println(a, c, x) // trailing
	fmt.Println(T{F: 1})
	// Output:
	// 1
}

func Example_two() {
	helper()
	str.ToUpper("x")
	// Unordered output: a
	//  b
}

func Example_bad() { undefinedThing() }

func ExampleOutput_none() {
	os.Exit(1)
	// output:
}

func Example_shadow() {
	len := 3
	fmt.Println(len, cap([]int{}))
}

func TestX() {}
`, `package b_test

import . "fmt"

func Example_dot() { Println() }

func ExampleX() { _ = struct{ A int }{A: 1}; L: for { break L } }
`, `package w_test

import "fmt"

type T struct{ a int }

func (t T) M() int { return t.a }

func Example_whole() {
	fmt.Println(T{1}.M())
	// Output: 1
}
`}

var fset = token.NewFileSet()

func parse(name, text string) *ast.File {
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	return f
}

func node(n any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, n); err != nil {
		return err.Error()
	}
	return b.String()
}

func values(what string, list []*doc.Value) {
	for _, v := range list {
		fmt.Printf("%s %q %q\n%s\n", what, v.Names, v.Doc, node(v.Decl))
	}
}

func funcs(what string, list []*doc.Func) {
	for _, f := range list {
		fmt.Printf("%s %q %q %q %d %q\n%s\n", what, f.Name, f.Recv, f.Orig, f.Level, f.Doc, node(f.Decl))
		examples(f.Name, f.Examples)
	}
}

func examples(what string, list []*doc.Example) {
	for _, e := range list {
		fmt.Printf("example of %s: %q %q %q %q %v %v %d\n", what, e.Name, e.Suffix, e.Doc, e.Output, e.Unordered, e.EmptyOutput, e.Order)
		if e.Play != nil {
			var b bytes.Buffer
			err := format.Node(&b, fset, e.Play)
			fmt.Printf("%s%v\n", b.String(), err)
		}
	}
}

func show(p *doc.Package) {
	fmt.Printf("package %s %s %q %q\n%q\n%s%s%s", p.Name, p.ImportPath, p.Imports, p.Filenames, p.Synopsis(p.Doc), p.HTML(p.Doc), p.Text(p.Doc), p.Markdown(p.Doc))
	for _, marker := range []string{"BUG", "TODO", "NOTE", "SECBUG"} {
		for _, n := range p.Notes[marker] {
			fmt.Printf("%s %q %q %v\n", marker, n.UID, n.Body, n.End-n.Pos)
		}
	}
	fmt.Printf("%q\n", p.Bugs)
	values("const", p.Consts)
	values("var", p.Vars)
	for _, t := range p.Types {
		fmt.Printf("type %s %q\n%s\n", t.Name, t.Doc, node(t.Decl))
		values("const", t.Consts)
		values("var", t.Vars)
		funcs("func", t.Funcs)
		funcs("method", t.Methods)
		examples(t.Name, t.Examples)
	}
	funcs("func", p.Funcs)
	examples("package", p.Examples)
}

func try(fset *token.FileSet, files []*ast.File, opts ...any) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Println("panic:", x)
		}
	}()
	_, err := doc.NewFromFiles(fset, files, "x", opts...)
	fmt.Println(err)
}

func main() {
	for _, mode := range []doc.Mode{0, doc.AllDecls, doc.AllMethods, doc.PreserveAST} {
		p, err := doc.NewFromFiles(fset, []*ast.File{parse("p.go", source), parse("p_test.go", tests)}, "example.com/p", mode)
		fmt.Println(mode, err)
		show(p)
		p.Filter(func(name string) bool { return name == "M" || name == "Field" || name == "C" })
		fmt.Println("filtered")
		show(p)
	}
	for i, text := range others {
		examples(fmt.Sprint("file ", i), doc.Examples(parse("x_test.go", text)))
	}
	for _, s := range []string{"", "foo. bar", "P. Q.   ", "T. S. Eliot. To", "a  b\n\nc", "Copyright x. y", "こんにちは。世界", "\tcode"} {
		fmt.Printf("%q\n", doc.Synopsis(s))
	}
	doc.ToHTML(os.Stdout, "Some types and [T].\n\n\tcode <x>", map[string]string{"types": "", "Some": "http://x"})
	doc.ToText(os.Stdout, "Some long text that has to be wrapped, and [T].\n\n\tcode", "> ", ">\t", 20)
	fmt.Println(doc.IsPredeclared("any"), doc.IsPredeclared("iota"), doc.IsPredeclared("clear"), doc.IsPredeclared("x"))
	try(fset, nil, 1)
	try(fset, nil, doc.AllDecls, 2)
	try(nil, nil)
	try(fset, []*ast.File{parse("x.txt", "package x")})
	try(token.NewFileSet(), []*ast.File{parse("x.go", "package x")})
	p := doc.New(&ast.Package{Name: "q", Files: map[string]*ast.File{"q.go": parse("q.go", "// Package q.\npackage q\n// F.\nfunc F() {}")}}, "q", 0)
	show(p)
}

// Output:
// 0 <nil>
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// "Package p shows what documentation is made of."
// <p>Package p shows what documentation is made of. It links to <a href="#T">T</a>, <a href="#T.M">T.M</a>, <a href="/fmt#Println">fmt.Println</a>, <a href="#F">p.F</a>, <a href="#G.Field">G.Field</a>, <a href="/bytes">bytes</a> and [nothing].
// <h3 id="hdr-Heading">Heading</h3>
// <p>A list:
// <ul>
// <li><p>one
// <li><p>two
// <p>code
// </ul>
// Package p shows what documentation is made of. It links to T, T.M, fmt.Println,
// p.F, G.Field, bytes and [nothing].
//
// # Heading
//
// A list:
//
//   - one
//
//   - two
//
//     code
// Package p shows what documentation is made of. It links to [T](#T), [T.M](#T.M), [fmt.Println](/fmt#Println), [p.F](#F), [G.Field](#G.Field), [bytes](/bytes) and \[nothing].
//
// ### Heading {#hdr-Heading}
//
// A list:
//
//   - one
//
//   - two
//
//     code
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// const ["Pi" "_"] ""
// const Pi, _ = 3, 2	// Pi
//
// var ["V" "V2"] ""
// var (
// 	V	int
//
// 	V2	= 2
// )
// var ["Err"] "Err is of type error.\n"
// var Err error = fmt.Errorf("x")
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// type I ""
// type I interface {
// 	F()
//
// 	string
// 	Stringer
// 	// contains filtered or unexported methods
// }
// type T "T is a type.\n"
// type T int
// const ["A" "C" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// const ["X" "Y"] "Typed.\n"
// const X, Y T = 1, 2
// func "NewT" "" "" 0 "NewT makes T.\n"
// func NewT() T
// example of NewT: "NewT" "" "" "" false false 7
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Ts" "" "" 0 "Ts makes many.\n"
// func Ts() ([]*T, error)
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "String" "*T" "*T" 0 "String of pointer.\n"
// func (t *T) String() string
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// type U ""
// type U struct{ G[int] }
// method "Same" "U" "inner" 2 ""
// func (i U) Same()
// func "F" "" "" 0 "F is a function. It has a second sentence.\n\nDeprecated: do not.\n"
// func F(a, b int, c ...string) (n int)
// example of F: "F" "" "Example of F.\n" "" false false 0
// package main
//
// import (
// 	"example.com/p"
// )
//
// func main() { p.F() }
// <nil>
// example of F: "F_suffix" "suffix" "" "" false false 1
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Generic" "" "" 0 ""
// func Generic[T any](t T) []T
// func "Two" "" "" 0 "Two returns two types.\n"
// func Two() (T, G[int])
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// filtered
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// ""
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// type T "T is a type.\n"
// type T int
// const ["A" "C" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// 1 <nil>
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// "Package p shows what documentation is made of."
// <p>Package p shows what documentation is made of. It links to <a href="#T">T</a>, <a href="#T.M">T.M</a>, <a href="/fmt#Println">fmt.Println</a>, <a href="#F">p.F</a>, <a href="#G.Field">G.Field</a>, <a href="/bytes">bytes</a> and [nothing].
// <h3 id="hdr-Heading">Heading</h3>
// <p>A list:
// <ul>
// <li><p>one
// <li><p>two
// <p>code
// </ul>
// Package p shows what documentation is made of. It links to T, T.M, fmt.Println,
// p.F, G.Field, bytes and [nothing].
//
// # Heading
//
// A list:
//
//   - one
//
//   - two
//
//     code
// Package p shows what documentation is made of. It links to [T](#T), [T.M](#T.M), [fmt.Println](/fmt#Println), [p.F](#F), [G.Field](#G.Field), [bytes](/bytes) and \[nothing].
//
// ### Heading {#hdr-Heading}
//
// A list:
//
//   - one
//
//   - two
//
//     code
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// const ["Pi" "e"] ""
// const Pi, e = 3, 2	// Pi
//
// var ["V" "w" "V2"] ""
// var (
// 	V	int
// 	w	= 1
// 	V2	= 2
// )
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
// 	hidden	int
// 	T
// 	*inner
// 	error
// }
// method "Deep" "G" "deep" 2 "Deep comes from far.\n"
// func (G) Deep()
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "PDeep" "G" "*deep" 2 "PDeep too.\n"
// func (d G) PDeep()
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// type I ""
// type I interface {
// 	F()
// 	g()
// 	error
// 	string
// 	Stringer
// }
// type T "T is a type.\n"
// type T int
// const ["A" "b" "C" "_" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
// 	b
// 	C
// 	_
// 	D
// )
// const ["X" "Y"] "Typed.\n"
// const X, Y T = 1, 2
// func "NewT" "" "" 0 "NewT makes T.\n"
// func NewT() T
// example of NewT: "NewT" "" "" "" false false 7
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "unexported" "" "" 0 ""
// func unexported() T
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "String" "*T" "*T" 0 "String of pointer.\n"
// func (t *T) String() string
// method "private" "T" "T" 0 ""
// func (t T) private()
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// type U ""
// type U struct{ G[int] }
// method "Deep" "U" "deep" 3 "Deep comes from far.\n"
// func (U) Deep()
// method "PDeep" "U" "*deep" 3 "PDeep too.\n"
// func (d U) PDeep()
// method "Same" "U" "inner" 2 ""
// func (i U) Same()
// type deep ""
// type deep struct{}
// method "Deep" "deep" "deep" 0 "Deep comes from far.\n"
// func (deep) Deep()
// method "PDeep" "*deep" "*deep" 0 "PDeep too.\n"
// func (d *deep) PDeep()
// type error ""
// type error interface{ Error() string }
// var ["Err"] "Err is of type error.\n"
// var Err error = fmt.Errorf("x")
// type inner ""
// type inner struct{ deep }
// method "Deep" "inner" "deep" 1 "Deep comes from far.\n"
// func (inner) Deep()
// method "PDeep" "*inner" "*deep" 1 "PDeep too.\n"
// func (d *inner) PDeep()
// method "Same" "inner" "inner" 0 ""
// func (i inner) Same()
// func "F" "" "" 0 "F is a function. It has a second sentence.\n\nDeprecated: do not.\n"
// func F(a, b int, c ...string) (n int)
// example of F: "F" "" "Example of F.\n" "" false false 0
// package main
//
// import (
// 	"example.com/p"
// )
//
// func main() { p.F() }
// <nil>
// example of F: "F_suffix" "suffix" "" "" false false 1
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Generic" "" "" 0 ""
// func Generic[T any](t T) []T
// func "Ts" "" "" 0 "Ts makes many.\n"
// func Ts() ([]*T, error)
// func "Two" "" "" 0 "Two returns two types.\n"
// func Two() (T, G[int])
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// filtered
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// ""
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
// 	hidden	int
// 	T
// 	*inner
// 	error
// }
// method "Deep" "G" "deep" 2 "Deep comes from far.\n"
// func (G) Deep()
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "PDeep" "G" "*deep" 2 "PDeep too.\n"
// func (d G) PDeep()
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// type T "T is a type.\n"
// type T int
// const ["A" "b" "C" "_" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
// 	b
// 	C
// 	_
// 	D
// )
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// 2 <nil>
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// "Package p shows what documentation is made of."
// <p>Package p shows what documentation is made of. It links to <a href="#T">T</a>, <a href="#T.M">T.M</a>, <a href="/fmt#Println">fmt.Println</a>, <a href="#F">p.F</a>, <a href="#G.Field">G.Field</a>, <a href="/bytes">bytes</a> and [nothing].
// <h3 id="hdr-Heading">Heading</h3>
// <p>A list:
// <ul>
// <li><p>one
// <li><p>two
// <p>code
// </ul>
// Package p shows what documentation is made of. It links to T, T.M, fmt.Println,
// p.F, G.Field, bytes and [nothing].
//
// # Heading
//
// A list:
//
//   - one
//
//   - two
//
//     code
// Package p shows what documentation is made of. It links to [T](#T), [T.M](#T.M), [fmt.Println](/fmt#Println), [p.F](#F), [G.Field](#G.Field), [bytes](/bytes) and \[nothing].
//
// ### Heading {#hdr-Heading}
//
// A list:
//
//   - one
//
//   - two
//
//     code
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// const ["Pi" "_"] ""
// const Pi, _ = 3, 2	// Pi
//
// var ["V" "V2"] ""
// var (
// 	V	int
//
// 	V2	= 2
// )
// var ["Err"] "Err is of type error.\n"
// var Err error = fmt.Errorf("x")
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "M" "G" "T" 1 "M is a method.\n"
// func (t G) M()
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// method "String" "*G" "*T" 1 "String of pointer.\n"
// func (t *G) String() string
// type I ""
// type I interface {
// 	F()
//
// 	string
// 	Stringer
// 	// contains filtered or unexported methods
// }
// type T "T is a type.\n"
// type T int
// const ["A" "C" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// const ["X" "Y"] "Typed.\n"
// const X, Y T = 1, 2
// func "NewT" "" "" 0 "NewT makes T.\n"
// func NewT() T
// example of NewT: "NewT" "" "" "" false false 7
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Ts" "" "" 0 "Ts makes many.\n"
// func Ts() ([]*T, error)
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "String" "*T" "*T" 0 "String of pointer.\n"
// func (t *T) String() string
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// type U ""
// type U struct{ G[int] }
// method "GM" "U" "G[Q]" 1 "GM has parameters.\n"
// func (g U) GM(q Q)
// method "M" "U" "T" 2 "M is a method.\n"
// func (t U) M()
// method "Same" "U" "inner" 2 ""
// func (i U) Same()
// method "String" "*U" "*T" 2 "String of pointer.\n"
// func (t *U) String() string
// func "F" "" "" 0 "F is a function. It has a second sentence.\n\nDeprecated: do not.\n"
// func F(a, b int, c ...string) (n int)
// example of F: "F" "" "Example of F.\n" "" false false 0
// package main
//
// import (
// 	"example.com/p"
// )
//
// func main() { p.F() }
// <nil>
// example of F: "F_suffix" "suffix" "" "" false false 1
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Generic" "" "" 0 ""
// func Generic[T any](t T) []T
// func "Two" "" "" 0 "Two returns two types.\n"
// func Two() (T, G[int])
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// filtered
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// ""
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// type G "G is generic.\n"
// type G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// func (g G[Q]) GM(q Q)
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "M" "G" "T" 1 "M is a method.\n"
// func (t G) M()
// method "Same" "G" "inner" 1 ""
// func (i G) Same()
// method "String" "*G" "*T" 1 "String of pointer.\n"
// func (t *G) String() string
// type T "T is a type.\n"
// type T int
// const ["A" "C" "D"] "A group.\n"
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// method "M" "T" "T" 0 "M is a method.\n"
// func (t T) M()
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// type U ""
// type U struct{ G[int] }
// method "M" "U" "T" 2 "M is a method.\n"
// func (t U) M()
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// 4 <nil>
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// "Package p shows what documentation is made of."
// <p>Package p shows what documentation is made of. It links to <a href="#T">T</a>, <a href="#T.M">T.M</a>, <a href="/fmt#Println">fmt.Println</a>, <a href="#F">p.F</a>, <a href="#G.Field">G.Field</a>, <a href="/bytes">bytes</a> and [nothing].
// <h3 id="hdr-Heading">Heading</h3>
// <p>A list:
// <ul>
// <li><p>one
// <li><p>two
// <p>code
// </ul>
// Package p shows what documentation is made of. It links to T, T.M, fmt.Println,
// p.F, G.Field, bytes and [nothing].
//
// # Heading
//
// A list:
//
//   - one
//
//   - two
//
//     code
// Package p shows what documentation is made of. It links to [T](#T), [T.M](#T.M), [fmt.Println](/fmt#Println), [p.F](#F), [G.Field](#G.Field), [bytes](/bytes) and \[nothing].
//
// ### Heading {#hdr-Heading}
//
// A list:
//
//   - one
//
//   - two
//
//     code
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// const ["Pi" "_"] ""
// const Pi, _ = 3, 2	// Pi
//
// var ["V" "V2"] ""
// var (
// 	V	int
//
// 	V2	= 2
// )
// var ["Err"] "Err is of type error.\n"
// // Err is of type error.
// var Err error = fmt.Errorf("x")
// type G "G is generic.\n"
// type// G is generic.
// G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// // GM has parameters.
// func (g G[Q]) GM(q Q)	{}
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "Same" "G" "inner" 1 ""
// func (i G) Same()	{}
// type I ""
// type I interface {
// 	F()
//
// 	string
// 	Stringer
// 	// contains filtered or unexported methods
// }
// type T "T is a type.\n"
// // T is a type.
// type T int
// const ["A" "C" "D"] "A group.\n"
// // A group.
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// const ["X" "Y"] "Typed.\n"
// // Typed.
// const X, Y T = 1, 2
// func "NewT" "" "" 0 "NewT makes T.\n"
// // NewT makes T.
// func NewT() T	{ return 0 }
// example of NewT: "NewT" "" "" "" false false 7
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Ts" "" "" 0 "Ts makes many.\n"
// // Ts makes many.
// func Ts() ([]*T, error)	{ return nil, nil }
// method "M" "T" "T" 0 "M is a method.\n"
// // M is a method.
// func (t T) M()	{}
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "String" "*T" "*T" 0 "String of pointer.\n"
// // String of pointer.
// func (t *T) String() string	{ return "" }
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// type U ""
// type U struct{ G[int] }
// method "Same" "U" "inner" 2 ""
// func (i U) Same()	{}
// func "F" "" "" 0 "F is a function. It has a second sentence.\n\nDeprecated: do not.\n"
// // F is a function. It has a second sentence.
// //
// // Deprecated: do not.
// func F(a, b int, c ...string) (n int)	{ return 0 }
// example of F: "F" "" "Example of F.\n" "" false false 0
// package main
//
// import (
// 	"example.com/p"
// )
//
// func main() { p.F() }
// <nil>
// example of F: "F_suffix" "suffix" "" "" false false 1
// package main
//
// import ()
//
// func main() {}
// <nil>
// func "Generic" "" "" 0 ""
// func Generic[T any](t T) []T	{ return nil }
// func "Two" "" "" 0 "Two returns two types.\n"
// // Two returns two types.
// func Two() (T, G[int])	{ panic(0) }
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// filtered
// package p example.com/p ["bytes" "example.com/m/v2" "example.com/x/go-yaml.v3" "fmt"] ["p.go"]
// ""
// BUG "me" "the first bug\nhas two lines.\n" 43
// TODO "you" "no colon, {} kept.\n" 31
// NOTE "a" "a\n indented\n" 27
// SECBUG "b" "\n" 13
// ["the first bug\nhas two lines.\n"]
// type G "G is generic.\n"
// type// G is generic.
// G[P any] struct {
// 	Field	P
//
// 	T
// 	// contains filtered or unexported fields
// }
// method "GM" "G[Q]" "G[Q]" 0 "GM has parameters.\n"
// // GM has parameters.
// func (g G[Q]) GM(q Q)	{}
// example of GM: "G_GM" "" "" "" false false 6
// package main
//
// import ()
//
// func main() {}
// <nil>
// method "Same" "G" "inner" 1 ""
// func (i G) Same()	{}
// type T "T is a type.\n"
// // T is a type.
// type T int
// const ["A" "C" "D"] "A group.\n"
// // A group.
// const (
// 	A	T	= iota	// first
//
// 	C
//
// 	D
// )
// method "M" "T" "T" 0 "M is a method.\n"
// // M is a method.
// func (t T) M()	{}
// example of M: "T_M" "" "" "" false false 4
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of M: "T_M_more_words" "more_words" "" "" false false 5
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of T: "T" "" "" "" false false 3
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "" "" "" "" false false 8
// package main
//
// import ()
//
// func main() {}
// <nil>
// example of package: "_of_package" "of_package" "" "hi\n" false false 9
// package main
//
// import ()
//
// func main() {
// 	println("hi")
// }
// <nil>
// example of file 0: "" "" "Example doc.\n" "1\n" false false 0
// package main
//
// import (
// 	"fmt"
// 	_ "image/png"
// )
//
// // Doc of group.
// const (
// 	a = 1
//
// 	c = 3
// )
//
// var x = 1
//
// type (
// 	T struct{ F U }
// 	U int
// 	V int
// )
//
// // M is a method.
// func (t T) M() V { return 0 }
//
// func main() {
// 	// first comment
// 	fmt.Println(a, c, x) // trailing
// 	fmt.Println(T{F: 1})
// }
// <nil>
// example of file 0: "Output_none" "" "" "" false true 3
// package main
//
// import (
// 	_ "image/png"
// 	"os"
// )
//
// func main() {
// 	os.Exit(1)
// }
// <nil>
// example of file 0: "_bad" "" "" "" false false 2
// example of file 0: "_shadow" "" "" "" false false 4
// package main
//
// import (
// 	"fmt"
// 	_ "image/png"
// )
//
// // effect
//
// func main() {
// 	len := 3
// 	fmt.Println(len, cap([]int{}))
// }
// <nil>
// example of file 0: "_two" "" "" "a\n b\n" true false 1
// package main
//
// import (
// 	_ "image/png"
// 	str "strings"
// )
//
// // Doc of group.
// const a = 1
//
// var z = a
//
// // helper doc
// func helper() int {
//
// 	return z
// }
//
// func main() {
// 	helper()
// 	str.ToUpper("x")
// }
// <nil>
// example of file 1: "X" "" "" "" false false 1
// example of file 1: "_dot" "" "" "" false false 0
// example of file 2: "_whole" "" "" "1\n" false false 0
// package main
//
// import "fmt"
//
// type T struct{ a int }
//
// func (t T) M() int { return t.a }
//
// func main() {
// 	fmt.Println(T{1}.M())
// }
// <nil>
// ""
// "foo."
// "P. Q."
// "T. S. Eliot."
// "a b"
// ""
// "こんにちは。"
// "code"
// <p><a href="http://x"><i>Some</i></a> <i>types</i> and [T].
// <pre>code &lt;x&gt;
// </pre>
// > Some long text that
// > has to be wrapped,
// > and [T].
// >
// >	code
// true true true false
// panic: doc.NewFromFiles: option argument type must be doc.Mode
// panic: doc.NewFromFiles: there must not be more than 1 option argument
// panic: doc.NewFromFiles: no token.FileSet provided (fset == nil)
// file files[0] filename "x.txt" does not have a .go extension
// file files[0] is not found in the provided file set
// package q q [] ["q.go"]
// "Package q."
// <p>Package q.
// Package q.
// Package q.
// []
// func "F" "" "" 0 "F.\n"
// func F()
