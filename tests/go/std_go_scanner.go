package main

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"strings"
)

func scan(name, src string, mode scanner.Mode) {
	fmt.Printf("-- %s\n", name)
	fset := token.NewFileSet()
	file := fset.AddFile("dir/"+name, -1, len(src))
	var errs scanner.ErrorList
	var s scanner.Scanner
	s.Init(file, []byte(src), errs.Add, mode)
	for {
		pos, tok, lit := s.Scan()
		fmt.Printf("%s %s %q;", fset.Position(pos), tok, lit)
		if tok == token.EOF {
			break
		}
	}
	fmt.Println(".")
	fmt.Println(file.Lines(), s.ErrorCount, errs.Err())
	scanner.PrintError(os.Stdout, errs)
	errs.RemoveMultiples()
	fmt.Println(len(errs))
}

func positions() {
	fset := token.NewFileSet()
	a := fset.AddFile("a.go", -1, 20)
	b := fset.AddFile("b.go", 30, 10)
	fmt.Println(a.Base(), a.End(), b.Base(), b.End(), fset.Base())
	a.SetLinesForContent([]byte("one\ntwo\n\nfour\nfive!"))
	fmt.Println(a.Lines(), a.LineStart(2), a.LineCount())
	a.AddLineInfo(4, "other.go", 100)
	a.AddLineColumnInfo(9, "third.go", 7, 3)
	for _, p := range []token.Pos{0, 1, 5, 7, 9, 10, 12, 16, 21, 22, 30, 41} {
		fmt.Print(fset.Position(p), " ", fset.PositionFor(p, false), " ", a.Offset(p), "; ")
	}
	fmt.Println(".")
	a.MergeLine(1)
	fmt.Println(a.Lines(), a.SetLines([]int{0, 5, 5}), a.SetLines([]int{0, 19}), a.SetLines([]int{20}))
	fset.Iterate(func(f *token.File) bool { fmt.Print(f.Name(), f.Size(), " "); return true })
	fset.RemoveFile(a)
	fmt.Println(fset.File(5) == nil, fset.File(35) == b)
	other := token.NewFileSet()
	other.AddExistingFiles(b, a, b)
	other.Iterate(func(f *token.File) bool { fmt.Print(f.Name(), " "); return true })
	fmt.Println(other.Base(), other.Position(5))
	for _, f := range []func(){
		func() { fset.AddFile("x", 3, 1) }, func() { fset.AddFile("x", -1, -1) }, func() { a.LineStart(0) },
		func() { a.LineStart(9) }, func() { a.MergeLine(0) }, func() { a.MergeLine(9) },
		func() { new(scanner.Scanner).Init(a, nil, nil, 0) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
	fmt.Println(token.Position{}, token.Position{Filename: "f"}, token.Position{Line: 3}, token.Position{Line: 3, Column: 4})
}

func tokens() {
	for t := token.Token(-1); t < 90; t++ {
		fmt.Print(t, t.Precedence(), t.IsLiteral(), t.IsOperator(), t.IsKeyword(), token.Lookup(t.String()) == t, " ")
	}
	fmt.Println(".")
	for _, name := range []string{"", "x", "X", "Éa", "_1", "1a", "func", "a-b", "日本"} {
		fmt.Print(token.IsExported(name), token.IsIdentifier(name), token.IsKeyword(name), " ")
	}
	fmt.Println(".")
}

func main() {
	tokens()
	positions()
	scan("simple.go", "package p // c\nfunc f(x ...int) (y float64) {\n\tx <<= 1; y &^= .5e-3i\n\treturn\n}", scanner.ScanComments)
	scan("semis.go", "x /* a\n*/ y\n++\nbreak // c\n) /* b */ ] ; ;\n}", 0)
	scan("numbers.go", "0 0x 0b12 0o78 089 09.5 08i 1__0 0x_1p-2 0x1. 1e 1p3 0b1e2 1_.5 0x1p_1 0b1.0", 0)
	scan("quotes.go", "'a' '' 'ab' '\\'' \"\\q\" \"\\u12\" `a\r\nb` '\\400' \"\\ud800\" \"open\n'x", 0)
	scan("strange.go", "a\x00b # “x” \ufeff é \xff\n/* open", scanner.ScanComments)
	scan("line.go", "a\n//line x.go:10\nb /*line y.go:20:30*/ c\n//line :5:6\nd\n//line z:0\n //line no:1\n//line w:1:x\n//line /abs/../q:9\ne", 0)
	scan("deep.go", strings.Repeat("(", 40)+strings.Repeat("+-", 20), 0)
	scan("crlf.go", "// a\r\n/* *\r/ \r\n*/ x\r\n", scanner.ScanComments)
	scan("bom.go", "\ufeffpackage", 0)
	scan("utf16.go", "\xff\xfep\x00", 0)
	var list scanner.ErrorList
	list.Add(token.Position{Filename: "b", Line: 2}, "second")
	list.Add(token.Position{Filename: "a", Line: 2, Column: 3}, "first")
	list.Add(token.Position{Filename: "a", Line: 2, Column: 2}, "zero")
	list.Sort()
	fmt.Println(list, len(list))
	var e *scanner.Error
	fmt.Println(errors.As(error(list[0]), &e), list.Error(), (*scanner.ErrorList)(nil) == nil)
	scanner.PrintError(os.Stdout, errors.New("plain"))
	list.Reset()
	fmt.Println(list.Err(), list.Error())
}

// Output:
// token(-1) 0 false false false false ILLEGAL 0 false false false false EOF 0 false false false false COMMENT 0 false false false false token(3) 0 false false false false IDENT 0 true false false true INT 0 true false false false FLOAT 0 true false false false IMAG 0 true false false false CHAR 0 true false false false STRING 0 true false false false token(10) 0 false false false false token(11) 0 false false false false + 4 false true false false - 4 false true false false * 5 false true false false / 5 false true false false % 5 false true false false & 5 false true false false | 4 false true false false ^ 4 false true false false << 5 false true false false >> 5 false true false false &^ 5 false true false false += 0 false true false false -= 0 false true false false *= 0 false true false false /= 0 false true false false %= 0 false true false false &= 0 false true false false |= 0 false true false false ^= 0 false true false false <<= 0 false true false false >>= 0 false true false false &^= 0 false true false false && 2 false true false false || 1 false true false false <- 0 false true false false ++ 0 false true false false -- 0 false true false false == 3 false true false false < 3 false true false false > 3 false true false false = 0 false true false false ! 0 false true false false != 3 false true false false <= 3 false true false false >= 3 false true false false := 0 false true false false ... 0 false true false false ( 0 false true false false [ 0 false true false false { 0 false true false false , 0 false true false false . 0 false true false false ) 0 false true false false ] 0 false true false false } 0 false true false false ; 0 false true false false : 0 false true false false token(59) 0 false false false false token(60) 0 false false false false break 0 false false true true case 0 false false true true chan 0 false false true true const 0 false false true true continue 0 false false true true default 0 false false true true defer 0 false false true true else 0 false false true true fallthrough 0 false false true true for 0 false false true true func 0 false false true true go 0 false false true true goto 0 false false true true if 0 false false true true import 0 false false true true interface 0 false false true true map 0 false false true true package 0 false false true true range 0 false false true true return 0 false false true true select 0 false false true true struct 0 false false true true switch 0 false false true true type 0 false false true true var 0 false false true true token(86) 0 false false false false token(87) 0 false false false false ~ 0 false true false false token(89) 0 false false false false .
// false false false false true false true true false true true false false true false false false false false false true false false false false true false .
// 1 21 30 40 41
// [0 4 8 9 14] 5 5
// - - 0; a.go:1:1 a.go:1:1 0; other.go:100:1 a.go:2:1 4; other.go:100:3 a.go:2:3 6; other.go:101:1 a.go:3:1 8; third.go:7:3 a.go:4:1 9; third.go:7:5 a.go:4:3 11; third.go:8:2 a.go:5:2 15; third.go:8:7 a.go:5:7 20; - - 20; b.go:1:1 b.go:1:1 20; - - 20; .
// [0 8 9 14] false true false
// a.go20 b.go10 true true
// a.go b.go 41 other.go:100:1
// invalid base 3 (should be >= 41)
// invalid size -1 (should be >= 0)
// invalid line number 0 (should be >= 1)
// invalid line number 9 (should be < 2)
// invalid line number 0 (should be >= 1)
// invalid line number 9 (should be < 2)
// file size (20) does not match src len (0)
// - f 3 3:4
// -- simple.go
// dir/simple.go:1:1 package "package";dir/simple.go:1:9 IDENT "p";dir/simple.go:1:11 COMMENT "// c";dir/simple.go:1:15 ; "\n";dir/simple.go:2:1 func "func";dir/simple.go:2:6 IDENT "f";dir/simple.go:2:7 ( "";dir/simple.go:2:8 IDENT "x";dir/simple.go:2:10 ... "";dir/simple.go:2:13 IDENT "int";dir/simple.go:2:16 ) "";dir/simple.go:2:18 ( "";dir/simple.go:2:19 IDENT "y";dir/simple.go:2:21 IDENT "float64";dir/simple.go:2:28 ) "";dir/simple.go:2:30 { "";dir/simple.go:3:2 IDENT "x";dir/simple.go:3:4 <<= "";dir/simple.go:3:8 INT "1";dir/simple.go:3:9 ; ";";dir/simple.go:3:11 IDENT "y";dir/simple.go:3:13 &^= "";dir/simple.go:3:17 IMAG ".5e-3i";dir/simple.go:3:23 ; "\n";dir/simple.go:4:2 return "return";dir/simple.go:4:8 ; "\n";dir/simple.go:5:1 } "";dir/simple.go:5:2 ; "\n";dir/simple.go:5:2 EOF "";.
// [0 15 46 69 77] 0 <nil>
// 0
// -- semis.go
// dir/semis.go:1:1 IDENT "x";dir/semis.go:1:7 ; "\n";dir/semis.go:2:4 IDENT "y";dir/semis.go:2:5 ; "\n";dir/semis.go:3:1 ++ "";dir/semis.go:3:3 ; "\n";dir/semis.go:4:1 break "break";dir/semis.go:4:11 ; "\n";dir/semis.go:5:1 ) "";dir/semis.go:5:11 ] "";dir/semis.go:5:13 ; ";";dir/semis.go:5:15 ; ";";dir/semis.go:6:1 } "";dir/semis.go:6:2 ; "\n";dir/semis.go:6:2 EOF "";.
// [0 7 12 15 26 42] 0 <nil>
// 0
// -- numbers.go
// dir/numbers.go:1:1 INT "0";dir/numbers.go:1:3 INT "0x";dir/numbers.go:1:6 INT "0b12";dir/numbers.go:1:11 INT "0o78";dir/numbers.go:1:16 INT "089";dir/numbers.go:1:20 FLOAT "09.5";dir/numbers.go:1:25 IMAG "08i";dir/numbers.go:1:29 INT "1__0";dir/numbers.go:1:34 FLOAT "0x_1p-2";dir/numbers.go:1:42 FLOAT "0x1.";dir/numbers.go:1:47 FLOAT "1e";dir/numbers.go:1:50 FLOAT "1p3";dir/numbers.go:1:54 FLOAT "0b1e2";dir/numbers.go:1:60 FLOAT "1_.5";dir/numbers.go:1:65 FLOAT "0x1p_1";dir/numbers.go:1:72 FLOAT "0b1.0";dir/numbers.go:1:77 ; "\n";dir/numbers.go:1:77 EOF "";.
// [0] 12 dir/numbers.go:1:5: hexadecimal literal has no digits (and 11 more errors)
// dir/numbers.go:1:5: hexadecimal literal has no digits
// dir/numbers.go:1:9: invalid digit '2' in binary literal
// dir/numbers.go:1:14: invalid digit '8' in octal literal
// dir/numbers.go:1:17: invalid digit '8' in octal literal
// dir/numbers.go:1:31: '_' must separate successive digits
// dir/numbers.go:1:46: hexadecimal mantissa requires a 'p' exponent
// dir/numbers.go:1:49: exponent has no digits
// dir/numbers.go:1:51: 'p' exponent requires hexadecimal mantissa
// dir/numbers.go:1:57: 'e' exponent requires decimal mantissa
// dir/numbers.go:1:61: '_' must separate successive digits
// dir/numbers.go:1:69: '_' must separate successive digits
// dir/numbers.go:1:75: invalid radix point in binary literal
// 1
// -- quotes.go
// dir/quotes.go:1:1 CHAR "'a'";dir/quotes.go:1:5 CHAR "''";dir/quotes.go:1:8 CHAR "'ab'";dir/quotes.go:1:13 CHAR "'\\''";dir/quotes.go:1:18 STRING "\"\\q\"";dir/quotes.go:1:23 STRING "\"\\u12\"";dir/quotes.go:1:30 STRING "`a\nb`";dir/quotes.go:2:4 CHAR "'\\400'";dir/quotes.go:2:11 STRING "\"\\ud800\"";dir/quotes.go:2:20 STRING "\"open";dir/quotes.go:2:25 ; "\n";dir/quotes.go:3:1 CHAR "'x";dir/quotes.go:3:3 ; "\n";dir/quotes.go:3:3 EOF "";.
// [0 33 58] 8 dir/quotes.go:1:5: illegal rune literal (and 7 more errors)
// dir/quotes.go:1:5: illegal rune literal
// dir/quotes.go:1:8: illegal rune literal
// dir/quotes.go:1:20: unknown escape sequence
// dir/quotes.go:1:28: illegal character U+0022 '"' in escape sequence
// dir/quotes.go:2:6: escape sequence is invalid Unicode code point
// dir/quotes.go:2:13: escape sequence is invalid Unicode code point
// dir/quotes.go:2:20: string literal not terminated
// dir/quotes.go:3:1: rune literal not terminated
// 3
// -- strange.go
// dir/strange.go:1:1 IDENT "a";dir/strange.go:1:2 ILLEGAL "\x00";dir/strange.go:1:3 IDENT "b";dir/strange.go:1:5 ILLEGAL "#";dir/strange.go:1:7 ILLEGAL "“";dir/strange.go:1:10 IDENT "x";dir/strange.go:1:11 ILLEGAL "”";dir/strange.go:1:15 ILLEGAL "\ufeff";dir/strange.go:1:19 IDENT "é";dir/strange.go:1:22 ILLEGAL "�";dir/strange.go:1:23 ; "\n";dir/strange.go:2:1 COMMENT "/* open";dir/strange.go:2:8 EOF "";.
// [0 23] 9 dir/strange.go:1:2: illegal character NUL (and 8 more errors)
// dir/strange.go:1:2: illegal character NUL
// dir/strange.go:1:2: illegal character U+0000
// dir/strange.go:1:5: illegal character U+0023 '#'
// dir/strange.go:1:7: curly quotation mark '“' (use neutral '"')
// dir/strange.go:1:11: curly quotation mark '”' (use neutral '"')
// dir/strange.go:1:15: illegal byte order mark
// dir/strange.go:1:22: illegal UTF-8 encoding
// dir/strange.go:1:22: illegal character U+FFFD '�'
// dir/strange.go:2:1: comment not terminated
// 2
// -- line.go
// dir/line.go:1:1 IDENT "a";dir/line.go:1:2 ; "\n";dir/x.go:10 IDENT "b";dir/y.go:20:31 IDENT "c";dir/y.go:20:32 ; "\n";dir/y.go:5:6 IDENT "d";dir/y.go:5:7 ; "\n";/q:9 IDENT "e";/q:9 ; "\n";/q:9 EOF "";.
// [0 2 17 41 53 55 66 79 92 111] 2 dir/y.go:6:10: invalid line number: 0 (and 1 more errors)
// dir/y.go:6:10: invalid line number: 0
// dir/y.go:8:12: invalid line number: x
// 2
// -- deep.go
// dir/deep.go:1:1 ( "";dir/deep.go:1:2 ( "";dir/deep.go:1:3 ( "";dir/deep.go:1:4 ( "";dir/deep.go:1:5 ( "";dir/deep.go:1:6 ( "";dir/deep.go:1:7 ( "";dir/deep.go:1:8 ( "";dir/deep.go:1:9 ( "";dir/deep.go:1:10 ( "";dir/deep.go:1:11 ( "";dir/deep.go:1:12 ( "";dir/deep.go:1:13 ( "";dir/deep.go:1:14 ( "";dir/deep.go:1:15 ( "";dir/deep.go:1:16 ( "";dir/deep.go:1:17 ( "";dir/deep.go:1:18 ( "";dir/deep.go:1:19 ( "";dir/deep.go:1:20 ( "";dir/deep.go:1:21 ( "";dir/deep.go:1:22 ( "";dir/deep.go:1:23 ( "";dir/deep.go:1:24 ( "";dir/deep.go:1:25 ( "";dir/deep.go:1:26 ( "";dir/deep.go:1:27 ( "";dir/deep.go:1:28 ( "";dir/deep.go:1:29 ( "";dir/deep.go:1:30 ( "";dir/deep.go:1:31 ( "";dir/deep.go:1:32 ( "";dir/deep.go:1:33 ( "";dir/deep.go:1:34 ( "";dir/deep.go:1:35 ( "";dir/deep.go:1:36 ( "";dir/deep.go:1:37 ( "";dir/deep.go:1:38 ( "";dir/deep.go:1:39 ( "";dir/deep.go:1:40 ( "";dir/deep.go:1:41 + "";dir/deep.go:1:42 - "";dir/deep.go:1:43 + "";dir/deep.go:1:44 - "";dir/deep.go:1:45 + "";dir/deep.go:1:46 - "";dir/deep.go:1:47 + "";dir/deep.go:1:48 - "";dir/deep.go:1:49 + "";dir/deep.go:1:50 - "";dir/deep.go:1:51 + "";dir/deep.go:1:52 - "";dir/deep.go:1:53 + "";dir/deep.go:1:54 - "";dir/deep.go:1:55 + "";dir/deep.go:1:56 - "";dir/deep.go:1:57 + "";dir/deep.go:1:58 - "";dir/deep.go:1:59 + "";dir/deep.go:1:60 - "";dir/deep.go:1:61 + "";dir/deep.go:1:62 - "";dir/deep.go:1:63 + "";dir/deep.go:1:64 - "";dir/deep.go:1:65 + "";dir/deep.go:1:66 - "";dir/deep.go:1:67 + "";dir/deep.go:1:68 - "";dir/deep.go:1:69 + "";dir/deep.go:1:70 - "";dir/deep.go:1:71 + "";dir/deep.go:1:72 - "";dir/deep.go:1:73 + "";dir/deep.go:1:74 - "";dir/deep.go:1:75 + "";dir/deep.go:1:76 - "";dir/deep.go:1:77 + "";dir/deep.go:1:78 - "";dir/deep.go:1:79 + "";dir/deep.go:1:80 - "";dir/deep.go:1:81 EOF "";.
// [0] 0 <nil>
// 0
// -- crlf.go
// dir/crlf.go:1:1 COMMENT "// a";dir/crlf.go:2:1 COMMENT "/* *\r/ \n*/";dir/crlf.go:3:4 IDENT "x";dir/crlf.go:3:6 ; "\n";dir/crlf.go:3:7 EOF "";.
// [0 6 15] 0 <nil>
// 0
// -- bom.go
// dir/bom.go:1:4 package "package";dir/bom.go:1:11 EOF "";.
// [0] 0 <nil>
// 0
// -- utf16.go
// dir/utf16.go:1:1 ILLEGAL "�";dir/utf16.go:1:5 EOF "";.
// [0] 2 dir/utf16.go:1:1: illegal UTF-8 encoding (got UTF-16) (and 1 more errors)
// dir/utf16.go:1:1: illegal UTF-8 encoding (got UTF-16)
// dir/utf16.go:1:1: illegal character U+FFFD '�'
// 1
// a:2:2: zero (and 2 more errors) 3
// true a:2:2: zero (and 2 more errors) true
// plain
// <nil> no errors
