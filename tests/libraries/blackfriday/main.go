// Renders random and hand-made Markdown with blackfriday under several sets of extensions, and walks the trees.
package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/russross/blackfriday/v2"
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

func outline(source []byte, options ...blackfriday.Option) string {
	var b strings.Builder
	depth := 0
	blackfriday.New(options...).Parse(source).Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if !entering {
			depth--
			return blackfriday.GoToNext
		}
		fmt.Fprintf(&b, "%s%v %q %v\n", strings.Repeat(" ", depth), n.Type, n.Literal, n)
		switch n.Type {
		case blackfriday.Text, blackfriday.Code, blackfriday.CodeBlock, blackfriday.HTMLBlock, blackfriday.HTMLSpan,
			blackfriday.HorizontalRule, blackfriday.Softbreak, blackfriday.Hardbreak:
		default:
			depth++
		}
		return blackfriday.GoToNext
	})
	return b.String()
}

func main() {
	all := blackfriday.NoIntraEmphasis | blackfriday.Tables | blackfriday.FencedCode | blackfriday.Autolink |
		blackfriday.Strikethrough | blackfriday.SpaceHeadings | blackfriday.HeadingIDs | blackfriday.Footnotes |
		blackfriday.AutoHeadingIDs | blackfriday.DefinitionLists | blackfriday.BackslashLineBreak | blackfriday.Titleblock
	renderers := func() []blackfriday.Renderer {
		flags := []blackfriday.HTMLFlags{
			0,
			blackfriday.CommonHTMLFlags,
			blackfriday.UseXHTML | blackfriday.SkipHTML | blackfriday.SkipImages | blackfriday.Safelink | blackfriday.NofollowLinks,
			blackfriday.CompletePage | blackfriday.TOC | blackfriday.Smartypants | blackfriday.SmartypantsAngledQuotes | blackfriday.FootnoteReturnLinks,
		}
		var made []blackfriday.Renderer
		for _, f := range flags {
			made = append(made, blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{Flags: f, Title: "A <title>", CSS: "x.css"}))
		}
		return made
	}
	for i, source := range fragments {
		plain := blackfriday.Run([]byte(source))
		full := blackfriday.Run([]byte(source), blackfriday.WithExtensions(all), blackfriday.WithRenderer(renderers()[1]))
		fmt.Printf("--- %d\n%s", i, plain)
		if !bytes.Equal(plain, full) {
			fmt.Printf("+++\n%s", full)
		}
	}
	r := random(11)
	for i := 0; i < 60; i++ {
		source := []byte(document(&r, 3+i))
		fmt.Printf("%d %d", i, len(source))
		for _, extensions := range []blackfriday.Extensions{blackfriday.NoExtensions, blackfriday.CommonExtensions, all, all | blackfriday.HardLineBreak | blackfriday.LaxHTMLBlocks | blackfriday.NoEmptyLineBeforeBlock} {
			for _, renderer := range renderers() {
				html := blackfriday.Run(source, blackfriday.WithExtensions(extensions), blackfriday.WithRenderer(renderer))
				fmt.Printf(" %016x", checksum(string(html)))
			}
		}
		tree := outline(source, blackfriday.WithExtensions(all))
		fmt.Printf(" %016x\n", checksum(tree))
		if i == 2 {
			fmt.Print(tree)
		}
	}
}
