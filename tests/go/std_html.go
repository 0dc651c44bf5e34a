package main

import (
	"fmt"
	"html"
)

func main() {
	for _, s := range []string{"a&amp;b", "&lt;&gt;&quot;&#39;&apos;", "&notin;", "&notit;", "&ampx", "&amp", "&", "&#", "&#x", "&#x;", "&#65", "&#65;", "&#1a", "&#x80;&#150;&#0;&#xD800;&#x110000;", "&#99999999999;", "&acE;x", "&fjlig;", "&;", "& x", "&#x41 &#X42;", "&Aacute&aacute;&CounterClockwiseContourIntegral;", "no", "&zzz;&am", "é&eacute;", "&#4294967361;"} {
		fmt.Printf("%q %q %q\n", s, html.UnescapeString(s), html.EscapeString(s))
	}
}

// Output:
// "a&amp;b" "a&b" "a&amp;amp;b"
// "&lt;&gt;&quot;&#39;&apos;" "<>\"''" "&amp;lt;&amp;gt;&amp;quot;&amp;#39;&amp;apos;"
// "&notin;" "∉" "&amp;notin;"
// "&notit;" "¬it;" "&amp;notit;"
// "&ampx" "&x" "&amp;ampx"
// "&amp" "&" "&amp;amp"
// "&" "&" "&amp;"
// "&#" "&#" "&amp;#"
// "&#x" "&#x" "&amp;#x"
// "&#x;" "�" "&amp;#x;"
// "&#65" "A" "&amp;#65"
// "&#65;" "A" "&amp;#65;"
// "&#1a" "&#1a" "&amp;#1a"
// "&#x80;&#150;&#0;&#xD800;&#x110000;" "€–���" "&amp;#x80;&amp;#150;&amp;#0;&amp;#xD800;&amp;#x110000;"
// "&#99999999999;" "�" "&amp;#99999999999;"
// "&acE;x" "∾̳x" "&amp;acE;x"
// "&fjlig;" "fj" "&amp;fjlig;"
// "&;" "&;" "&amp;;"
// "& x" "& x" "&amp; x"
// "&#x41 &#X42;" "A B" "&amp;#x41 &amp;#X42;"
// "&Aacute&aacute;&CounterClockwiseContourIntegral;" "Áá∳" "&amp;Aacute&amp;aacute;&amp;CounterClockwiseContourIntegral;"
// "no" "no" "no"
// "&zzz;&am" "&zzz;&am" "&amp;zzz;&amp;am"
// "é&eacute;" "éé" "é&amp;eacute;"
// "&#4294967361;" "A" "&amp;#4294967361;"
