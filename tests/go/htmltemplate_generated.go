// Templates of random pieces of HTML, scripts and styles: the same output, errors and pipelines as Go's.
package main

import (
	"fmt"
	"hash/crc32"
	"html/template"
	"math/rand/v2"
	"strings"
)

var frags = []string{"<a ", "<a href=", "<a href=\"", "'", "\"", "`", ">", "</a>", "<script>", "</script>", "<script type=\"text/x\">", "<style>", "</style>", "<textarea>", "</textarea>", "<title>", "</title>", "<!--", "-->", "/", "//", "/*", "*/", "\n", " ", "=", "x", "1", "(", ")", "{", "}", "${", "[", "]", "\\", "url(", "url('", "url(\"", "onclick=\"", "style=\"", "title='", "srcset=\"", "<meta http-equiv=\"refresh\" content=\"0; url=", ";", "?", "#", "&quot;", "&lt;", "<", "return ", "+", "-", "--", "++", "var x = ", ",", "<b", "<div", "</", "<!DOCTYPE html>", "<![CDATA[", "type=", "data-", "on", "xmlns:a=", "#!", "<!-- ", "a:b", "$", ".", "\u2028", "\\3c ", "é", "javascript:", "\t", "http://", "</SCRIPT>", "/re/", "/[", "!", "@import ", "{{/* c */}}", "<script", "</script", "<svg:a ", "<input value=", "\x00"}
var exprs = []string{"{{.S}}", "{{.S}}", "{{.N}}", "{{.U}}", "{{.H}}", "{{.C}}", "{{.J}}", "{{.JS}}", "{{.A}}", "{{.R}}", "{{.L}}", "{{.X}}", "{{.S | html}}", "{{.S | urlquery}}", "{{html .S .N}}", "{{.S | printf \"%s-\"}}", "{{.W}}", "{{$x := .S}}", "{{.Nil}}", "{{.F}}", "{{.P}}", "{{.T}}"}
var r *rand.Rand

func gen(d int) string {
	var b strings.Builder
	for range 1 + r.IntN(7) {
		switch k := r.IntN(20); {
		case k < 12:
			b.WriteString(frags[r.IntN(len(frags))])
		case k < 17 || d == 0:
			b.WriteString(exprs[r.IntN(len(exprs))])
		case k == 17:
			b.WriteString("{{if .B}}" + gen(d-1))
			if r.IntN(2) == 0 {
				b.WriteString("{{else}}" + gen(d-1))
			}
			b.WriteString("{{end}}")
		case k == 18:
			b.WriteString("{{range .Q}}" + gen(d-1))
			if r.IntN(3) == 0 {
				b.WriteString("{{if .}}{{break}}{{end}}" + gen(0))
			}
			if r.IntN(3) == 0 {
				b.WriteString("{{if $}}{{continue}}{{end}}" + gen(0))
			}
			b.WriteString("{{end}}")
		case k == 19:
			b.WriteString("{{template \"t\" .}}")
		}
	}
	return b.String()
}

// A structured beginning leads to deeper places.
var heads = []string{"", "", "<script>", "<script>var a = ", "<style>", "<a href=\"", "<a href=", "<a onclick=\"", "<a style='", "<img srcset=\"", "<textarea>", "<script>`${", "<script>`", "<script>'", "<style>a{background: url(", "<a ", "<meta content=\"", "<p title=\"", "<script>/", "<!--", "<script type=\"application/ld+json\">", "<a onclick='`${ {"}

func tail(h string) string {
	switch {
	case strings.HasPrefix(h, "<script"):
		return []string{"</script>", "\"</script>", "'</script>", "`</script>", "/</script>"}[r.IntN(5)]
	case strings.HasPrefix(h, "<style"):
		return []string{"</style>", ")</style>", "'</style>"}[r.IntN(3)]
	case strings.HasSuffix(h, "\""):
		return "\">"
	case strings.Contains(h, "'"):
		return "'>"
	case strings.HasPrefix(h, "<a"):
		return ">"
	case h == "<textarea>":
		return "</textarea>"
	case h == "<!--":
		return "-->"
	case strings.HasPrefix(h, "<"):
		return "\">"
	}
	return ""
}

type St struct {
	A int
	B string `json:"b,omitempty"`
	C []string
}
type Str struct{ s string }

func (s Str) String() string { return "str<" + s.s + ">" }
func main() {
	okc := 0
	for group := range 16 {
		sum := crc32.NewIEEE()
		for seed := group * 10; seed < group*10+10; seed++ {
			r = rand.New(rand.NewPCG(uint64(seed), 9))
			vals := []string{"O'Reilly: <i>you</i>?", "javascript:alert(1)", "left", "a b&c", "</script><!--", "x\\ny\u2028z", "#f00", "expression(1)", "/p/q?a=b#c", "1,2 3w, http://x y", "\x00\xff\ufdd0", "`${x}`", "", "data-x", "onclick", "href", "%zz%41"}
			v := func() string { return vals[r.IntN(len(vals))] }
			n := 5
			data := map[string]any{"S": v(), "N": r.IntN(100) - 50, "U": template.URL(v()), "H": template.HTML("<b class=\"x\">" + v() + "</b> &amp; x"), "C": template.CSS(v()), "J": template.JS(v()), "JS": template.JSStr(v()), "A": template.HTMLAttr(v()), "R": template.Srcset(v()), "L": []string{v(), v()}, "X": St{1, v(), nil}, "W": Str{v()}, "Nil": nil, "F": 1.5, "P": &n, "T": true, "B": r.IntN(2) == 0, "Q": []string{"p", "q"}}
			h := heads[r.IntN(len(heads))]
			src := h + gen(2) + tail(h)
			src2 := gen(1)
			t, err := template.New("m").Parse(src + "{{define \"t\"}}" + src2 + "{{end}}")
			if err != nil {
				fmt.Fprintf(sum, "%d parse %q %v\n", seed, src, err)
				continue
			}
			var b strings.Builder
			func() {
				defer func() {
					if x := recover(); x != nil {
						err = fmt.Errorf("PANIC %v", x)
					}
				}()
				err = t.Execute(&b, data)
			}()
			fmt.Fprintf(sum, "%q %v\n", b.String(), err)
			if err != nil && seed%5 == 0 {
				fmt.Println(err)
			}
			if err == nil {
				okc++
				if t.Tree != nil {
					fmt.Fprintln(sum, t.Tree.Root)
				}
			}
		}
		fmt.Printf("%d: %08x\n", group, sum.Sum32())
	}
	fmt.Println("ok", okc)
}

// Output:
// 0: 5dda6135
// html/template:m: "<" in unquoted attr: "</"
// html/template:m: ends in a non-text context: {stateJSSqStr delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 1: d7639e65
// 2: 8aa4670d
// 3: 69a641f6
// html/template:m: "=" in unquoted attr: "style=\""
// 4: 922e4747
// html/template:m: ends in a non-text context: {stateJSLineCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 5: 99c04c9d
// html/template:m: ends in a non-text context: {stateJSTmplLit delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 6: 57f78278
// 7: 7eebf715
// 8: bb8da3a0
// html/template:m: ends in a non-text context: {stateJSHTMLOpenCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 9: 571b60c7
// 10: 18bb9d59
// html/template:m:1:70: on range loop re-entry: {{range}} branches end in different contexts: {stateJS delimNone urlPartNone jsCtxDivOp [] attrNone elementScript <nil>}, {stateJSSqStr delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 11: 5d4d094a
// template: m:1:38: executing "m" at <.R>: can't evaluate field R in type string
// html/template:m: ends in a non-text context: {stateJSTmplLit delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 12: 00aa7903
// html/template:m: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxDivOp [] attrNone elementScript <nil>}
// html/template:m: ends in a non-text context: {stateJSLineCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// 13: 7d7c817c
// 14: 1d9de77f
// html/template:m: ends in a non-text context: {stateJSHTMLOpenCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// html/template:m: "<" in attribute name: "<!--var x = \">"
// 15: 0bedc8ba
// ok 64
