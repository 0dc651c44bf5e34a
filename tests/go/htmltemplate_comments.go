// Comments, slashes in scripts, and errors with their places.
package main

import (
	"fmt"
	"html/template"
	"os"
)

func main() {
	for _, s := range []string{"<style>/*a*/b</style>", "<style>/*{{.}}*/b</style>", "<style>/*{{.}}x*/b</style>", "<style>/*{{.}}\n*/b</style>", "<script>/*{{.}}*/b</script>", "<script>/*{{.}}\n*/b</script>", "<script>/*{{.}}x*/b</script>", "<script>/*{{.}}", "<script>//{{.}}\nx</script>", "<script>//a{{.}}b\nx</script>", "<style>/*{{.}}</style>", "<style>/*{{.}}x</style>y", "<style>/*{{.}}//</style>", "<script>/*{{.}}</script>", "<script>/* {{if .}}a{{else}}b{{end}} */</script>x", "<script>//</script>", "<style>//</style>", "<style>/*</style>", "<style>/*x</style>", "<!--{{.}}-->", "<!--a{{.}}b-->c", "a<!---->b", "<script>x{/", "<script>x}/", "<script>x-/", "<script>x--/", "<script>x---/", "<script>x</", "<script>x#/", "<script>x->/", "<script>x>/", "<script>`${x}`/", "<script>`${x{}/", "<script>{`${x}/", "<script>x{y} /", "<script>{{.}}{/", "<script>{{.}}--/", `<script type=" ">{{.}}</script>`, `<script type="text/template">{{.}}</script>`, `<img srcset="{{.}} 2x, /a 1w">`, `<a style="background: url({{.}})">`, `<a href="x{{if .}}?a={{else}}/{{end}}{{.}}">`, `<a href={{.}}>`, `{{. | html | print}}`, `<p class={{. | html}}>`, `{{template "no"}}`, `<{{.}}>`, `<a {{.}}=1 {{.}}>`, "<a b=`>", `<a =>`, `<a on{{.}}="x">`} {
		t := template.Must(template.New("x").Parse(s))
		err := t.Execute(os.Stdout, "q")
		fmt.Printf(" %q %v\n", s, err)
	}
}

// Output:
// <style> b</style> "<style>/*a*/b</style>" <nil>
// <style> b</style> "<style>/*{{.}}*/b</style>" <nil>
// <style> b</style> "<style>/*{{.}}x*/b</style>" <nil>
// <style> b</style> "<style>/*{{.}}\n*/b</style>" <nil>
// <script> b</script> "<script>/*{{.}}*/b</script>" <nil>
// <script>
// b</script> "<script>/*{{.}}\n*/b</script>" <nil>
// <script> b</script> "<script>/*{{.}}x*/b</script>" <nil>
//  "<script>/*{{.}}" html/template:x: ends in a non-text context: {stateJSBlockCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// <script>
// x</script> "<script>//{{.}}\nx</script>" <nil>
// <script>
// x</script> "<script>//a{{.}}b\nx</script>" <nil>
// <style></style> "<style>/*{{.}}</style>" <nil>
// <style>  </style>y "<style>/*{{.}}x</style>y" <nil>
// <style>  </style> "<style>/*{{.}}//</style>" <nil>
//  "<script>/*{{.}}</script>" html/template:x: ends in a non-text context: {stateJSBlockCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// <script>   </script>x "<script>/* {{if .}}a{{else}}b{{end}} */</script>x" <nil>
//  "<script>//</script>" html/template:x: ends in a non-text context: {stateJSLineCmt delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// <style></style> "<style>//</style>" <nil>
// <style> </style> "<style>/*</style>" <nil>
// <style>  </style> "<style>/*x</style>" <nil>
//  "<!--{{.}}-->" <nil>
// c "<!--a{{.}}b-->c" <nil>
// ab "a<!---->b" <nil>
//  "<script>x{/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x}/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x-/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x--/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x---/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x</" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x#/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x->/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>x>/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>`${x}`/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>`${x{}/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [0] attrNone elementScript <nil>}
//  "<script>{`${x}/" html/template:x: ends in a non-text context: {stateJSTmplLit delimNone urlPartNone jsCtxDivOp [] attrNone elementScript <nil>}
//  "<script>x{y} /" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>{{.}}{/" html/template:x: ends in a non-text context: {stateJSRegexp delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
//  "<script>{{.}}--/" html/template:x: ends in a non-text context: {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// <script type=" ">"q"</script> "<script type=\" \">{{.}}</script>" <nil>
// <script type="text/template">q</script> "<script type=\"text/template\">{{.}}</script>" <nil>
// <img srcset="q 2x, /a 1w"> "<img srcset=\"{{.}} 2x, /a 1w\">" <nil>
// <a style="background: url(q)"> "<a style=\"background: url({{.}})\">" <nil>
//  "<a href=\"x{{if .}}?a={{else}}/{{end}}{{.}}\">" html/template:x:1:39: {{.}} appears in an ambiguous context within a URL
// <a href=q> "<a href={{.}}>" <nil>
//  "{{. | html | print}}" html/template:x:1:2: predefined escaper "html" disallowed in template
//  "<p class={{. | html}}>" html/template:x:1:11: predefined escaper "html" disallowed in template
//  "{{template \"no\"}}" html/template:x:1:11: no such template "no"
// &lt;q> "<{{.}}>" <nil>
// <a q=1 q> "<a {{.}}=1 {{.}}>" <nil>
//  "<a b=`>" html/template:x: "`" in unquoted attr: "`"
//  "<a =>" html/template:x: expected space, attr name, or end of tag, but got "=>"
// <a onq="x"> "<a on{{.}}=\"x\">" <nil>
