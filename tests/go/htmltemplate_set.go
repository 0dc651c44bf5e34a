// Sets of templates: Clone, AddParseTree, Lookup, redefinition, what is refused after Execute, typed strings, JSON.
package main

import (
	"errors"
	"fmt"
	"html/template"
	"os"
	"strings"
	"testing/fstest"
	text "text/template"
)

type point struct {
	X, Y int
	Name string `json:"name,omitempty"`
}

type bad struct{}

func (bad) MarshalJSON() ([]byte, error) { return nil, errors.New("a */ b <script c </Script <!-- e") }

type shown struct{ s string }

func (s shown) String() string { return "<" + s.s + ">" }

func run(t *template.Template, name string, data any) {
	var b strings.Builder
	err := t.ExecuteTemplate(&b, name, data)
	fmt.Printf("%s: %q %v\n", name, b.String(), err)
}

func main() {
	root := template.Must(template.New("root").Parse(
		`{{define "a"}}<a href="{{.}}">{{template "b" .}}</a>{{end}}{{define "b"}}[{{.}}]{{end}}{{define "c"}}<a title="{{template "b" .}}"{{end}}`))
	clone := template.Must(root.Clone())
	template.Must(clone.Parse(`{{define "b"}}({{.}}){{end}}`))
	for _, t := range []*template.Template{root, clone} {
		run(t, "a", "javascript:x")
		run(t, "a", template.URL("javascript:x"))
		run(t, "b", "<i>")
		run(t, "c", "<i>")
		run(t, "none", 1)
	}
	fmt.Println(len(root.DefinedTemplates()), len(root.Templates()), root.Lookup("a").Name(), root.Lookup("zz"), root.Name())
	_, err := root.Parse("more")
	fmt.Println(err)
	_, err = root.Clone()
	fmt.Println(err)
	_, err = root.Lookup("a").Clone()
	fmt.Println(err)
	_, err = root.AddParseTree("x", nil)
	fmt.Println(err)
	_, err = root.ParseFiles("x")
	fmt.Println(err)
	_, err = template.New("x").ParseFiles()
	fmt.Println(err)
	fmt.Println(template.New("empty").Execute(os.Stdout, 1))

	fsys := fstest.MapFS{"d/a.html": {Data: []byte(`<p>{{.}}{{template "b.html" .}}`)}, "d/b.html": {Data: []byte(`<!-- c -->{{. | printf "%q"}}`)}}
	t, err := template.ParseFS(fsys, "d/*.html")
	fmt.Println(t.Name(), err, t.Execute(os.Stdout, "<&>"))
	_, err = template.ParseFS(fsys, "*.txt")
	fmt.Println(err)

	tree := text.Must(text.New("t").Parse(`<b>{{.}}</b>`))
	added, err := template.New("n").AddParseTree("added", tree.Tree)
	fmt.Println(added.Execute(os.Stdout, "<x>"), err, tree.Copy() != nil, tree.Root)
	fmt.Println(tree.ErrorContext(tree.Root.Nodes[1]))

	values := template.Must(template.New("v").Parse(`<script>var x = {{.}}</script>` + "\n"))
	n := 3
	for _, v := range []any{nil, 1, -2.5, "a</script>\u2028", true, []string{"<", "b"}, point{1, 2, ""}, &point{3, 4, "'"}, bad{}, shown{"q"}, &n,
		map[string]int{"b": 1, "a": 2}, template.JS("f()"), template.JSStr(`\x20`), template.HTML("<b>"), func() {}, []byte("hi"), (*int)(nil), errors.New("e")} {
		if err := values.Execute(os.Stdout, v); err != nil {
			fmt.Println(err)
		}
	}
	for _, v := range []any{template.CSS("a:b"), template.HTML("<b c='d>'>x</b>&amp;<script>s</script><!-- c -->"), template.HTMLAttr(`dir="x"`), template.Srcset("a, b"), shown{"z"}, nil, errors.New("<e>"), 1 + 2i} {
		t := template.Must(template.New("w").Parse(`<p {{.}} title="{{.}}" title={{.}} style="{{.}}" srcset="{{.}}">{{.}}<textarea>{{.}}</textarea>` + "\n"))
		fmt.Println(t.Execute(os.Stdout, v))
	}
	var e *template.Error
	err = template.Must(template.New("e").Parse("a\n<a href='{{if .}}?{{end}}{{.}}'>")).Execute(os.Stdout, 1)
	fmt.Println(errors.As(err, &e), e.ErrorCode == template.ErrAmbigContext, e.Line, e.Name, e.Description)
	fmt.Println(template.HTMLEscapeString("<'\">"), template.JSEscapeString("'x<"), template.URLQueryEscaper("a b", 1), template.HTMLEscaper(1, "<"), template.JSEscaper("'"))
	fmt.Println(template.IsTrue(0))
}

// Output:
// a: "<a href=\"#ZgotmplZ\">[javascript:x]</a>" <nil>
// a: "<a href=\"javascript:x\">[javascript:x]</a>" <nil>
// b: "[&lt;i&gt;]" <nil>
// c: "" html/template:c: ends in a non-text context: {stateTag delimNone urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}
// none: "" html/template: "none" is undefined
// a: "<a href=\"#ZgotmplZ\">(javascript:x)</a>" <nil>
// a: "<a href=\"javascript:x\">(javascript:x)</a>" <nil>
// b: "(&lt;i&gt;)" <nil>
// c: "" html/template:c: ends in a non-text context: {stateTag delimNone urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}
// none: "" html/template: "none" is undefined
// 41 4 a <nil> root
// html/template: cannot Parse after Execute
// html/template: cannot Clone "root" after it has executed
// html/template: cannot Clone "a" after it has executed
// html/template: cannot Parse after Execute
// html/template: cannot Parse after Execute
// html/template: no files named in call to ParseFiles
// template: "empty" is an incomplete or empty template
// <p>&lt;&amp;&gt;&#34;&lt;&amp;&gt;&#34;a.html <nil> <nil>
// template: pattern matches no files: `*.txt`
// <b>&lt;x&gt;</b><nil> <nil> true <b>{{. | _html_template_htmlescaper}}</b>
// t:1:5 {{. | _html_template_htmlescaper}}
// <script>var x =  null </script>
// <script>var x =  1 </script>
// <script>var x =  -2.5 </script>
// <script>var x = "a\u003c/script\u003e\u2028"</script>
// <script>var x =  true </script>
// <script>var x = ["\u003c","b"]</script>
// <script>var x = {"X":1,"Y":2}</script>
// <script>var x = {"X":3,"Y":4,"name":"'"}</script>
// <script>var x =  /* json: error calling MarshalJSON for type main.bad: a * / b \x3Cscript c \x3C/script \x3C!-- e */null </script>
// <script>var x = "\u003cq\u003e"</script>
// <script>var x =  3 </script>
// <script>var x = {"a":2,"b":1}</script>
// <script>var x = f()</script>
// <script>var x = "\x20"</script>
// <script>var x = "\u003cb\u003e"</script>
// <script>var x =  /* json: unsupported type: func() */null </script>
// <script>var x = "aGk="</script>
// <script>var x =  null </script>
// <script>var x = {}</script>
// <p ZgotmplZ title="a:b" title=a:b style="a:b" srcset="#ZgotmplZ">a:b<textarea>a:b</textarea>
// <nil>
// <p ZgotmplZ title="x&amp;" title=x&amp; style="ZgotmplZ" srcset="#ZgotmplZ"><b c='d>'>x</b>&amp;<script>s</script><!-- c --><textarea>&lt;b c=&#39;d&gt;&#39;&gt;x&lt;/b&gt;&amp;&lt;script&gt;s&lt;/script&gt;&lt;!-- c --&gt;</textarea>
// <nil>
// <p dir="x" title="dir=&#34;x&#34;" title=dir&#61;&#34;x&#34; style="ZgotmplZ" srcset="dir=%22x%22">dir=&#34;x&#34;<textarea>dir=&#34;x&#34;</textarea>
// <nil>
// <p ZgotmplZ title="a, b" title=a,&#32;b style="a, b" srcset="a, b">a, b<textarea>a, b</textarea>
// <nil>
// <p ZgotmplZ title="&lt;z&gt;" title=&lt;z&gt; style="ZgotmplZ" srcset="%3cz%3e">&lt;z&gt;<textarea>&lt;z&gt;</textarea>
// <nil>
// <p ZgotmplZ title="" title=ZgotmplZ style="" srcset=""><textarea></textarea>
// <nil>
// <p ZgotmplZ title="&lt;e&gt;" title=&lt;e&gt; style="ZgotmplZ" srcset="%3ce%3e">&lt;e&gt;<textarea>&lt;e&gt;</textarea>
// <nil>
// <p ZgotmplZ title="(1&#43;2i)" title=(1&#43;2i) style="ZgotmplZ" srcset="%281&#43;2i%29">(1&#43;2i)<textarea>(1&#43;2i)</textarea>
// <nil>
// true true 2 e {{.}} appears in an ambiguous context within a URL
// &lt;&#39;&#34;&gt; \'x\u003C a+b1 1&lt; \'
// false true
