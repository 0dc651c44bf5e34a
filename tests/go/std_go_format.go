package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"hash/crc32"
	"io"
	"os"
	"strings"
)

const source = `// +build linux

//  Package p is:
//   - a list
//     of things
//   * two
// and code:
//	x := 1
//go:generate x y
package   p

import ("os"; "fmt" // two
	"fmt"
	b "a" /* one */

	"z"
)

type  ( T struct{ a int; bb,c string ` + "`x`" + ` // c
   d *T
 }
 Short struct { x int }
  I interface{ m(x  int)(y,z int); ~int|string; fmt . Stringer }
  G[P *X,] [ ]P
)
const ( A = iota // a
   BBBB
  C  int=7;  D = 1E3
)
var x, yy = 0XAB , 0B1 ; var z=[ ]int{1,
 2, 3}
// Heading:
func  (t *T) f ( a,b int,c ...string )( r int ) { /* c */ return a*b+c [ i+1 : n-1 ] + f(a+b, c*d) - x / *y }
func one ( ) { }
func two() { x++ ; y -- }
func three() {

	if  a { b ( ) }  else  if (c) { // note


	d()  }
	L : for i:=0;i<10;i ++ { switch x := y . ( type ) { case int , string : f() ; default:
	// alone
	} ; continue  L }
	for range c {select { case v , ok := <- c : ; case c<-1: } }
	m := map [ string ] int {
	"a" : 1, // x
	"bbbbb":2,
	"cc": 3 }
	x.
	y(). z()
	/* general
	   comment */
	go func ( ) { defer f ( ) } ( )
	return a,
	b
	var ( q int = 1
	 rrr = "s" )
	_ = 00_7i + 1_0i
}
`

func main() {
	out, err := format.Source([]byte(source))
	fmt.Printf("%s%v\n", bytes.ReplaceAll(out, []byte(" \n"), []byte("_\n")), err)
	again, err := format.Source(out)
	fmt.Println(bytes.Equal(out, again), err)
	for _, part := range []string{"\n\n  x  :=1\ny= 2 // c\n\n", "\t\tfunc f ( ) { }\n", "  ", "// only", "type T int;var x T", "a b", "if x {", "package p; func"} {
		out, err := format.Source([]byte(part))
		fmt.Printf("%q %v\n", out, err)
	}
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
	for _, cfg := range []printer.Config{{Tabwidth: 8}, {Mode: printer.RawFormat}, {Mode: printer.UseSpaces, Tabwidth: 4, Indent: 1},
		{Mode: printer.TabIndent | printer.SourcePos, Tabwidth: 8}} {
		var b strings.Builder
		err := cfg.Fprint(&b, fset, f)
		s := b.String()
		fmt.Println(len(s), err, strings.Fields(s[len(s)/2:len(s)/2+200]))
	}
	for _, d := range f.Decls {
		var b bytes.Buffer
		printer.Fprint(&b, fset, d)
		plain := b.Len()
		printer.Fprint(&b, fset, &printer.CommentedNode{Node: d, Comments: f.Comments})
		fmt.Println(plain, b.Len(), crc32.ChecksumIEEE(b.Bytes()))
	}
	fmt.Println(printer.Fprint(os.Stdout, fset, 7), format.Node(io.Discard, fset, f))
	// Trees without positions.
	call := &ast.CallExpr{Fun: ast.NewIdent("f"), Args: []ast.Expr{&ast.BinaryExpr{X: ast.NewIdent("a"), Op: token.ADD, Y: &ast.BinaryExpr{
		X: ast.NewIdent("b"), Op: token.SUB, Y: &ast.BasicLit{Kind: token.INT, Value: "0X1F"}}}, &ast.StarExpr{X: ast.NewIdent("p")}}}
	body := &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: call}, &ast.ReturnStmt{Results: []ast.Expr{call}}}}
	fun := &ast.FuncDecl{Name: ast.NewIdent("g"), Type: &ast.FuncType{Params: &ast.FieldList{List: []*ast.Field{{
		Names: []*ast.Ident{ast.NewIdent("x"), ast.NewIdent("y")}, Type: &ast.ChanType{Dir: ast.RECV, Value: ast.NewIdent("int")}}}}}, Body: body}
	fmt.Println(format.Node(os.Stdout, token.NewFileSet(), fun))
	fmt.Println(format.Node(os.Stdout, token.NewFileSet(), body.List))
	fmt.Println(format.Node(os.Stdout, token.NewFileSet(), &ast.File{Name: ast.NewIdent("p"), Decls: []ast.Decl{fun}}))
	// Literals in literals, whose sizes are asked for again and again.
	deep := "package p\n\nvar x = " + strings.Repeat("T{a: ", 60) + "1" + strings.Repeat("}", 60)
	out, err = format.Source([]byte(deep))
	fmt.Println(len(out), err)
}

// Output:
// //go:build linux
// // +build linux
//
// //	Package p is:
// //	 - a list
// //	   of things
// //	 * two
// //
// // and code:
// //
// //	x := 1
// //
// //go:generate x y
// package p
//
// import (
// 	b "a" /* one */
// 	"fmt" // two
// 	"os"
//
// 	"z"
// )
//
// type (
// 	T struct {
// 		a     int
// 		bb, c string `x` // c
// 		d     *T
// 	}
// 	Short struct{ x int }
// 	I     interface {
// 		m(x int) (y, z int)
// 		~int | string
// 		fmt.Stringer
// 	}
// 	G[P *X,] []P
// )
//
// const (
// 	A = iota // a
// 	BBBB
// 	C int = 7
// 	D     = 1e3
// )
//
// var x, yy = 0xAB, 0b1
// var z = []int{1,
// 	2, 3}
//
// // Heading:
// func (t *T) f(a, b int, c ...string) (r int) { /* c */ return a*b + c[i+1:n-1] + f(a+b, c*d) - x / *y }
// func one()                                   {}
// func two()                                   { x++; y-- }
// func three() {
//
// 	if a {
// 		b()
// 	} else if c { // note
//
// 		d()
// 	}
// L:
// 	for i := 0; i < 10; i++ {
// 		switch x := y.(type) {
// 		case int, string:
// 			f()
// 		default:
// 			// alone
// 		}
// 		continue L
// 	}
// 	for range c {
// 		select {
// 		case v, ok := <-c:
// 		case c <- 1:
// 		}
// 	}
// 	m := map[string]int{
// 		"a":     1, // x
// 		"bbbbb": 2,
// 		"cc":    3}
// 	x.
// 		y().z()
// 	/* general
// 	   comment */
// 	go func() { defer f() }()
// 	return a,
// 		b
// 	var (
// 		q   int = 1
// 		rrr     = "s"
// 	)
// 	_ = 7i + 1_0i
// }
// <nil>
// true <nil>
// "\n\n\tx := 1\n\ty = 2 // c\n\n" <nil>
// "\t\tfunc f() {}\n" <nil>
// "  " <nil>
// "// only" <nil>
// "type T int\n\nvar x T" <nil>
// "" 1:24: expected ';', found b (and 1 more errors)
// "" 3:2: expected '}', found 'EOF'
// "" 1:16: expected 'IDENT', found 'EOF'
// 1106 <nil> [eturn a*b + c[i+1:n-1] + f(a+b, c*d) - x / *y } func one() {} func two() { x++; y-- } func three() { if a { b() } else if c { // note d() } L: for i := 0; i < 10; i++ { switch x :=]
// 1098 <nil> [c */ return a*b + c[i+1:n-1] + f(a+b, c*d) - x / *y } func one() {} func two() { x++; y-- } func three() { if a { b() } else if c { // note d() } L: for i := 0; i < 10; i++ { switch x := y]
// 1781 <nil> [{} func two() { x++; y-- } func three() { if a { b() } else if c { // note d() }]
// 1748 <nil> [*T) f(a, b int, c ...string) (r int) { /* c */ return a*b + c[i+1:n-1] + f(a+b, c*d) - x / *y } func one() {} func two() { x++; y-- } func three() { if a { //line x.go:38 b() //line x.go:]
// 60 120 1894433653
// 170 340 2974646996
// 51 102 1161357446
// 21 42 1947871249
// 23 46 433856261
// 107 222 151117495
// 13 26 1741711399
// 23 46 2979068518
// 408 866 4033143816
// go/printer: unsupported node type int <nil>
// func g(x, y <-chan int) {
// 	f(a+(b-0x1F), *p)
// 	return f(a+(b-0x1F), *p)
// }<nil>
// f(a+(b-0x1F), *p)
// return f(a+(b-0x1F), *p)<nil>
// package p
//
// func g(x, y <-chan int) {
// 	f(a+(b-0x1F), *p)
// 	return f(a+(b-0x1F), *p)
// }
// <nil>
// 381 <nil>
