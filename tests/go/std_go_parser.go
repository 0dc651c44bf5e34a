package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// dump prints a tree in one line, with positions.
func dump(n ast.Node) string {
	var b strings.Builder
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			b.WriteString(")")
			return true
		}
		fmt.Fprintf(&b, "(%s %d-%d", strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast."), n.Pos(), n.End())
		switch n := n.(type) {
		case *ast.Ident:
			b.WriteString(" " + n.Name)
			if n.Obj != nil {
				fmt.Fprint(&b, " ", n.Obj.Kind, n.Obj.Pos())
			}
		case *ast.BasicLit:
			b.WriteString(" " + n.Value)
		case *ast.BinaryExpr:
			b.WriteString(" " + n.Op.String())
		}
		return true
	})
	return b.String()
}

func parse(mode parser.Mode, src string) {
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", src, mode)
	fmt.Printf("%q\n", src)
	if list, ok := err.(scanner.ErrorList); ok {
		for _, e := range list {
			fmt.Println("!", e)
		}
	}
	if f.Package != 0 {
		fmt.Printf("%s %d %d %q\n", dump(f), len(f.Imports), len(f.Comments), f.GoVersion)
		for _, id := range f.Unresolved {
			fmt.Print(id.Name, id.Pos(), " ")
		}
		fmt.Println(".")
	}
}

func main() {
	for _, src := range []string{
		"//go:build go1.21\n\n// Doc.\npackage p // line\n\nimport (\"fmt\"; . \"math\"; m \"os\")\n",
		"package p; type T[P any, Q ~int | *P,] struct { a, b [3]P `tag`; T[int]; *m.X; c [N]int }",
		"package p; type A [N*P]int; type B[P *C,] int; type D[P *struct{}] int; type E[P interface{ m(); ~int }] = F[P]",
		"package p; func (r *R[K, _]) m(x, y int, z ...string) (a int, err error) { L: for i := range 10 { continue L }; return }",
		"package p; var f = func(a int) <-chan (<-chan int) { switch x := y.(type) { case nil: default: }; select { case v := <-c: _ = v; case c <- 1: } ; return nil }",
		"package p; func f() { if x := (T{1}); x == (T{a: 1}) { } else if y { }; for ;; { }; for k, v = range m { }; go f(); defer func() {}(); x[1:2:3]++; goto L; L: }",
		"package p; var x = a*b + -c<<2 &^ d || !e && <-ch == &T{}",
		"package p; func g[T any](x T) T { return g[T](x) + m[int, string](T(nil)) }",
	} {
		parse(parser.ParseComments, src)
	}
	fmt.Println("--- errors")
	for _, src := range []string{
		"", "package", "package p; import 1", "package p; var x int; import \"a\"", "package p; x := 1\nvar y int",
		"package p; func f() { x = ; y", "package p; func f() { if { } ; if x := 1 { } ; for i := 0; { } }", "package p; func f(a int, string) { }",
		"package p; func f(a ...int, b int) (c ...int) { }", "package p; func f[]() {}; func (T) m[P any]() {}; var _ = func[T any]() {}",
		"package p; type T struct { (X); *(Y); 1 }; type I interface { m[T any](); 2 }", "package p; var _ = x[]; var _ = x[1::]; var _ = (T){}; var _ = x.1",
		"package p; func f() { go x; defer (f()); a, b; 1: x; x.(type) }", "package p; var _ = []int{1, 2\n}; var _ = f(1\n)",
		"package p; func f()\n{ }", "package p; func f() { switch x = y.(type) { case 1, : } ; select { case a, b, c = <-d: case x: } }",
		"package p; func f() { for a, b, c := range x { } ; return 1, ; break 2 ; x <- <- }", "package p; type T [...]int; type U [1, 2]int; var c <-chan<- int = <-x",
		"package p; const ( a = iota; b, ; c int )\n\nfunc f() { else }\n@", "package p; var s = \"abc\nvar t = 'ab'\n/* open", "package p; type T[P any, ] ; type _ = ",
	} {
		parse(parser.AllErrors|parser.SkipObjectResolution, src)
	}
	fmt.Println("--- declarations")
	parse(parser.DeclarationErrors, "package p; var x, x int; func f(a, a int) { x := 1; x := 2; goto M; L: ; L: }; type f int; func init() {}; func init() {}")
	parse(parser.PackageClauseOnly, "package p; import \"a\"; junk")
	parse(parser.ImportsOnly, "package p; import \"a\"; junk")
	parse(0, "package p\n"+strings.Repeat("var x = )\n", 20))
	parser.ParseExprFrom(token.NewFileSet(), "x", "f(x)[1]", parser.Trace)
	for _, src := range []string{"a + b*c", "func(x int) {}", "[]int{1: 2}", "chan<- int", "x; y", "a b", "", "1 +", "func()"} {
		x, err := parser.ParseExpr(src)
		fmt.Println(err)
		if x != nil {
			fmt.Println(dump(x))
		}
	}
	for _, src := range []any{[]byte("package b"), strings.NewReader("package r"), 7} {
		f, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
		fmt.Println(f != nil && f.Name.Name != "", err)
	}
	// Syntax that nests without end is an error.
	for _, unit := range []string{"(", "if x { } else "} {
		n := 100100
		src := "package p; var x = " + strings.Repeat(unit, n)
		if unit[0] == 'i' {
			src = "package p; func f() { " + strings.Repeat(unit, n)
		}
		_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
		s := fmt.Sprint(err)
		fmt.Println(strings.Contains(s, "exceeded max nesting depth"), len(s) < 300)
	}
}

// Output:
// "//go:build go1.21\n\n// Doc.\npackage p // line\n\nimport (\"fmt\"; . \"math\"; m \"os\")\n"
// (File 28-79(CommentGroup 20-27(Comment 20-27))(Ident 36-37 p)(GenDecl 47-79(ImportSpec 55-60(BasicLit 55-60 "fmt"))(ImportSpec 62-70(Ident 62-63 .)(BasicLit 64-70 "math"))(ImportSpec 72-78(Ident 72-73 m)(BasicLit 74-78 "os")))) 3 3 "go1.21"
// .
// "package p; type T[P any, Q ~int | *P,] struct { a, b [3]P `tag`; T[int]; *m.X; c [N]int }"
// (File 1-90(Ident 9-10 p)(GenDecl 12-90(TypeSpec 17-90(Ident 17-18 T type 17)(FieldList 18-39(Field 19-24(Ident 19-20 P type 19)(Ident 21-24 any))(Field 26-37(Ident 26-27 Q type 26)(BinaryExpr 28-37 |(UnaryExpr 28-32(Ident 29-32 int))(StarExpr 35-37(Ident 36-37 P type 19)))))(StructType 40-90(FieldList 47-90(Field 49-64(Ident 49-50 a var 49)(Ident 52-53 b var 52)(ArrayType 54-58(BasicLit 55-56 3)(Ident 57-58 P type 19))(BasicLit 59-64 `tag`))(Field 66-72(IndexExpr 66-72(Ident 66-67 T type 17)(Ident 68-71 int)))(Field 74-78(StarExpr 74-78(SelectorExpr 75-78(Ident 75-76 m)(Ident 77-78 X))))(Field 80-88(Ident 80-81 c var 80)(ArrayType 82-88(Ident 83-84 N)(Ident 85-88 int)))))))) 0 0 ""
// any21 int29 int68 m75 N83 int85 .
// "package p; type A [N*P]int; type B[P *C,] int; type D[P *struct{}] int; type E[P interface{ m(); ~int }] = F[P]"
// (File 1-112(Ident 9-10 p)(GenDecl 12-27(TypeSpec 17-27(Ident 17-18 A type 17)(ArrayType 19-27(BinaryExpr 20-23 *(Ident 20-21 N)(Ident 22-23 P))(Ident 24-27 int))))(GenDecl 29-46(TypeSpec 34-46(Ident 34-35 B type 34)(FieldList 35-42(Field 36-40(Ident 36-37 P type 36)(StarExpr 38-40(Ident 39-40 C))))(Ident 43-46 int)))(GenDecl 48-71(TypeSpec 53-71(Ident 53-54 D type 53)(FieldList 54-67(Field 55-66(Ident 55-56 P type 55)(StarExpr 57-66(StructType 58-66(FieldList 64-66)))))(Ident 68-71 int)))(GenDecl 73-112(TypeSpec 78-112(Ident 78-79 E type 78)(FieldList 79-105(Field 80-104(Ident 80-81 P type 80)(InterfaceType 82-104(FieldList 91-104(Field 93-96(Ident 93-94 m func 93)(FuncType 94-96(FieldList 94-96)))(Field 98-102(UnaryExpr 98-102(Ident 99-102 int)))))))(IndexExpr 108-112(Ident 108-109 F)(Ident 110-111 P type 80))))) 0 0 ""
// N20 P22 int24 C39 int43 int68 int99 F108 .
// "package p; func (r *R[K, _]) m(x, y int, z ...string) (a int, err error) { L: for i := range 10 { continue L }; return }"
// (File 1-121(Ident 9-10 p)(FuncDecl 12-121(FieldList 17-29(Field 18-28(Ident 18-19 r var 18)(StarExpr 20-28(IndexListExpr 21-28(Ident 21-22 R)(Ident 23-24 K)(Ident 26-27 _)))))(Ident 30-31 m)(FuncType 12-73(FieldList 31-54(Field 32-40(Ident 32-33 x var 32)(Ident 35-36 y var 35)(Ident 37-40 int))(Field 42-53(Ident 42-43 z var 42)(Ellipsis 44-53(Ident 47-53 string))))(FieldList 55-73(Field 56-61(Ident 56-57 a var 56)(Ident 58-61 int))(Field 63-72(Ident 63-66 err var 63)(Ident 67-72 error))))(BlockStmt 74-121(LabeledStmt 76-111(Ident 76-77 L label 76)(RangeStmt 79-111(Ident 83-84 i var 83)(BasicLit 94-96 10)(BlockStmt 97-111(BranchStmt 99-109(Ident 108-109 L label 76)))))(ReturnStmt 113-119)))) 0 0 ""
// R21 int37 string47 int58 error67 .
// "package p; var f = func(a int) <-chan (<-chan int) { switch x := y.(type) { case nil: default: }; select { case v := <-c: _ = v; case c <- 1: } ; return nil }"
// (File 1-159(Ident 9-10 p)(GenDecl 12-159(ValueSpec 16-159(Ident 16-17 f var 16)(FuncLit 20-159(FuncType 20-51(FieldList 24-31(Field 25-30(Ident 25-26 a var 25)(Ident 27-30 int)))(FieldList 32-51(Field 32-51(ChanType 32-51(ParenExpr 39-51(ChanType 40-50(Ident 47-50 int)))))))(BlockStmt 52-159(TypeSwitchStmt 54-97(AssignStmt 61-74(Ident 61-62 x var 61)(TypeAssertExpr 66-74(Ident 66-67 y)))(BlockStmt 75-97(CaseClause 77-86(Ident 82-85 nil))(CaseClause 87-95)))(SelectStmt 99-144(BlockStmt 106-144(CommClause 108-128(AssignStmt 113-121(Ident 113-114 v var 113)(UnaryExpr 118-121(Ident 120-121 c)))(AssignStmt 123-128(Ident 123-124 _)(Ident 127-128 v var 113)))(CommClause 130-142(SendStmt 135-141(Ident 135-136 c)(BasicLit 140-141 1)))))(ReturnStmt 147-157(Ident 154-157 nil))))))) 0 0 ""
// int27 int47 y66 nil82 c120 c135 nil154 .
// "package p; func f() { if x := (T{1}); x == (T{a: 1}) { } else if y { }; for ;; { }; for k, v = range m { }; go f(); defer func() {}(); x[1:2:3]++; goto L; L: }"
// (File 1-160(Ident 9-10 p)(FuncDecl 12-160(Ident 17-18 f func 17)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-160(IfStmt 23-71(AssignStmt 26-37(Ident 26-27 x var 26)(ParenExpr 31-37(CompositeLit 32-36(Ident 32-33 T)(BasicLit 34-35 1))))(BinaryExpr 39-53 ==(Ident 39-40 x var 26)(ParenExpr 44-53(CompositeLit 45-52(Ident 45-46 T)(KeyValueExpr 47-51(Ident 47-48 a)(BasicLit 50-51 1)))))(BlockStmt 54-57)(IfStmt 63-71(Ident 66-67 y)(BlockStmt 68-71)))(ForStmt 73-83(BlockStmt 80-83))(RangeStmt 85-107(Ident 89-90 k)(Ident 92-93 v)(Ident 102-103 m)(BlockStmt 104-107))(GoStmt 109-115(CallExpr 112-115(Ident 112-113 f func 17)))(DeferStmt 117-134(CallExpr 123-134(FuncLit 123-132(FuncType 123-129(FieldList 127-129))(BlockStmt 130-132))))(IncDecStmt 136-146(SliceExpr 136-144(Ident 136-137 x)(BasicLit 138-139 1)(BasicLit 140-141 2)(BasicLit 142-143 3)))(BranchStmt 148-154(Ident 153-154 L label 156))(LabeledStmt 156-159(Ident 156-157 L label 156)(EmptyStmt 159-159))))) 0 0 ""
// T32 T45 y66 m102 k89 v92 x136 .
// "package p; var x = a*b + -c<<2 &^ d || !e && <-ch == &T{}"
// (File 1-58(Ident 9-10 p)(GenDecl 12-58(ValueSpec 16-58(Ident 16-17 x var 16)(BinaryExpr 20-58 ||(BinaryExpr 20-36 +(BinaryExpr 20-23 *(Ident 20-21 a)(Ident 22-23 b))(BinaryExpr 26-36 &^(BinaryExpr 26-31 <<(UnaryExpr 26-28(Ident 27-28 c))(BasicLit 30-31 2))(Ident 35-36 d)))(BinaryExpr 40-58 &&(UnaryExpr 40-42(Ident 41-42 e))(BinaryExpr 46-58 ==(UnaryExpr 46-50(Ident 48-50 ch))(UnaryExpr 54-58(CompositeLit 55-58(Ident 55-56 T))))))))) 0 0 ""
// a20 b22 c27 d35 e41 ch48 T55 .
// "package p; func g[T any](x T) T { return g[T](x) + m[int, string](T(nil)) }"
// (File 1-76(Ident 9-10 p)(FuncDecl 12-76(Ident 17-18 g func 17)(FuncType 12-32(FieldList 18-25(Field 19-24(Ident 19-20 T type 19)(Ident 21-24 any)))(FieldList 25-30(Field 26-29(Ident 26-27 x var 26)(Ident 28-29 T type 19)))(FieldList 31-32(Field 31-32(Ident 31-32 T type 19))))(BlockStmt 33-76(ReturnStmt 35-74(BinaryExpr 42-74 +(CallExpr 42-49(IndexExpr 42-46(Ident 42-43 g func 17)(Ident 44-45 T type 19))(Ident 47-48 x var 26))(CallExpr 52-74(IndexListExpr 52-66(Ident 52-53 m)(Ident 54-57 int)(Ident 59-65 string))(CallExpr 67-73(Ident 67-68 T type 19)(Ident 69-72 nil)))))))) 0 0 ""
// any21 m52 int54 string59 nil69 .
// --- errors
// ""
// ! x.go:1:1: expected ';', found 'EOF'
// ! x.go:1:1: expected 'IDENT', found 'EOF'
// ! x.go:1:1: expected 'package', found 'EOF'
// "package"
// ! x.go:1:8: expected ';', found 'EOF'
// ! x.go:1:8: expected 'IDENT', found 'EOF'
// "package p; import 1"
// ! x.go:1:19: import path must be a string
// (File 1-19(Ident 9-10 p)(GenDecl 12-19(ImportSpec 19-19(BasicLit 19-19 )))) 1 0 ""
// .
// "package p; var x int; import \"a\""
// ! x.go:1:23: imports must appear before other declarations
// (File 1-33(Ident 9-10 p)(GenDecl 12-21(ValueSpec 16-21(Ident 16-17 x)(Ident 18-21 int)))(GenDecl 23-33(ImportSpec 30-33(BasicLit 30-33 "a")))) 1 0 ""
// .
// "package p; x := 1\nvar y int"
// ! x.go:1:12: expected declaration, found x
// (File 1-28(Ident 9-10 p)(BadDecl 12-19)(GenDecl 19-28(ValueSpec 23-28(Ident 23-24 y)(Ident 25-28 int)))) 0 0 ""
// .
// "package p; func f() { x = ; y"
// ! x.go:1:27: expected operand, found ';'
// ! x.go:1:30: expected ';', found 'EOF'
// ! x.go:1:30: expected ';', found 'EOF'
// ! x.go:1:30: expected '}', found 'EOF'
// (File 1-30(Ident 9-10 p)(FuncDecl 12-30(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-30(AssignStmt 23-30(Ident 23-24 x)(BadExpr 27-30))))) 0 0 ""
// .
// "package p; func f() { if { } ; if x := 1 { } ; for i := 0; { } }"
// ! x.go:1:26: missing condition in if statement
// ! x.go:1:35: expected boolean expression, found assignment (missing parentheses around composite literal?)
// ! x.go:1:60: expected operand, found '{'
// ! x.go:1:65: expected ';', found 'EOF'
// ! x.go:1:65: expected ';', found 'EOF'
// ! x.go:1:65: expected ';', found 'EOF'
// ! x.go:1:65: expected '{', found 'EOF'
// ! x.go:1:65: expected '}', found 'EOF'
// ! x.go:1:65: expected '}', found 'EOF'
// ! x.go:1:65: expected operand, found 'EOF'
// (File 1-66(Ident 9-10 p)(FuncDecl 12-66(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-66(IfStmt 23-29(BadExpr 26-26)(BlockStmt 26-29))(IfStmt 32-45(BadExpr 35-41)(BlockStmt 42-45))(ForStmt 48-66(AssignStmt 52-58(Ident 52-53 i)(BasicLit 57-58 0))(BadExpr 60-65)(ExprStmt 65-65(BadExpr 65-65))(BlockStmt 65-66))))) 0 0 ""
// .
// "package p; func f(a int, string) { }"
// ! x.go:1:32: missing parameter type
// (File 1-37(Ident 9-10 p)(FuncDecl 12-37(Ident 17-18 f)(FuncType 12-33(FieldList 18-33(Field 19-24(Ident 19-20 a)(Ident 21-24 int))(Field 26-32(Ident 26-32 string)(BadExpr 26-32))))(BlockStmt 34-37))) 0 0 ""
// .
// "package p; func f(a ...int, b int) (c ...int) { }"
// ! x.go:1:21: can only use ... with final parameter
// ! x.go:1:39: invalid use of ...
// (File 1-50(Ident 9-10 p)(FuncDecl 12-50(Ident 17-18 f)(FuncType 12-46(FieldList 18-35(Field 19-27(Ident 19-20 a)(BadExpr 21-27))(Field 29-34(Ident 29-30 b)(Ident 31-34 int)))(FieldList 36-46(Field 37-45(Ident 37-38 c)(BadExpr 39-45))))(BlockStmt 47-50))) 0 0 ""
// .
// "package p; func f[]() {}; func (T) m[P any]() {}; var _ = func[T any]() {}"
// ! x.go:1:19: empty type parameter list
// ! x.go:1:37: method must have no type parameters
// ! x.go:1:63: function type must have no type parameters
// (File 1-75(Ident 9-10 p)(FuncDecl 12-25(Ident 17-18 f)(FuncType 12-22(FieldList 20-22))(BlockStmt 23-25))(FuncDecl 27-49(FieldList 32-35(Field 33-34(Ident 33-34 T)))(Ident 36-37 m)(FuncType 27-46(FieldList 44-46))(BlockStmt 47-49))(GenDecl 51-75(ValueSpec 55-75(Ident 55-56 _)(FuncLit 59-75(FuncType 59-72(FieldList 70-72))(BlockStmt 73-75))))) 0 0 ""
// .
// "package p; type T struct { (X); *(Y); 1 }; type I interface { m[T any](); 2 }"
// ! x.go:1:28: cannot parenthesize embedded type
// ! x.go:1:34: cannot parenthesize embedded type
// ! x.go:1:39: expected '}', found 1
// ! x.go:1:41: expected declaration, found '}'
// ! x.go:1:64: interface method must have no type parameters
// ! x.go:1:75: expected '}', found 2
// ! x.go:1:77: expected declaration, found '}'
// (File 1-78(Ident 9-10 p)(GenDecl 12-40(TypeSpec 17-40(Ident 17-18 T)(StructType 19-40(FieldList 26-40(Field 29-30(Ident 29-30 X))(Field 33-36(StarExpr 33-36(Ident 35-36 Y)))))))(BadDecl 41-44)(GenDecl 44-76(TypeSpec 49-76(Ident 49-50 I)(InterfaceType 51-76(FieldList 61-76(Field 63-73(Ident 63-64 m)(FuncType 71-73(FieldList 71-73)))))))(BadDecl 77-78)) 0 0 ""
// .
// "package p; var _ = x[]; var _ = x[1::]; var _ = (T){}; var _ = x.1"
// ! x.go:1:22: expected operand, found ']'
// ! x.go:1:36: middle index required in 3-index slice
// ! x.go:1:37: final index required in 3-index slice
// ! x.go:1:50: cannot parenthesize type in composite literal
// ! x.go:1:65: expected ';', found .1
// (File 1-65(Ident 9-10 p)(GenDecl 12-23(ValueSpec 16-23(Ident 16-17 _)(IndexExpr 20-23(Ident 20-21 x)(BadExpr 22-22))))(GenDecl 25-39(ValueSpec 29-39(Ident 29-30 _)(SliceExpr 33-39(Ident 33-34 x)(BasicLit 35-36 1)(BadExpr 37-37)(BadExpr 38-38))))(GenDecl 41-54(ValueSpec 45-54(Ident 45-46 _)(CompositeLit 49-54(ParenExpr 49-52(Ident 50-51 T)))))(GenDecl 56-65(ValueSpec 60-65(Ident 60-61 _)(Ident 64-65 x)))) 0 0 ""
// .
// "package p; func f() { go x; defer (f()); a, b; 1: x; x.(type) }"
// ! x.go:1:27: expression in go must be function call
// ! x.go:1:35: expression in defer must not be parenthesized
// ! x.go:1:42: expected 1 expression
// ! x.go:1:49: illegal label declaration
// ! x.go:1:51: expected ';', found x
// ! x.go:1:61: expected 'IDENT', found ')'
// ! x.go:1:63: expected type, found '}'
// (File 1-64(Ident 9-10 p)(FuncDecl 12-64(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-64(BadStmt 23-25)(DeferStmt 29-39(CallExpr 36-39(Ident 36-37 f)))(ExprStmt 42-43(Ident 42-43 a))(BadStmt 48-50)(DeclStmt 57-63(GenDecl 57-63(TypeSpec 61-63(Ident 61-62 _)(BadExpr 63-63))))))) 0 0 ""
// .
// "package p; var _ = []int{1, 2\n}; var _ = f(1\n)"
// ! x.go:1:30: missing ',' before newline in composite literal
// ! x.go:2:15: missing ',' before newline in argument list
// (File 1-47(Ident 9-10 p)(GenDecl 12-32(ValueSpec 16-32(Ident 16-17 _)(CompositeLit 20-32(ArrayType 20-25(Ident 22-25 int))(BasicLit 26-27 1)(BasicLit 29-30 2))))(GenDecl 34-47(ValueSpec 38-47(Ident 38-39 _)(CallExpr 42-47(Ident 42-43 f)(BasicLit 44-45 1))))) 0 0 ""
// .
// "package p; func f()\n{ }"
// ! x.go:2:1: unexpected semicolon or newline before {
// (File 1-24(Ident 9-10 p)(FuncDecl 12-24(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-24))) 0 0 ""
// .
// "package p; func f() { switch x = y.(type) { case 1, : } ; select { case a, b, c = <-d: case x: } }"
// ! x.go:1:32: expected ':=', found '='
// ! x.go:1:53: expected operand, found ':'
// ! x.go:1:59: expected ':', found 'select'
// ! x.go:1:68: expected '}', found 'case'
// ! x.go:1:73: expected ';', found a
// ! x.go:1:99: expected ';', found 'EOF'
// ! x.go:1:99: expected ';', found 'EOF'
// ! x.go:1:99: expected '}', found 'EOF'
// ! x.go:1:99: expected '}', found 'EOF'
// (File 1-100(Ident 9-10 p)(FuncDecl 12-100(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-100(TypeSwitchStmt 23-100(AssignStmt 30-42(Ident 30-31 x)(TypeAssertExpr 34-42(Ident 34-35 y)))(BlockStmt 43-100(CaseClause 45-67(BasicLit 50-51 1)(BadExpr 53-59)(BlockStmt 66-67))))))) 0 0 ""
// .
// "package p; func f() { for a, b, c := range x { } ; return 1, ; break 2 ; x <- <- }"
// ! x.go:1:33: expected at most 2 expressions
// ! x.go:1:62: expected operand, found ';'
// ! x.go:1:64: expected ';', found 'break'
// ! x.go:1:70: expected ';', found 2
// ! x.go:1:83: expected ';', found 'EOF'
// ! x.go:1:83: expected '}', found 'EOF'
// (File 1-69(Ident 9-10 p)(FuncDecl 12-69(Ident 17-18 f)(FuncType 12-20(FieldList 18-20))(BlockStmt 21-69(BadStmt 23-49)(ReturnStmt 52-64(BasicLit 59-60 1)(BadExpr 62-64))(BranchStmt 64-69)))) 0 0 ""
// .
// "package p; type T [...]int; type U [1, 2]int; var c <-chan<- int = <-x"
// ! x.go:1:38: unexpected comma; expecting ]
// ! x.go:1:40: expected ']', found 2
// ! x.go:1:41: expected ';', found ']'
// ! x.go:1:41: expected type, found ']'
// ! x.go:1:62: expected 'chan', found int
// ! x.go:1:66: expected type, found '='
// (File 1-71(Ident 9-10 p)(GenDecl 12-27(TypeSpec 17-27(Ident 17-18 T)(ArrayType 19-27(Ellipsis 20-23)(Ident 24-27 int))))(GenDecl 29-41(TypeSpec 34-41(Ident 34-35 U)(ArrayType 36-41(BasicLit 37-38 1)(BadExpr 41-41))))(GenDecl 47-71(ValueSpec 51-71(Ident 51-52 c)(ChanType 53-71(ChanType 59-71(BadExpr 66-71)))))) 0 0 ""
// .
// "package p; const ( a = iota; b, ; c int )\n\nfunc f() { else }\n@"
// ! x.go:1:33: expected 'IDENT', found ';'
// ! x.go:1:37: expected ';', found int
// ! x.go:4:1: illegal character U+0040 '@'
// ! x.go:4:2: expected ')', found 'EOF'
// ! x.go:4:2: expected ';', found 'EOF'
// (File 1-64(Ident 9-10 p)(GenDecl 12-64(ValueSpec 20-28(Ident 20-21 a)(Ident 24-28 iota))(ValueSpec 30-36(Ident 30-31 b)(Ident 33-34 _)(Ident 35-36 c)))) 0 0 ""
// .
// "package p; var s = \"abc\nvar t = 'ab'\n/* open"
// ! x.go:1:20: string literal not terminated
// ! x.go:2:9: illegal rune literal
// ! x.go:3:1: comment not terminated
// (File 1-37(Ident 9-10 p)(GenDecl 12-24(ValueSpec 16-24(Ident 16-17 s)(BasicLit 20-24 "abc)))(GenDecl 25-37(ValueSpec 29-37(Ident 29-30 t)(BasicLit 33-37 'ab')))) 0 0 ""
// .
// "package p; type T[P any, ] ; type _ = "
// ! x.go:1:28: expected type, found ';'
// ! x.go:1:39: expected ';', found 'EOF'
// ! x.go:1:39: expected type, found 'EOF'
// (File 1-39(Ident 9-10 p)(GenDecl 12-28(TypeSpec 17-28(Ident 17-18 T)(FieldList 18-27(Field 19-24(Ident 19-20 P)(Ident 21-24 any)))(BadExpr 28-28)))(GenDecl 30-39(TypeSpec 35-39(Ident 35-36 _)(BadExpr 39-39)))) 0 0 ""
// .
// --- declarations
// "package p; var x, x int; func f(a, a int) { x := 1; x := 2; goto M; L: ; L: }; type f int; func init() {}; func init() {}"
// ! x.go:1:19: x redeclared in this block
// 	previous declaration at x.go:1:16
// (File 1-122(Ident 9-10 p)(GenDecl 12-24(ValueSpec 16-24(Ident 16-17 x var 16)(Ident 19-20 x var 16)(Ident 21-24 int)))(FuncDecl 26-78(Ident 31-32 f func 31)(FuncType 26-42(FieldList 32-42(Field 33-41(Ident 33-34 a var 33)(Ident 36-37 a var 33)(Ident 38-41 int))))(BlockStmt 43-78(AssignStmt 45-51(Ident 45-46 x var 45)(BasicLit 50-51 1))(AssignStmt 53-59(Ident 53-54 x var 45)(BasicLit 58-59 2))(BranchStmt 61-67(Ident 66-67 M))(LabeledStmt 69-73(Ident 69-70 L label 69)(EmptyStmt 72-73))(LabeledStmt 74-77(Ident 74-75 L label 74)(EmptyStmt 77-77))))(GenDecl 80-90(TypeSpec 85-90(Ident 85-86 f type 85)(Ident 87-90 int)))(FuncDecl 92-106(Ident 97-101 init)(FuncType 92-103(FieldList 101-103))(BlockStmt 104-106))(FuncDecl 108-122(Ident 113-117 init)(FuncType 108-119(FieldList 117-119))(BlockStmt 120-122))) 0 0 ""
// int21 int38 int87 .
// "package p; import \"a\"; junk"
// (File 1-10(Ident 9-10 p)) 0 0 ""
// .
// "package p; import \"a\"; junk"
// (File 1-22(Ident 9-10 p)(GenDecl 12-22(ImportSpec 19-22(BasicLit 19-22 "a")))) 1 0 ""
// .
// "package p\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\nvar x = )\n"
// ! x.go:2:9: expected operand, found ')'
// ! x.go:3:1: expected ';', found 'var'
// ! x.go:4:1: expected ';', found 'var'
// ! x.go:5:1: expected ';', found 'var'
// ! x.go:6:1: expected ';', found 'var'
// ! x.go:7:1: expected ';', found 'var'
// ! x.go:8:1: expected ';', found 'var'
// ! x.go:9:1: expected ';', found 'var'
// ! x.go:10:1: expected ';', found 'var'
// ! x.go:11:1: expected ';', found 'var'
// ! x.go:12:1: expected ';', found 'var'
//     1:  1: Expression (
//     1:  1: . BinaryExpr (
//     1:  1: . . UnaryExpr (
//     1:  1: . . . PrimaryExpr (
//     1:  1: . . . . Operand (
//     1:  1: . . . . . IDENT f
//     1:  2: . . . . )
//     1:  2: . . . . CallOrConversion (
//     1:  2: . . . . . "("
//     1:  3: . . . . . Expression (
//     1:  3: . . . . . . BinaryExpr (
//     1:  3: . . . . . . . UnaryExpr (
//     1:  3: . . . . . . . . PrimaryExpr (
//     1:  3: . . . . . . . . . Operand (
//     1:  3: . . . . . . . . . . IDENT x
//     1:  4: . . . . . . . . . )
//     1:  4: . . . . . . . . )
//     1:  4: . . . . . . . )
//     1:  4: . . . . . . )
//     1:  4: . . . . . )
//     1:  4: . . . . . ")"
//     1:  5: . . . . )
//     1:  5: . . . . parseIndexOrSliceOrInstance (
//     1:  5: . . . . . "["
//     1:  6: . . . . . Expression (
//     1:  6: . . . . . . BinaryExpr (
//     1:  6: . . . . . . . UnaryExpr (
//     1:  6: . . . . . . . . PrimaryExpr (
//     1:  6: . . . . . . . . . Operand (
//     1:  6: . . . . . . . . . . INT 1
//     1:  7: . . . . . . . . . )
//     1:  7: . . . . . . . . )
//     1:  7: . . . . . . . )
//     1:  7: . . . . . . )
//     1:  7: . . . . . )
//     1:  7: . . . . . "]"
//     1:  8: . . . . )
//     1:  8: . . . )
//     1:  8: . . )
//     1:  8: . )
//     1:  8: )
//     1:  8: ";"
//     1:  8: EOF
// <nil>
// (BinaryExpr 1-8 +(Ident 1-2 a)(BinaryExpr 5-8 *(Ident 5-6 b)(Ident 7-8 c)))
// <nil>
// (FuncLit 1-15(FuncType 1-12(FieldList 5-12(Field 6-11(Ident 6-7 x)(Ident 8-11 int))))(BlockStmt 13-15))
// <nil>
// (CompositeLit 1-12(ArrayType 1-6(Ident 3-6 int))(KeyValueExpr 7-11(BasicLit 7-8 1)(BasicLit 10-11 2)))
// <nil>
// (ChanType 1-11(Ident 8-11 int))
// 1:2: expected 'EOF', found ';'
// (Ident 1-2 x)
// 1:3: expected 'EOF', found b
// (Ident 1-2 a)
// 1:1: expected operand, found 'EOF'
// (BadExpr 1-1)
// 1:4: expected operand, found 'EOF'
// (BinaryExpr 1-4 +(BasicLit 1-2 1)(BadExpr 4-4))
// <nil>
// (FuncType 1-7(FieldList 5-7))
// true <nil>
// true <nil>
// false invalid source
// true true
// true true
