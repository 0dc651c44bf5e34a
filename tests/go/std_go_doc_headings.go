// The text of a heading is plain: it has no links and no quotes. Lines without anything may follow one.
package main

import (
	"fmt"
	"go/doc/comment"
)

func main() {
	for _, s := range []string{"# A [fmt.Println] b", "# [L] x\n\n[L]: http://x/y", "# http://a/b ``q''", "A.\n\nText with\n\n\n\n  code", "A.\n\nText with\n\n  code", "A.\n\nText with\n\nmore"} {
		var p comment.Parser
		var r comment.Printer
		fmt.Printf("%q\n", r.HTML(p.Parse(s)))
	}
}

// Output:
// "<h3 id=\"hdr-A__fmt_Println__b\">A [fmt.Println] b</h3>\n"
// "<h3 id=\"hdr-_L__x\">[L] x</h3>\n"
// "<h3 id=\"hdr-http___a_b___q__\">http://a/b ``q&apos;&apos;</h3>\n"
// "<p>A.\n<h3 id=\"hdr-Text_with\">Text with</h3>\n<pre>code\n</pre>\n"
// "<p>A.\n<p>Text with\n<pre>code\n</pre>\n"
// "<p>A.\n<h3 id=\"hdr-Text_with\">Text with</h3>\n<p>more\n"
