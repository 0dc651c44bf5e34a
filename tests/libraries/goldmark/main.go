// Renders random and hand-made Markdown with goldmark, with and without its extensions, and walks the trees.
package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// fragments are the pieces that random documents are made of: every construct, whole and broken.
var fragments = []string{
	"# Heading one\n", "## Heading *two* ##\n", "Setext\n======\n", "Another `setext`\n---\n", "#not a heading\n", "####### seven\n",
	"A paragraph with *emphasis*, **strong**, ***both***, `code` and ``co`de``.\n", "Two spaces  \nbreak a line\\\nand so does this.\n",
	"- one\n- two\n- three\n", "* loose\n\n* list\n\n  with a paragraph\n", "+ a\n  + b\n    + c\n      - d\n", "1. first\n2. second\n10. tenth\n",
	"7) seven\n8) eight\n", "- [ ] open\n- [x] done\n", "> a quote\n> goes on\nlazily\n", "> > nested\n>\n> - list in it\n",
	"    indented code\n    <b>&amp;\n", "```go\nfunc main() { println(\"<hi>\") }\n```\n", "~~~\ntildes\n~~~~\n", "````\n```\nnested fence\n````\n", "```unclosed\nfence\n",
	"***\n", "- - -\n", "___\n", "[link](http://example.com/a_b_c \"title\")\n", "[ref link][id] and [id] and [other][]\n", "[id]: <http://example.com/x y> 'the title'\n",
	"[other]: /url (title)\n", "![image *alt*](/img.png)\n", "![ref image][id]\n", "<http://auto.link/?a=b&c=d> and <me@example.com>\n", "www.example.com/path_(x) and https://example.org/?q=1.\n",
	"<div class=\"x\">\n*not emphasis*\n</div>\n\n", "inline <span title='a>b'>html</span> <!-- comment --> <br/>\n", "<script>\nvar a = 1 < 2;\n</script>\n\n", "&copy; &#35; &#x22; &unknown; &nbsp;&frac12;\n",
	"\\*escaped\\* \\[not\\](link) \\\\ \\`\n", "*a **b* c** _d __e_ f__ *g*h*i* _j_k_l_\n", "**unclosed *emphasis ** here*\n", "~~struck~~ ~one~ ~~~three~~~\n",
	"| a | b |\n|---|:-:|\n| 1 | *2* |\n| 3 \\| 4 |\n", "a | b | c\n:--|--:|---\nx | `y | z`\n", "Term\n: Definition one\n: Definition two\n", "Footnote[^1] and[^note].\n\n[^1]: The note.\n[^note]: Another\n    with more.\n",
	"\"quotes\" and 'single' -- dashes --- and dots... 1/2 (c)\n", "Tabs\there\tand\tthere\n", "Ünïcödé, 日本語 *強調*です, emoji 🎉\n", "trailing   \n", "\n", "\n\n", "[a](<b c> 'd\n", "[[nested] brackets](url)\n", "![[deep](x)](y)\n",
	"http://x.y/" + "z_z_z\n", "line one\nline two\n\tindented\n", "{#id .class}\n", "# With id {#here}\n",
}

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

// document is a random text of so many fragments, some of them indented, quoted or cut.
func document(r *random, n int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		text := fragments[r.next(len(fragments))]
		switch r.next(12) {
		case 0:
			text = "> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n"
		case 1:
			text = "- " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
		case 2:
			text = text[:r.next(len(text)+1)]
		case 3:
			text = strings.TrimSuffix(text, "\n") + " " + fragments[r.next(len(fragments))]
		case 4:
			text = "\n    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n"
		}
		b.WriteString(text)
		if r.next(3) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func checksum(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

func outline(source []byte, md goldmark.Markdown) string {
	var b strings.Builder
	depth := 0
	ast.Walk(md.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(&b, "%s%s", strings.Repeat(" ", depth), n.Kind())
		switch n := n.(type) {
		case *ast.Heading:
			fmt.Fprintf(&b, " level=%d", n.Level)
			if id, ok := n.AttributeString("id"); ok {
				fmt.Fprintf(&b, " id=%s", id)
			}
		case *ast.Text:
			fmt.Fprintf(&b, " %q soft=%t hard=%t", n.Segment.Value(source), n.SoftLineBreak(), n.HardLineBreak())
		case *ast.Link:
			fmt.Fprintf(&b, " %q %q", n.Destination, n.Title)
		case *ast.List:
			fmt.Fprintf(&b, " ordered=%t start=%d tight=%t", n.IsOrdered(), n.Start, n.IsTight)
		case *ast.FencedCodeBlock:
			fmt.Fprintf(&b, " %q lines=%d", n.Language(source), n.Lines().Len())
		case *extast.TableCell:
			fmt.Fprintf(&b, " %v", n.Alignment)
		case *extast.TaskCheckBox:
			fmt.Fprintf(&b, " checked=%t", n.IsChecked)
		}
		b.WriteByte('\n')
		depth++
		return ast.WalkContinue, nil
	})
	return b.String()
}

func main() {
	plain := goldmark.New()
	full := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.DefinitionList, extension.Footnote, extension.Typographer, extension.CJK),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithAttribute()),
		goldmark.WithRendererOptions(html.WithXHTML(), html.WithUnsafe(), html.WithHardWraps()),
	)
	for i, source := range fragments {
		var a, b bytes.Buffer
		if err := plain.Convert([]byte(source), &a); err != nil {
			fmt.Println("error:", err)
		}
		if err := full.Convert([]byte(source), &b); err != nil {
			fmt.Println("error:", err)
		}
		fmt.Printf("--- %d\n%s", i, a.String())
		if a.String() != b.String() {
			fmt.Printf("+++\n%s", b.String())
		}
	}
	r := random(7)
	for i := 0; i < 60; i++ {
		source := []byte(document(&r, 3+i))
		var a, b bytes.Buffer
		if err := plain.Convert(source, &a); err != nil {
			fmt.Println("error:", err)
		}
		if err := full.Convert(source, &b); err != nil {
			fmt.Println("error:", err)
		}
		tree := outline(source, full)
		fmt.Printf("%d %d %016x %016x %016x\n", i, len(source), checksum(a.String()), checksum(b.String()), checksum(tree))
		if i == 2 {
			fmt.Print(tree, b.String())
		}
	}
	fmt.Printf("%s %s\n", util.EscapeHTML([]byte(`<a href="x">&</a>`)), util.URLEscape([]byte("/a b?ü=%41&é"), true))
}
