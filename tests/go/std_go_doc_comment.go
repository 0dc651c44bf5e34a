package main

import (
	"fmt"
	"go/doc/comment"
	"strings"
)

const source = `Package p does things with [io.Reader] and [*Doc], see [Go] and
https://example.com/a_(b).

An Old Heading

It's ` + "``quoted''" + ` and italic, linked text.

# A Heading

  - one item
    of two lines

    and two paragraphs with [encoding/json.Decoder.Decode]
  - two
 1. not an item

 3. three
 9. nine
 10. ten

func main() {
	code(1)

	code(2)
}

A command:

	go test \
	  ./...

- a list that
  is not indented
- goes on

# Not a heading,
# as it has two lines

[Go]: https://go.dev
[unused]: http://example.com/<x>
`

func show(p *comment.Parser, pr *comment.Printer, text string) {
	d := p.Parse(text)
	fmt.Printf("-- comment\n%s-- text\n%s-- html\n%s-- markdown\n%s", pr.Comment(d), pr.Text(d), pr.HTML(d), pr.Markdown(d))
}

func main() {
	p := &comment.Parser{
		Words:     map[string]string{"italic": "", "linked": "https://example.com/linked"},
		LookupSym: func(recv, name string) bool { return recv == "" && name == "Doc" },
	}
	show(p, &comment.Printer{}, source)
	show(p, &comment.Printer{TextWidth: 30, TextPrefix: "// ", HeadingLevel: 1, DocLinkBaseURL: "https://pkg.go.dev/"}, source[:260])
	for _, text := range []string{"", "\n\n", "#", "# ", "[x]: y", "[x]: ftp://y", "[x] z\n\n[x]: ftp://y", " \t\n", "-", "- a", " - a", "1) b\n  c", "{\n\tx", "a\n\t}",
		"[io.Reader]s", "x[io.Reader]", "([io.Reader])", "[a/b.C] [a//b.C] [math.abs] [Nope]", "http:// https://a, ftp://b.c.", "````x", "''''", "_*[<\\`"} {
		d := p.Parse(text)
		pr := new(comment.Printer)
		fmt.Printf("%q: %q %q %q %q %d\n", text, pr.Comment(d), pr.Text(d), pr.HTML(d), pr.Markdown(d), len(d.Links))
	}
	for _, l := range []comment.DocLink{{}, {ImportPath: "a/b"}, {ImportPath: "a", Name: "N"}, {ImportPath: "a", Recv: "R", Name: "N"}, {Name: "N"}, {Recv: "R", Name: "N"}} {
		fmt.Print(l.DefaultURL(""), " ", l.DefaultURL("/"), " ", l.DefaultURL("http://x"), "; ")
	}
	h := comment.Heading{Text: []comment.Text{comment.Plain("Ünï code\nx-1")}}
	fmt.Println(h.DefaultID())
	fmt.Println(comment.DefaultLookupPackage("fmt"))
	fmt.Println(comment.DefaultLookupPackage("go/ast"))
	// Long input takes time that grows with its size, not faster.
	long := strings.Repeat("word and [x] of ((( http://a.b/((( ", 3000)
	d := p.Parse(long)
	fmt.Println(len(new(comment.Printer).Text(d)), len(new(comment.Printer).HTML(d)))
	list := strings.Repeat(" - x\n", 5000)
	fmt.Println(len(new(comment.Printer).Comment(p.Parse(list))))
}

// Output:
// -- comment
// Package p does things with [io.Reader] and [*Doc], see [Go] and
// https://example.com/a_(b).
//
// # An Old Heading
//
// It's “quoted” and italic, linked text.
//
// # A Heading
//
//   - one item
//     of two lines
//
//     and two paragraphs with [encoding/json.Decoder.Decode]
//
//   - two
//     1. not an item
//
//     3. three
//     9. nine
//     10. ten
//
// 	func main() {
// 		code(1)
//
// 		code(2)
// 	}
//
// A command:
//
// 	go test \
// 	  ./...
//
//   - a list that
//     is not indented
//   - goes on
//
// # Not a heading,
// # as it has two lines
//
// [Go]: https://go.dev
//
// [unused]: http://example.com/<x>
// -- text
// Package p does things with io.Reader and *Doc, see Go and
// https://example.com/a_(b).
//
// # An Old Heading
//
// It's “quoted” and italic, linked text.
//
// # A Heading
//
//   - one item of two lines
//
//     and two paragraphs with encoding/json.Decoder.Decode
//
//   - two 1. not an item
//
//     3. three 9. nine 10. ten
//
// 	func main() {
// 		code(1)
//
// 		code(2)
// 	}
//
// A command:
//
// 	go test \
// 	  ./...
//
//   - a list that is not indented
//   - goes on
//
// # Not a heading, # as it has two lines
//
// [Go]: https://go.dev
// -- html
// <p>Package p does things with <a href="/io#Reader">io.Reader</a> and <a href="#Doc">*Doc</a>, see <a href="https://go.dev">Go</a> and
// <a href="https://example.com/a_(b)">https://example.com/a_(b)</a>.
// <h3 id="hdr-An_Old_Heading">An Old Heading</h3>
// <p>It&apos;s “quoted” and <i>italic</i>, <a href="https://example.com/linked"><i>linked</i></a> text.
// <h3 id="hdr-A_Heading">A Heading</h3>
// <ul>
// <li><p>one item
// of two lines
// <p>and two paragraphs with <a href="/encoding/json#Decoder.Decode">encoding/json.Decoder.Decode</a>
// <li><p>two
// 1. not an item
// <p>3. three
// 9. nine
// 10. ten
// </ul>
// <pre>func main() {
// 	code(1)
//
// 	code(2)
// }
// </pre>
// <p>A command:
// <pre>go test \
//   ./...
// </pre>
// <ul>
// <li>a list that
// is not indented
// <li>goes on
// </ul>
// <p># Not a heading,
// # as it has two lines
// -- markdown
// Package p does things with [io.Reader](/io#Reader) and [\*Doc](#Doc), see [Go](https://go.dev) and [https://example.com/a\_(b)](https://example.com/a_(b)).
//
// ### An Old Heading {#hdr-An_Old_Heading}
//
// It's “quoted” and *italic*, [*linked*](https://example.com/linked) text.
//
// ### A Heading {#hdr-A_Heading}
//
//   - one item of two lines
//
//     and two paragraphs with [encoding/json.Decoder.Decode](/encoding/json#Decoder.Decode)
//
//   - two 1. not an item
//
//     3\. three 9. nine 10. ten
//
// 	func main() {
// 		code(1)
//
// 		code(2)
// 	}
//
// A command:
//
// 	go test \
// 	  ./...
//
//   - a list that is not indented
//   - goes on
//
// \# Not a heading, # as it has two lines
// -- comment
// Package p does things with [io.Reader] and [*Doc], see [Go] and
// https://example.com/a_(b).
//
// # An Old Heading
//
// It's “quoted” and italic, linked text.
//
// # A Heading
//
//   - one item
//     of two lines
//
//     and two paragraphs with [encoding/json.Decoder.Decode]
//
//   - two
// -- text
// // Package p does things with
// // io.Reader and *Doc, see [Go]
// // and https://example.com/a_(b).
// //
// // # An Old Heading
// //
// // It's “quoted” and italic,
// // linked text.
// //
// // # A Heading
// //
// //   - one item of two lines
//
// //     and two paragraphs with
// //     encoding/json.Decoder.Decode
// //
// //   - two
// -- html
// <p>Package p does things with <a href="https://pkg.go.dev/io/#Reader">io.Reader</a> and <a href="#Doc">*Doc</a>, see [Go] and
// <a href="https://example.com/a_(b)">https://example.com/a_(b)</a>.
// <h1 id="hdr-An_Old_Heading">An Old Heading</h1>
// <p>It&apos;s “quoted” and <i>italic</i>, <a href="https://example.com/linked"><i>linked</i></a> text.
// <h1 id="hdr-A_Heading">A Heading</h1>
// <ul>
// <li><p>one item
// of two lines
// <p>and two paragraphs with <a href="https://pkg.go.dev/encoding/json/#Decoder.Decode">encoding/json.Decoder.Decode</a>
// <li><p>two
// </ul>
// -- markdown
// Package p does things with [io.Reader](https://pkg.go.dev/io/#Reader) and [\*Doc](#Doc), see \[Go] and [https://example.com/a\_(b)](https://example.com/a_(b)).
//
// # An Old Heading {#hdr-An_Old_Heading}
//
// It's “quoted” and *italic*, [*linked*](https://example.com/linked) text.
//
// # A Heading {#hdr-A_Heading}
//
//   - one item of two lines
//
//     and two paragraphs with [encoding/json.Decoder.Decode](https://pkg.go.dev/encoding/json/#Decoder.Decode)
//
//   - two
// "": "" "" "" "" 0
// "\n\n": "" "" "" "" 0
// "#": "#\n" "#\n" "<p>#\n" "\\#\n" 0
// "# ": "# \n" "#\n" "<p># \n" "\\#\n" 0
// "[x]: y": "[x]: y\n" "[x]: y\n" "<p>[x]: y\n" "\\[x]: y\n" 0
// "[x]: ftp://y": "\n[x]: ftp://y\n" "" "" "" 1
// "[x] z\n\n[x]: ftp://y": "[x] z\n\n[x]: ftp://y\n" "x z\n\n[x]: ftp://y\n" "<p><a href=\"ftp://y\">x</a> z\n" "[x](ftp://y) z\n" 1
// " \t\n": "" "" "" "" 0
// "-": "-\n" "-\n" "<p>-\n" "\\-\n" 0
// "- a": "- a\n" "- a\n" "<p>- a\n" "\\- a\n" 0
// " - a": "- a\n" "- a\n" "<p>- a\n" "\\- a\n" 0
// "1) b\n  c": " 1. b\n    c\n" " 1. b c\n" "<ol>\n<li>b\nc\n</ol>\n" " 1. b c\n" 0
// "{\n\tx": "\t{\n\t\tx\n" "\t{\n\t\tx\n" "<pre>{\n\tx\n</pre>\n" "\t{\n\t\tx\n" 0
// "a\n\t}": "a\n\n\t}\n" "a\n\n\t}\n" "<p>a\n<pre>}\n</pre>\n" "a\n\n\t}\n" 0
// "[io.Reader]s": "[io.Reader]s\n" "[io.Reader]s\n" "<p>[io.Reader]s\n" "\\[io.Reader]s\n" 0
// "x[io.Reader]": "x[io.Reader]\n" "x[io.Reader]\n" "<p>x[io.Reader]\n" "x\\[io.Reader]\n" 0
// "([io.Reader])": "([io.Reader])\n" "(io.Reader)\n" "<p>(<a href=\"/io#Reader\">io.Reader</a>)\n" "([io.Reader](/io#Reader))\n" 0
// "[a/b.C] [a//b.C] [math.abs] [Nope]": "[a/b.C] [a//b.C] [math.abs] [Nope]\n" "a/b.C [a//b.C] [math.abs] [Nope]\n" "<p><a href=\"/a/b#C\">a/b.C</a> [a//b.C] [math.abs] [Nope]\n" "[a/b.C](/a/b#C) \\[a//b.C] \\[math.abs] \\[Nope]\n" 0
// "http:// https://a, ftp://b.c.": "http:// https://a, ftp://b.c.\n" "http:// https://a, ftp://b.c.\n" "<p>http:// <a href=\"https://a\">https://a</a>, <a href=\"ftp://b.c\">ftp://b.c</a>.\n" "http:// [https://a](https://a), [ftp://b.c](ftp://b.c).\n" 0
// "````x": "````x\n" "````x\n" "<p>````x\n" "\\`\\`\\`\\`x\n" 0
// "''''": "””\n" "””\n" "<p>””\n" "””\n" 0
// "_*[<\\`": "_*[<\\`\n" "_*[<\\`\n" "<p>_*[&lt;\\`\n" "\\_\\*\\[\\<\\\\\\`\n" 0
// # # #; /a/b /a/b/ http://x/a/b; /a#N /a/#N http://x/a#N; /a#R.N /a/#R.N http://x/a#R.N; #N #N #N; #R.N #R.N #R.N; hdr-_n__code_x_1
// fmt true
//  false
// 105000 183004
// 20000
