package main

import (
	"errors"
	"fmt"
	"strings"
	"text/scanner"
)

// slow reads a byte at a time and ends with an error.
type slow struct{ s string }

func (r *slow) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, errors.New("no more")
	}
	n := copy(p[:1], r.s)
	r.s = r.s[n:]
	return n, nil
}

func scan(s *scanner.Scanner) {
	s.Error = func(s *scanner.Scanner, msg string) { fmt.Println("  error", s.Pos(), msg) }
	for {
		tok := s.Scan()
		fmt.Printf("  %s %s %q\n", s.Position, scanner.TokenString(tok), s.TokenText())
		if tok == scanner.EOF {
			break
		}
	}
	fmt.Println("  errors", s.ErrorCount, s.Pos())
}

func main() {
	sources := []string{
		"", "x", "\ufeffif a > 10 {\n\tsomeParsable = text // comment\n}\n", "a /* b\nc */ d", "/* open", "\"str\\n\\x41\\u00e9\" 'c' '\\'' `raw\nline`",
		"\"open\nx", "'ab' ''", "`open", "0 07 08 0x1F 0b101 0b2 0o17 0x 1_000 1__0 _1 0_7 1_", "1.5 .5 5. 1e5 1e 1E+3 0x1p-2 0x1.8 0b1.0 1p3 0x1e5 09.5 1.e3_0",
		"é世 x\xff \x00 y", "a.b..c ...", "\"\\q\\8\\400\\x4\"", "//only\n//two\n z", "+-*/%&|^<>=!()[]{},;:.\n\n\n x",
	}
	for _, src := range sources {
		fmt.Printf("%q\n", src)
		var s scanner.Scanner
		s.Init(strings.NewReader(src))
		s.Filename = "f"
		scan(&s)
	}
	var s scanner.Scanner
	s.Init(&slow{"abc /* c */ 12.5 \"x\""})
	scan(&s)
	s.Init(strings.NewReader("a-b 12 3.5 // c\n'x' \"s\""))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanComments
	s.Whitespace = 1 << ' '
	s.IsIdentRune = func(ch rune, i int) bool { return ch == '-' && i > 0 || 'a' <= ch && ch <= 'z' }
	scan(&s)
	s.Init(strings.NewReader("a\nb"))
	for ch := s.Next(); ch != scanner.EOF; ch = s.Next() {
		fmt.Println(ch, s.Peek(), s.Pos(), s.IsValid(), s.TokenText() == "")
	}
	s.Init(strings.NewReader(strings.Repeat("word ", 500) + strings.Repeat("x", 3000)))
	n := 0
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		n += len(s.TokenText())
	}
	fmt.Println(n, s.Pos())
}

// Output:
// ""
//   f EOF ""
//   errors 0 f:1:1
// "x"
//   f:1:1 Ident "x"
//   f:1:2 EOF ""
//   errors 0 f:1:2
// "\ufeffif a > 10 {\n\tsomeParsable = text // comment\n}\n"
//   f:1:2 Ident "if"
//   f:1:5 Ident "a"
//   f:1:7 ">" ">"
//   f:1:9 Int "10"
//   f:1:12 "{" "{"
//   f:2:2 Ident "someParsable"
//   f:2:15 "=" "="
//   f:2:17 Ident "text"
//   f:3:1 "}" "}"
//   f:4:1 EOF ""
//   errors 0 f:4:1
// "a /* b\nc */ d"
//   f:1:1 Ident "a"
//   f:2:6 Ident "d"
//   f:2:7 EOF ""
//   errors 0 f:2:7
// "/* open"
//   error f:1:8 comment not terminated
//   f:1:8 EOF ""
//   errors 1 f:1:8
// "\"str\\n\\x41\\u00e9\" 'c' '\\'' `raw\nline`"
//   f:1:1 String "\"str\\n\\x41\\u00e9\""
//   f:1:19 Char "'c'"
//   f:1:23 Char "'\\''"
//   f:1:28 RawString "`raw\nline`"
//   f:2:6 EOF ""
//   errors 0 f:2:6
// "\"open\nx"
//   error f:1:6 literal not terminated
//   f:1:1 String "\"open\n"
//   f:2:1 Ident "x"
//   f:2:2 EOF ""
//   errors 1 f:2:2
// "'ab' ''"
//   error f:1:4 invalid char literal
//   f:1:1 Char "'ab'"
//   error f:1:7 invalid char literal
//   f:1:6 Char "''"
//   f:1:8 EOF ""
//   errors 2 f:1:8
// "`open"
//   error f:1:6 literal not terminated
//   f:1:1 RawString "`open"
//   f:1:6 EOF ""
//   errors 1 f:1:6
// "0 07 08 0x1F 0b101 0b2 0o17 0x 1_000 1__0 _1 0_7 1_"
//   f:1:1 Int "0"
//   f:1:3 Int "07"
//   error f:1:8 invalid digit '8' in octal literal
//   f:1:6 Int "08"
//   f:1:9 Int "0x1F"
//   f:1:14 Int "0b101"
//   error f:1:23 invalid digit '2' in binary literal
//   f:1:20 Int "0b2"
//   f:1:24 Int "0o17"
//   error f:1:31 hexadecimal literal has no digits
//   f:1:29 Int "0x"
//   f:1:32 Int "1_000"
//   error f:1:42 '_' must separate successive digits
//   f:1:38 Int "1__0"
//   f:1:43 Ident "_1"
//   f:1:46 Int "0_7"
//   error f:1:52 '_' must separate successive digits
//   f:1:50 Int "1_"
//   f:1:52 EOF ""
//   errors 5 f:1:52
// "1.5 .5 5. 1e5 1e 1E+3 0x1p-2 0x1.8 0b1.0 1p3 0x1e5 09.5 1.e3_0"
//   f:1:1 Float "1.5"
//   f:1:5 Float ".5"
//   f:1:8 Float "5."
//   f:1:11 Float "1e5"
//   error f:1:17 exponent has no digits
//   f:1:15 Float "1e"
//   f:1:18 Float "1E+3"
//   f:1:23 Float "0x1p-2"
//   error f:1:35 hexadecimal mantissa requires a 'p' exponent
//   f:1:30 Float "0x1.8"
//   error f:1:40 invalid radix point in binary literal
//   f:1:36 Float "0b1.0"
//   error f:1:43 'p' exponent requires hexadecimal mantissa
//   f:1:42 Float "1p3"
//   f:1:46 Int "0x1e5"
//   f:1:52 Float "09.5"
//   f:1:57 Float "1.e3_0"
//   f:1:63 EOF ""
//   errors 4 f:1:63
// "é世 x\xff \x00 y"
//   f:1:1 Ident "é世"
//   error f:1:5 invalid UTF-8 encoding
//   f:1:4 Ident "x"
//   f:1:5 "�" "\xff"
//   error f:1:7 invalid character NUL
//   f:1:7 "\x00" "\x00"
//   f:1:9 Ident "y"
//   f:1:10 EOF ""
//   errors 2 f:1:10
// "a.b..c ..."
//   f:1:1 Ident "a"
//   f:1:2 "." "."
//   f:1:3 Ident "b"
//   f:1:4 "." "."
//   f:1:5 "." "."
//   f:1:6 Ident "c"
//   f:1:8 "." "."
//   f:1:9 "." "."
//   f:1:10 "." "."
//   f:1:11 EOF ""
//   errors 0 f:1:11
// "\"\\q\\8\\400\\x4\""
//   error f:1:3 invalid char escape
//   error f:1:5 invalid char escape
//   error f:1:13 invalid char escape
//   f:1:1 String "\"\\q\\8\\400\\x4\""
//   f:1:14 EOF ""
//   errors 3 f:1:14
// "//only\n//two\n z"
//   f:3:2 Ident "z"
//   f:3:3 EOF ""
//   errors 0 f:3:3
// "+-*/%&|^<>=!()[]{},;:.\n\n\n x"
//   f:1:1 "+" "+"
//   f:1:2 "-" "-"
//   f:1:3 "*" "*"
//   f:1:4 "/" "/"
//   f:1:5 "%" "%"
//   f:1:6 "&" "&"
//   f:1:7 "|" "|"
//   f:1:8 "^" "^"
//   f:1:9 "<" "<"
//   f:1:10 ">" ">"
//   f:1:11 "=" "="
//   f:1:12 "!" "!"
//   f:1:13 "(" "("
//   f:1:14 ")" ")"
//   f:1:15 "[" "["
//   f:1:16 "]" "]"
//   f:1:17 "{" "{"
//   f:1:18 "}" "}"
//   f:1:19 "," ","
//   f:1:20 ";" ";"
//   f:1:21 ":" ":"
//   f:1:22 "." "."
//   f:4:2 Ident "x"
//   f:4:3 EOF ""
//   errors 0 f:4:3
//   <input>:1:1 Ident "abc"
//   <input>:1:13 Float "12.5"
//   error <input>:1:20 no more
//   <input>:1:18 String "\"x\""
//   <input>:1:21 EOF ""
//   errors 1 <input>:1:21
//   <input>:1:1 Ident "a-b"
//   <input>:1:5 Int "12"
//   <input>:1:8 Int "3"
//   <input>:1:9 "." "."
//   <input>:1:10 Int "5"
//   <input>:1:12 Comment "// c"
//   <input>:1:16 "\n" "\n"
//   <input>:2:1 "'" "'"
//   <input>:2:2 Ident "x"
//   <input>:2:3 "'" "'"
//   <input>:2:5 "\"" "\""
//   <input>:2:6 Ident "s"
//   <input>:2:7 "\"" "\""
//   <input>:2:8 EOF ""
//   errors 0 <input>:2:8
// 97 10 <input>:1:2 false true
// 10 98 <input>:2:1 false true
// 98 -1 <input>:2:2 false true
// 5000 <input>:1:5501
