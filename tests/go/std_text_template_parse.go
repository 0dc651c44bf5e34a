package main

import (
	"fmt"
	"strings"
	"text/template/parse"
)

func failure(f func()) {
	defer func() { fmt.Println("panic:", recover()) }()
	f()
}

var functions = map[string]any{"printf": fmt.Sprintf, "contains": strings.Contains}

// dump prints what String of a node leaves out: the types, the positions and the forms of numbers.
func dump(n parse.Node, depth int) {
	fmt.Printf("%s%T %d@%d", strings.Repeat("  ", depth), n, n.Type(), n.Position())
	depth++
	switch n := n.(type) {
	case *parse.ListNode:
		fmt.Println()
		for _, item := range n.Nodes {
			dump(item, depth)
		}
	case *parse.ActionNode:
		fmt.Println(" line", n.Line)
		dump(n.Pipe, depth)
	case *parse.PipeNode:
		fmt.Println(" line", n.Line, n.IsAssign, n.Decl)
		for _, c := range n.Cmds {
			dump(c, depth)
		}
	case *parse.CommandNode:
		fmt.Println()
		for _, arg := range n.Args {
			dump(arg, depth)
		}
	case *parse.RangeNode:
		fmt.Println(" line", n.Line)
		dump(n.Pipe, depth)
		dump(n.List, depth)
		if n.ElseList != nil {
			dump(n.ElseList, depth)
		}
	case *parse.ChainNode:
		fmt.Printf(" %q\n", n.Field)
		dump(n.Node, depth)
	case *parse.NumberNode:
		fmt.Println("", n.IsInt, n.IsUint, n.IsFloat, n.IsComplex, n.Int64, n.Uint64, n.Float64, n.Complex128)
	case *parse.StringNode:
		fmt.Printf(" %s %q\n", n.Quoted, n.Text)
	default:
		fmt.Printf(" %q\n", n)
	}
}

func trees() {
	const text = "  head {{- /* one */ -}} {{range $i, $e := .Items}}\n{{$e.Name.First | printf \"%q\\t\" 1_0 -7 1e3 2.5 'x' 3+0i 1i 0x1p-2}}" +
		"{{(printf `a` nil true).X.Y}}{{break}}{{else}}none{{continueless}}{{end}}"
	_, err := parse.Parse("top", text, "", "", functions)
	fmt.Println(err)
	t := parse.New("top")
	t.Mode = parse.ParseComments | parse.SkipFuncCheck
	t, err = t.Parse(text, "", "", map[string]*parse.Tree{})
	fmt.Println(err)
	dump(t.Root, 0)
	fmt.Println(t.Root)
	c := t.Copy()
	c.Root.Nodes[0].(*parse.TextNode).Text[0] = 'H'
	fmt.Println(c.Root.Nodes[0], t.Root.Nodes[0], c.Mode)
	fmt.Println(t.ErrorContext(t.Root.Nodes[2].(*parse.RangeNode).List.Nodes[2]))
}

func definitions() {
	const text = `{{define "a"}}A{{if .}}1{{else if .X}}2{{else}}3{{end}}{{end -}}
{{define "b"}} {{/* nothing */}} {{end}}<<{{block "c" .Y | printf}}C{{with $v := 1}}{{$v = 2}}{{$v}}{{else with .Z}}{{.}}{{end}}{{end}}>>`
	set, err := parse.Parse("main", text, "", "", functions)
	fmt.Println(len(set), err)
	for _, name := range []string{"main", "a", "b", "c"} {
		t := set[name]
		fmt.Printf("%s %s %v %s\n", t.Name, t.ParseName, parse.IsEmptyTree(t.Root), t.Root)
	}
	set, err = parse.Parse("main", "a[[ .X -]] b[[- `[[`]]{{.}}", "[[", "]]")
	fmt.Println(set["main"].Root, err)
	set, err = parse.Parse("main", "{{define `x`}}1{{end}}{{define `x`}}2{{end}}", "", "")
	fmt.Println(len(set), err)
}

func errors() {
	for _, text := range []string{"{{", "{{.", "{{.X.}}", "{{$x}}", "{{3k}}", "{{range .}}\n{{/*}}{{end}}", "{{if .}}\n{{\n\n\"a", "{{end}}", "{{else}}",
		"{{break}}", "{{range .}}{{else}}{{continue}}{{end}}", "{{if .}}{{else with .}}{{end}}{{end}}", "{{template}}", "{{template .X}}", "{{define 3}}",
		"{{define \"\\q\"}}", "{{else if}}", "{{if .}}{{else}}{{else}}", "{{block \"a\" .}}{{else}}", "{{\"abcdefghijklmnopqrst\"5}}", "{{1.X}}", "{{nil.X}}",
		"{{9223372036854775808999}}", "{{1e400}}", "{{'ab'}}", "{{'\\400'}}", "{{0x}}", "{{1_}}", "{{1+2}}", "{{nope 1}}", "{{:}}", "{{.x=1}}", "{{=}}", "{{a\x01}}",
		"{{\u2028}}", "{{\xff}}", "{{if $x, $y := 1}}", "{{range $x, $y, $z := 1}}", "{{range $x, 3 := 1}}", "{{range $k, $v := }}", "{{. | 3}}", "{{()}}", "{{(1}}",
		"{{1)}}", "{{if .}}{{define \"x\"}}{{end}}{{end}}", "{{/* x */ }}", "{{if .}}", "{{with $x := 1}}{{end}}{{$x}}", "{{`a\n\n`}}{{x}}", "{{end 3}}", "{{{}}}"} {
		_, err := parse.Parse("n", text, "", "")
		fmt.Printf("%q %v\n", text, err)
	}
	_, err := parse.Parse("deep", "{{"+strings.Repeat("(", 10001)+"1"+strings.Repeat(")", 10001)+"}}", "", "")
	fmt.Println(err)
	_, err = parse.Parse("deep", "{{"+strings.Repeat("(", 9000)+"1"+strings.Repeat(")", 9000)+"}}", "", "")
	fmt.Println(err)
	_, err = parse.Parse("own", "{{break}}{{continue}}", "", "", map[string]any{"break": 1, "continue": 2})
	fmt.Println(err)
}

func nodes() {
	fmt.Println(parse.NewIdentifier("f").SetPos(3).Position(), parse.NewIdentifier("f").SetTree(nil).Copy())
	fmt.Println((*parse.ListNode)(nil).CopyList() == nil, (*parse.PipeNode)(nil).CopyPipe() == nil, (*parse.Tree)(nil).Copy() == nil)
	fmt.Println(parse.IsEmptyTree(nil), &parse.VariableNode{Ident: []string{"$", "a"}}, &parse.FieldNode{Ident: []string{"b", "c"}})
	failure(func() { parse.IsEmptyTree(&parse.DotNode{}) })
	failure(func() { (&parse.ChainNode{}).Add("x") })
	failure(func() { (&parse.ChainNode{}).Add(".") })
	failure(func() { (&parse.BranchNode{}).Copy() })
	fmt.Println(parse.NodeText, parse.NodeField, parse.NodeContinue, parse.ParseComments, parse.SkipFuncCheck)
}

func main() {
	trees()
	definitions()
	errors()
	nodes()
}

// Output:
// template: top:2: function "continueless" not defined
// <nil>
// *parse.ListNode 11@0
//   *parse.TextNode 0@0 "  head"
//   *parse.CommentNode 20@11 "{{/* one */}}"
//   *parse.RangeNode 15@33 line 1
//     *parse.PipeNode 14@33 line 1 false [$i $e]
//       *parse.CommandNode 4@43
//         *parse.FieldNode 8@43 ".Items"
//     *parse.ListNode 11@51
//       *parse.TextNode 0@51 "\n"
//       *parse.ActionNode 1@54 line 2
//         *parse.PipeNode 14@54 line 2 false []
//           *parse.CommandNode 4@54
//             *parse.VariableNode 18@56 "$e.Name.First"
//           *parse.CommandNode 4@70
//             *parse.IdentifierNode 9@70 "printf"
//             *parse.StringNode 16@77 "%q\t" "%q\t"
//             *parse.NumberNode 13@84 true true true false 10 10 10 (0+0i)
//             *parse.NumberNode 13@88 true false true false -7 0 -7 (0+0i)
//             *parse.NumberNode 13@91 true true true false 1000 1000 1000 (0+0i)
//             *parse.NumberNode 13@95 false false true false 0 0 2.5 (0+0i)
//             *parse.NumberNode 13@99 true true true false 120 120 120 (0+0i)
//             *parse.NumberNode 13@103 true true true true 3 3 3 (3+0i)
//             *parse.NumberNode 13@108 false false false true 0 0 0 (0+1i)
//             *parse.NumberNode 13@111 false false true false 0 0 0.25 (0+0i)
//       *parse.ActionNode 1@121 line 2
//         *parse.PipeNode 14@121 line 2 false []
//           *parse.CommandNode 4@121
//             *parse.ChainNode 3@142 ["X" "Y"]
//               *parse.PipeNode 14@122 line 2 false []
//                 *parse.CommandNode 4@122
//                   *parse.IdentifierNode 9@122 "printf"
//                   *parse.StringNode 16@129 `a` "a"
//                   *parse.NilNode 12@133 "nil"
//                   *parse.BoolNode 2@137 "true"
//       *parse.BreakNode 21@150 "{{break}}"
//     *parse.ListNode 11@165
//       *parse.TextNode 0@165 "none"
//       *parse.ActionNode 1@171 line 2
//         *parse.PipeNode 14@171 line 2 false []
//           *parse.CommandNode 4@171
//             *parse.IdentifierNode 9@171 "continueless"
//   head{{/* one */}}{{range $i, $e := .Items}}
// {{$e.Name.First | printf "%q\t" 1_0 -7 1e3 2.5 'x' 3+0i 1i 0x1p-2}}{{(printf `a` nil true).X.Y}}{{break}}{{else}}none{{continueless}}{{end}}
// H head   head 0
// top:2:69 {{(printf `a` nil true).X.Y}}
// 4 <nil>
// main main false <<{{template "c" .Y | printf}}>>
// a main false A{{if .}}1{{else}}{{if .X}}2{{else}}3{{end}}{{end}}
// b main true
// c main false C{{with $v := 1}}{{$v = 2}}{{$v}}{{else}}{{with .Z}}{{.}}{{end}}{{end}}
// a{{.X}}b{{`[[`}}{{.}} <nil>
// 1 template: main:1: template: multiple definition of template "x"
// "{{" template: n:1: unclosed action
// "{{." template: n:1: illegal number syntax: "."
// "{{.X.}}" template: n:1: unexpected <.> in operand
// "{{$x}}" template: n:1: undefined variable "$x"
// "{{3k}}" template: n:1: bad number syntax: "3k"
// "{{range .}}\n{{/*}}{{end}}" template: n:2: unclosed comment in action started at n:1
// "{{if .}}\n{{\n\n\"a" template: n:4: unterminated quoted string in action started at n:2
// "{{end}}" template: n:1: unexpected {{end}}
// "{{else}}" template: n:1: unexpected {{else}}
// "{{break}}" template: n:1: {{break}} outside {{range}}
// "{{range .}}{{else}}{{continue}}{{end}}" template: n:1: {{continue}} outside {{range}}
// "{{if .}}{{else with .}}{{end}}{{end}}" template: n:1: unexpected <with> in input
// "{{template}}" template: n:1: unexpected "}}" in template clause
// "{{template .X}}" template: n:1: unexpected ".X" in template clause
// "{{define 3}}" template: n:1: unexpected "3" in define clause
// "{{define \"\\q\"}}" template: n:1: invalid syntax
// "{{else if}}" template: n:1: unexpected {{else}}
// "{{if .}}{{else}}{{else}}" template: n:1: expected end; found {{else}}
// "{{block \"a\" .}}{{else}}" template: n:1: unexpected {{else}} in block clause
// "{{\"abcdefghijklmnopqrst\"5}}" template: n:1: unexpected "5" in operand
// "{{1.X}}" template: n:1: bad number syntax: "1.X"
// "{{nil.X}}" template: n:1: unexpected . after term "nil"
// "{{9223372036854775808999}}" template: n:1: integer overflow: "9223372036854775808999"
// "{{1e400}}" template: n:1: illegal number syntax: "1e400"
// "{{'ab'}}" template: n:1: malformed character constant: 'ab'
// "{{'\\400'}}" template: n:1: invalid syntax
// "{{0x}}" template: n:1: illegal number syntax: "0x"
// "{{1_}}" template: n:1: illegal number syntax: "1_"
// "{{1+2}}" template: n:1: bad number syntax: "1+2"
// "{{nope 1}}" template: n:1: function "nope" not defined
// "{{:}}" template: n:1: expected :=
// "{{.x=1}}" template: n:1: bad character U+003D '='
// "{{=}}" template: n:1: unexpected "=" in command
// "{{a\x01}}" template: n:1: bad character U+0001
// "{{\u2028}}" template: n:1: unrecognized character in action: U+2028
// "{{\xff}}" template: n:1: unrecognized character in action: U+FFFD '�'
// "{{if $x, $y := 1}}" template: n:1: too many declarations in if
// "{{range $x, $y, $z := 1}}" template: n:1: too many declarations in range
// "{{range $x, 3 := 1}}" template: n:1: range can only initialize variables
// "{{range $k, $v := }}" template: n:1: missing value for range
// "{{. | 3}}" template: n:1: non executable command in pipeline stage 2
// "{{()}}" template: n:1: missing value for parenthesized pipeline
// "{{(1}}" template: n:1: unclosed left paren
// "{{1)}}" template: n:1: unexpected right paren
// "{{if .}}{{define \"x\"}}{{end}}{{end}}" template: n:1: unexpected <define> in command
// "{{/* x */ }}" template: n:1: comment ends before closing delimiter
// "{{if .}}" template: n:1: unexpected EOF
// "{{with $x := 1}}{{end}}{{$x}}" template: n:1: undefined variable "$x"
// "{{`a\n\n`}}{{x}}" template: n:3: function "x" not defined
// "{{end 3}}" template: n:1: unexpected "3" in end
// "{{{}}}" template: n:1: unexpected "{" in command
// template: deep:1: max expression depth exceeded
// <nil>
// <nil>
// 3 f
// true true true
// true $.a .b.c
// panic: unknown node: .
// panic: no dot in field
// panic: empty field
// panic: unknown branch type
// 0 8 22 1 2
