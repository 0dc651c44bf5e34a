// Tokenizes, parses and renders whole and broken HTML with golang.org/x/net/html.
package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var fragments = []string{
	"<!DOCTYPE html>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">", "<html lang=en>", "<head>", "<title>A &amp; B</title>",
	"<meta charset='utf-8'>", "<body class=\"x y\">", "<p>one", "<p>two</p>", "<b><i>mis</b>nested</i>", "<a href=1>outer<a href=2>inner</a>", "<ul><li>a<li>b<ul><li>c</ul></ul>",
	"<table><tr><td>1<td>2<tr><th>3</table>", "<table>foster<b>ed</b><tbody><td>cell</table>", "<select><option>a<option selected>b<optgroup label=g><option>c</select>",
	"<script>if (a < b && c) { '</div>' }</script>", "<style>p > a { color: red }</style>", "<textarea>\n<b>raw</b></textarea>", "<!-- comment -- > still -->", "<!-->", "<!--x--!>",
	"<br/><hr><img src=\"a.png\" alt='q\"q'>", "text &lt; &copy &notit; &#x41; &#0; &#128; &amp", "<svg viewBox='0 0 1 1'><path d=''/><foreignObject><p>in</p></foreignObject></svg>",
	"<math><mi>x</mi><annotation-xml encoding='text/html'><div>y</div></annotation-xml></math>", "<form><input type=hidden><form></form></form>", "<h1>a<h2>b</h1>", "</p></br></nothing>",
	"<div", "<div class", "<div class=", "<div a=1 A=2 b='3", "</", "<>", "< p>", "<?php echo ?>", "<![CDATA[ cd ]]>", "<template><tr><td>t</template>", "<frameset><frame></frameset>",
	"<noscript><p>no</noscript>", "<plaintext>rest <b>is text", "<button><p>x<button>y</button>", "<dl><dt>t<dd>d<dt>u</dl>", "<ruby>a<rt>b<rp>(</ruby>", "<nobr>a<nobr>b</nobr>", "<pre>\n\nx</pre>",
	"<a b=é ü=日本>ünï</a>", "\x00null\x00", "<p \x00a=b>", "<font color=red><p>f</font>g", "<object><param name=x></object>", "<iframe><p></iframe>", "<title><b>t</title>", "\r\nnew\rlines\n", " ", "\n",
}

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

func checksum(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

func tokens(source string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			fmt.Fprintln(&b, z.Err())
			return b.String()
		}
		token := z.Token()
		fmt.Fprintf(&b, "%v %q %v %q %s\n", kind, token.Data, token.DataAtom, token.Attr, token)
	}
}

func outline(b *strings.Builder, n *html.Node, depth int) {
	fmt.Fprintf(b, "%s%d %q %v %s", strings.Repeat(" ", depth), n.Type, n.Data, n.DataAtom, n.Namespace)
	for _, a := range n.Attr {
		fmt.Fprintf(b, " %s:%s=%q", a.Namespace, a.Key, a.Val)
	}
	b.WriteByte('\n')
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		outline(b, c, depth+1)
	}
}

func parse(source string) (tree, rendered string) {
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return "", err.Error()
	}
	var b, out strings.Builder
	outline(&b, root, 0)
	if err := html.Render(&out, root); err != nil {
		fmt.Fprint(&out, " error: ", err)
	}
	return b.String(), out.String()
}

func main() {
	for i, source := range fragments {
		tree, rendered := parse(source)
		fmt.Printf("--- %d %q\n%s%s%s\n", i, source, tokens(source), tree, rendered)
	}
	r := random(23)
	contexts := []atom.Atom{atom.Div, atom.Table, atom.Tr, atom.Select, atom.Template, atom.Script, atom.Svg, atom.Body, atom.Html}
	for i := 0; i < 150; i++ {
		var b strings.Builder
		for n := 0; n < 2+i/4; n++ {
			piece := fragments[r.next(len(fragments))]
			if r.next(8) == 0 {
				piece = piece[:r.next(len(piece)+1)]
			}
			b.WriteString(piece)
		}
		source := b.String()
		tree, rendered := parse(source)
		again, twice := parse(rendered)
		fmt.Printf("%d %d %016x %016x %016x %016x %016x\n", i, len(source), checksum(tokens(source)), checksum(tree), checksum(rendered), checksum(again), checksum(twice))
		context := contexts[r.next(len(contexts))]
		nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: context.String(), DataAtom: context})
		fmt.Print(context, " ", len(nodes), " ", err)
		for _, n := range nodes {
			var out strings.Builder
			outline(&out, n, 0)
			fmt.Printf(" %08x", uint32(checksum(out.String())))
		}
		fmt.Println()
	}
	fmt.Println(html.EscapeString("<a href=\"x\">'&'</a>"), html.UnescapeString("&lt;&eacute;&#233;&notin;&NotEqualTilde;&bogus;"), atom.Lookup([]byte("blockquote")), atom.String([]byte("nothing")))
}
