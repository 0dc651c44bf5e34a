// Package encoding/xml: tokens, name spaces, errors and their places, and what the encoder makes of tokens.
package main

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

var documents = []string{
	"<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"c>\"> <!-- d --> ]>\n<a x='1' y=\"2&lt;\">t<b/>&amp;&#65;&#x42;<![CDATA[x<]]y]]></a>",
	"<r xmlns='u' xmlns:p='v'><p:a p:b='c' d='e' xml:lang='f'>\r\n x\ry</p:a><q:z/><c xmlns=''/></r>",
	"<!>x>", "<!'a>'>", "<!a <!-- x --> b>", "<!<>>", "<?xml version='1.1'?>", "<?xml encoding='x'?>", "<a></b>", "</a>",
	"<a x></a>", "<a x=1/>", "<a x=>", "&foo;", "&#0;", "&#x;", "&#xD800;", "a]]>", "<![CDATA[x", "<![CDX", "<!-", "<!- ",
	"<!-- -- -->", "<a:b:c/>", "<1/>", "\x80", "\x01", "\ufffe", "<a b='<'/>", "<a b='", "<a b='\xff", "<a / >", "</a b>", "<?", "<? a?>", "<", "</\n",
	"<a xmlns:p='u'><p:b></q:b></a>", "<a xmlns:p='u'><p:b></b></a>", "<a xmlns:p='u'></b>", "<a b='1' b='2'/>", "<é·/>", "<·a/>",
	"&amp", "&a b;", "&;", "& ;", "<a:/>", "<:a/>", "<a\nb\n=\n'c\n'\n/\n>", "<br><p>x<hr>y</P></p>", "&nbsp;&copy;",
}

// slow gives a byte at a time, and is no io.ByteReader.
type slow struct{ s string }

func (r *slow) Read(b []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	b[0] = r.s[0]
	r.s = r.s[1:]
	return 1, nil
}

func print(s string, strict bool) {
	d := xml.NewDecoder(&slow{s})
	if d.Strict = strict; !strict {
		d.AutoClose, d.Entity = xml.HTMLAutoClose, xml.HTMLEntity
	}
	for {
		t, err := d.Token()
		line, column := d.InputPos()
		if err != nil {
			fmt.Println(" ", t, err, d.InputOffset(), line, column)
			return
		}
		fmt.Printf("  %T %q %d:%d", t, t, line, column)
	}
}

type list []xml.Token

func (l *list) Token() (xml.Token, error) {
	if len(*l) == 0 {
		return nil, io.EOF
	}
	t := (*l)[0]
	*l = (*l)[1:]
	return t, nil
}

func name(s string) xml.Name { return xml.Name{Local: s} }

func encode(tokens ...xml.Token) {
	var b strings.Builder
	e := xml.NewEncoder(&b)
	e.Indent(">", " ")
	for _, t := range tokens {
		if err := e.EncodeToken(t); err != nil {
			fmt.Println(" ", err)
		}
	}
	fmt.Printf("%v %q\n", e.Close(), b.String())
	fmt.Println(e.Close(), e.EncodeToken(xml.CharData("x")))
}

func encoders() {
	a := xml.StartElement{Name: name("a"), Attr: []xml.Attr{{Name: xml.Name{Space: "http://x/y/", Local: "b"}, Value: "\"<\t\n'"},
		{Name: xml.Name{Space: "http://z/y", Local: "c"}}, {Name: xml.Name{Space: "XmlFoo", Local: "d"}}, {Name: name("")},
		{Name: xml.Name{Space: "http://www.w3.org/XML/1998/namespace", Local: "lang"}, Value: "e"}, {Name: xml.Name{Space: "/", Local: "f"}}}}
	encode(xml.ProcInst{Target: "xml", Inst: []byte("v")}, a, xml.CharData("x\t\n\r\x00<&>"), a, a.End(), xml.Comment("c"), a.End())
	s := xml.StartElement{Name: xml.Name{Space: "s", Local: "a"}}
	encode(s, s.Copy().End(), a, xml.EndElement{Name: name("b")}, s, xml.EndElement{Name: name("a")}, xml.EndElement{})
	encode(xml.EndElement{Name: name("b")}, xml.StartElement{}, 1, nil, xml.Comment("-->"), xml.Directive("<"), xml.Directive("<a '>'>"))
	encode(xml.Directive(">"), xml.Directive("a <!-- > --> \"<\""), xml.ProcInst{Target: "xml"}, xml.ProcInst{Target: "1"},
		xml.ProcInst{Target: "a", Inst: []byte("?>")}, xml.ProcInst{Target: "p"})
	xml.Escape(bufio.NewWriterSize(nil, 64), []byte("<"))
	var b bytes.Buffer
	fmt.Println(xml.EscapeText(&b, []byte("a\xffb\u0002<é\"'&>\r\n\t")), b.String())
}

func readers() {
	in := strings.NewReader("<a>1</a> <b><c>2</c></b>rest")
	d := xml.NewDecoder(in)
	var s string
	fmt.Println(d.Decode(&s), s, in.Len())
	t, err := d.Token()
	fmt.Printf("%q %v\n", t, err)
	fmt.Println(d.Token())
	fmt.Println(d.Skip(), d.InputOffset())
	rest, err := io.ReadAll(in)
	fmt.Printf("%q %v\n", rest, err)

	d = xml.NewDecoder(strings.NewReader("<?xml version='1.0' encoding='up'?><a b='c'>d</a>"))
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		b, err := io.ReadAll(r)
		return bytes.NewReader(bytes.ToUpper(b)), err
	}
	for t, err = d.RawToken(); err == nil; t, err = d.RawToken() {
		fmt.Printf("%q ", xml.CopyToken(t))
	}
	fmt.Println(err)
	d = xml.NewDecoder(strings.NewReader("<?xml encoding='no'?>"))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, io.ErrNoProgress }
	_, err = d.Token()
	fmt.Println(err, errors.Is(err, io.ErrNoProgress))

	start := xml.StartElement{Name: name("p"), Attr: []xml.Attr{{Name: name("xmlns"), Value: "u"}}}
	l := list{start, xml.CharData("x"), xml.StartElement{Name: name("q")}, xml.EndElement{Name: name("q")}, xml.EndElement{Name: name("p")}}
	d = xml.NewTokenDecoder(&l)
	for t, err = d.Token(); err == nil; t, err = d.Token() {
		fmt.Printf("%q ", t)
	}
	fmt.Println(err, xml.NewTokenDecoder(d) == d)
	fmt.Println(len(xml.HTMLEntity), xml.HTMLEntity["euro"], len(xml.HTMLAutoClose), xml.Header)
}

func main() {
	for _, s := range documents {
		fmt.Printf("%q\n", s)
		print(s, true)
		print(s, false)
	}
	encoders()
	readers()
}

// Output:
// "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"c>\"> <!-- d --> ]>\n<a x='1' y=\"2&lt;\">t<b/>&amp;&#65;&#x42;<![CDATA[x<]]y]]></a>"
//   xml.ProcInst {"xml" "version=\"1.0\""} 1:22  xml.CharData "\n" 2:1  xml.Directive "DOCTYPE a [<!ENTITY b \"c>\">   ]" 2:44  xml.CharData "\n" 3:1  xml.StartElement {{"" "a"} [{{"" "x"} "1"} {{"" "y"} "2<"}]} 3:20  xml.CharData "t" 3:21  xml.StartElement {{"" "b"} []} 3:25  xml.EndElement {{"" "b"}} 3:25  xml.CharData "&AB" 3:41  xml.CharData "x<]]y" 3:58  xml.EndElement {{"" "a"}} 3:62  <nil> EOF 127 3 62
//   xml.ProcInst {"xml" "version=\"1.0\""} 1:22  xml.CharData "\n" 2:1  xml.Directive "DOCTYPE a [<!ENTITY b \"c>\">   ]" 2:44  xml.CharData "\n" 3:1  xml.StartElement {{"" "a"} [{{"" "x"} "1"} {{"" "y"} "2<"}]} 3:20  xml.CharData "t" 3:21  xml.StartElement {{"" "b"} []} 3:25  xml.EndElement {{"" "b"}} 3:25  xml.CharData "&AB" 3:41  xml.CharData "x<]]y" 3:58  xml.EndElement {{"" "a"}} 3:62  <nil> EOF 127 3 62
// "<r xmlns='u' xmlns:p='v'><p:a p:b='c' d='e' xml:lang='f'>\r\n x\ry</p:a><q:z/><c xmlns=''/></r>"
//   xml.StartElement {{"u" "r"} [{{"" "xmlns"} "u"} {{"xmlns" "p"} "v"}]} 1:26  xml.StartElement {{"v" "a"} [{{"v" "b"} "c"} {{"" "d"} "e"} {{"http://www.w3.org/XML/1998/namespace" "lang"} "f"}]} 1:58  xml.CharData "\n x\ny" 2:5  xml.EndElement {{"v" "a"}} 2:11  xml.StartElement {{"q" "z"} []} 2:17  xml.EndElement {{"q" "z"}} 2:17  xml.StartElement {{"" "c"} [{{"" "xmlns"} ""}]} 2:30  xml.EndElement {{"" "c"}} 2:30  xml.EndElement {{"u" "r"}} 2:34  <nil> EOF 92 2 34
//   xml.StartElement {{"u" "r"} [{{"" "xmlns"} "u"} {{"xmlns" "p"} "v"}]} 1:26  xml.StartElement {{"v" "a"} [{{"v" "b"} "c"} {{"" "d"} "e"} {{"http://www.w3.org/XML/1998/namespace" "lang"} "f"}]} 1:58  xml.CharData "\n x\ny" 2:5  xml.EndElement {{"v" "a"}} 2:11  xml.StartElement {{"q" "z"} []} 2:17  xml.EndElement {{"q" "z"}} 2:17  xml.StartElement {{"" "c"} [{{"" "xmlns"} ""}]} 2:30  xml.EndElement {{"" "c"}} 2:30  xml.EndElement {{"u" "r"}} 2:34  <nil> EOF 92 2 34
// "<!>x>"
//   xml.Directive ">x" 1:6  <nil> EOF 5 1 6
//   xml.Directive ">x" 1:6  <nil> EOF 5 1 6
// "<!'a>'>"
//   xml.Directive "'a" 1:6  xml.CharData "'>" 1:8  <nil> EOF 7 1 8
//   xml.Directive "'a" 1:6  xml.CharData "'>" 1:8  <nil> EOF 7 1 8
// "<!a <!-- x --> b>"
//   xml.Directive "a   b" 1:18  <nil> EOF 17 1 18
//   xml.Directive "a   b" 1:18  <nil> EOF 17 1 18
// "<!<>>"
//   xml.Directive "<" 1:5  xml.CharData ">" 1:6  <nil> EOF 5 1 6
//   xml.Directive "<" 1:5  xml.CharData ">" 1:6  <nil> EOF 5 1 6
// "<?xml version='1.1'?>"
//   <nil> xml: unsupported version "1.1"; only version 1.0 is supported 21 1 22
//   <nil> xml: unsupported version "1.1"; only version 1.0 is supported 21 1 22
// "<?xml encoding='x'?>"
//   <nil> xml: encoding "x" declared but Decoder.CharsetReader is nil 20 1 21
//   <nil> xml: encoding "x" declared but Decoder.CharsetReader is nil 20 1 21
// "<a></b>"
//   xml.StartElement {{"" "a"} []} 1:4  <nil> XML syntax error on line 1: element <a> closed by </b> 7 1 8
//   xml.StartElement {{"" "a"} []} 1:4  xml.EndElement {{"" "a"}} 1:8  <nil> XML syntax error on line 1: unexpected end element </b> 7 1 8
// "</a>"
//   <nil> XML syntax error on line 1: unexpected end element </a> 4 1 5
//   <nil> XML syntax error on line 1: unexpected end element </a> 4 1 5
// "<a x></a>"
//   <nil> XML syntax error on line 1: attribute name without = in element 5 1 6
//   xml.StartElement {{"" "a"} [{{"" "x"} "x"}]} 1:6  xml.EndElement {{"" "a"}} 1:10  <nil> EOF 9 1 10
// "<a x=1/>"
//   <nil> XML syntax error on line 1: unquoted or missing attribute value in element 6 1 7
//   xml.StartElement {{"" "a"} [{{"" "x"} "1"}]} 1:9  xml.EndElement {{"" "a"}} 1:9  <nil> EOF 8 1 9
// "<a x=>"
//   <nil> XML syntax error on line 1: unquoted or missing attribute value in element 6 1 7
//   xml.StartElement {{"" "a"} [{{"" "x"} ""}]} 1:7  <nil> XML syntax error on line 1: unexpected EOF 6 1 7
// "&foo;"
//   <nil> XML syntax error on line 1: invalid character entity &foo; 5 1 6
//   xml.CharData "&foo;" 1:6  <nil> EOF 5 1 6
// "&#0;"
//   <nil> XML syntax error on line 1: illegal character code U+0000 4 1 5
//   <nil> XML syntax error on line 1: illegal character code U+0000 4 1 5
// "&#x;"
//   <nil> XML syntax error on line 1: invalid character entity &#x; 4 1 5
//   xml.CharData "&#x;" 1:5  <nil> EOF 4 1 5
// "&#xD800;"
//   xml.CharData "�" 1:9  <nil> EOF 8 1 9
//   xml.CharData "�" 1:9  <nil> EOF 8 1 9
// "a]]>"
//   <nil> XML syntax error on line 1: unescaped ]]> not in CDATA section 4 1 5
//   <nil> XML syntax error on line 1: unescaped ]]> not in CDATA section 4 1 5
// "<![CDATA[x"
//   <nil> XML syntax error on line 1: unexpected EOF in CDATA section 10 1 11
//   <nil> XML syntax error on line 1: unexpected EOF in CDATA section 10 1 11
// "<![CDX"
//   <nil> XML syntax error on line 1: invalid <![ sequence 6 1 7
//   <nil> XML syntax error on line 1: invalid <![ sequence 6 1 7
// "<!-"
//   <nil> XML syntax error on line 1: unexpected EOF 3 1 4
//   <nil> XML syntax error on line 1: unexpected EOF 3 1 4
// "<!- "
//   <nil> XML syntax error on line 1: invalid sequence <!- not part of <!-- 4 1 5
//   <nil> XML syntax error on line 1: invalid sequence <!- not part of <!-- 4 1 5
// "<!-- -- -->"
//   <nil> XML syntax error on line 1: invalid sequence "--" not allowed in comments 8 1 9
//   <nil> XML syntax error on line 1: invalid sequence "--" not allowed in comments 8 1 9
// "<a:b:c/>"
//   <nil> XML syntax error on line 1: expected element name after < 6 1 7
//   <nil> XML syntax error on line 1: expected element name after < 6 1 7
// "<1/>"
//   <nil> XML syntax error on line 1: invalid XML name: 1 2 1 3
//   <nil> XML syntax error on line 1: invalid XML name: 1 2 1 3
// "\x80"
//   <nil> XML syntax error on line 1: invalid UTF-8 1 1 2
//   <nil> XML syntax error on line 1: invalid UTF-8 1 1 2
// "\x01"
//   <nil> XML syntax error on line 1: illegal character code U+0001 1 1 2
//   <nil> XML syntax error on line 1: illegal character code U+0001 1 1 2
// "\ufffe"
//   <nil> XML syntax error on line 1: illegal character code U+FFFE 3 1 4
//   <nil> XML syntax error on line 1: illegal character code U+FFFE 3 1 4
// "<a b='<'/>"
//   <nil> XML syntax error on line 1: unescaped < inside quoted string 7 1 8
//   <nil> XML syntax error on line 1: unescaped < inside quoted string 7 1 8
// "<a b='"
//   <nil> XML syntax error on line 1: unexpected EOF 6 1 7
//   <nil> XML syntax error on line 1: unexpected EOF 6 1 7
// "<a b='\xff"
//   <nil> XML syntax error on line 1: invalid UTF-8 7 1 8
//   <nil> XML syntax error on line 1: invalid UTF-8 7 1 8
// "<a / >"
//   <nil> XML syntax error on line 1: expected /> in element 5 1 6
//   <nil> XML syntax error on line 1: expected /> in element 5 1 6
// "</a b>"
//   <nil> XML syntax error on line 1: invalid characters between </a and > 5 1 6
//   <nil> XML syntax error on line 1: invalid characters between </a and > 5 1 6
// "<?"
//   <nil> XML syntax error on line 1: unexpected EOF 2 1 3
//   <nil> XML syntax error on line 1: unexpected EOF 2 1 3
// "<? a?>"
//   <nil> XML syntax error on line 1: expected target name after <? 2 1 3
//   <nil> XML syntax error on line 1: expected target name after <? 2 1 3
// "<"
//   <nil> XML syntax error on line 1: unexpected EOF 1 1 2
//   <nil> XML syntax error on line 1: unexpected EOF 1 1 2
// "</\n"
//   <nil> XML syntax error on line 1: expected element name after </ 2 1 0
//   <nil> XML syntax error on line 1: expected element name after </ 2 1 0
// "<a xmlns:p='u'><p:b></q:b></a>"
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  xml.StartElement {{"u" "b"} []} 1:21  <nil> XML syntax error on line 1: element <b> in space p closed by </b> in space q 26 1 27
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  xml.StartElement {{"u" "b"} []} 1:21  <nil> XML syntax error on line 1: element <b> in space p closed by </b> in space q 26 1 27
// "<a xmlns:p='u'><p:b></b></a>"
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  xml.StartElement {{"u" "b"} []} 1:21  <nil> XML syntax error on line 1: element <b> in space p closed by </b> in space "" 24 1 25
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  xml.StartElement {{"u" "b"} []} 1:21  <nil> XML syntax error on line 1: element <b> in space p closed by </b> in space "" 24 1 25
// "<a xmlns:p='u'></b>"
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  <nil> XML syntax error on line 1: element <a> closed by </b> 19 1 20
//   xml.StartElement {{"" "a"} [{{"xmlns" "p"} "u"}]} 1:16  xml.EndElement {{"" "a"}} 1:20  <nil> XML syntax error on line 1: unexpected end element </b> 19 1 20
// "<a b='1' b='2'/>"
//   xml.StartElement {{"" "a"} [{{"" "b"} "1"} {{"" "b"} "2"}]} 1:17  xml.EndElement {{"" "a"}} 1:17  <nil> EOF 16 1 17
//   xml.StartElement {{"" "a"} [{{"" "b"} "1"} {{"" "b"} "2"}]} 1:17  xml.EndElement {{"" "a"}} 1:17  <nil> EOF 16 1 17
// "<é·/>"
//   xml.StartElement {{"" "é·"} []} 1:8  xml.EndElement {{"" "é·"}} 1:8  <nil> EOF 7 1 8
//   xml.StartElement {{"" "é·"} []} 1:8  xml.EndElement {{"" "é·"}} 1:8  <nil> EOF 7 1 8
// "<·a/>"
//   <nil> XML syntax error on line 1: invalid XML name: ·a 4 1 5
//   <nil> XML syntax error on line 1: invalid XML name: ·a 4 1 5
// "&amp"
//   <nil> XML syntax error on line 1: unexpected EOF 4 1 5
//   <nil> XML syntax error on line 1: unexpected EOF 4 1 5
// "&a b;"
//   <nil> XML syntax error on line 1: invalid character entity &a (no semicolon) 2 1 3
//   xml.CharData "&a b;" 1:6  <nil> EOF 5 1 6
// "&;"
//   <nil> XML syntax error on line 1: invalid character entity &; 2 1 3
//   xml.CharData "&;" 1:3  <nil> EOF 2 1 3
// "& ;"
//   <nil> XML syntax error on line 1: invalid character entity & (no semicolon) 1 1 2
//   xml.CharData "& ;" 1:4  <nil> EOF 3 1 4
// "<a:/>"
//   xml.StartElement {{"" "a:"} []} 1:6  xml.EndElement {{"" "a:"}} 1:6  <nil> EOF 5 1 6
//   xml.StartElement {{"" "a:"} []} 1:6  xml.EndElement {{"" "a:"}} 1:6  <nil> EOF 5 1 6
// "<:a/>"
//   xml.StartElement {{"" ":a"} []} 1:6  xml.EndElement {{"" ":a"}} 1:6  <nil> EOF 5 1 6
//   xml.StartElement {{"" ":a"} []} 1:6  xml.EndElement {{"" ":a"}} 1:6  <nil> EOF 5 1 6
// "<a\nb\n=\n'c\n'\n/\n>"
//   <nil> XML syntax error on line 7: expected /> in element 14 7 1
//   <nil> XML syntax error on line 7: expected /> in element 14 7 1
// "<br><p>x<hr>y</P></p>"
//   xml.StartElement {{"" "br"} []} 1:5  xml.StartElement {{"" "p"} []} 1:8  xml.CharData "x" 1:9  xml.StartElement {{"" "hr"} []} 1:13  xml.CharData "y" 1:14  <nil> XML syntax error on line 1: element <hr> closed by </P> 17 1 18
//   xml.StartElement {{"" "br"} []} 1:5  xml.EndElement {{"" "br"}} 1:8  xml.StartElement {{"" "p"} []} 1:8  xml.CharData "x" 1:9  xml.StartElement {{"" "hr"} []} 1:13  xml.EndElement {{"" "hr"}} 1:14  xml.CharData "y" 1:14  xml.EndElement {{"" "p"}} 1:18  <nil> XML syntax error on line 1: unexpected end element </P> 17 1 18
// "&nbsp;&copy;"
//   <nil> XML syntax error on line 1: invalid character entity &nbsp; 6 1 7
//   xml.CharData "\u00a0©" 1:13  <nil> EOF 12 1 13
// <nil> "<?xml v?>><a xmlns:y=\"http://x/y/\" y:b=\"&#34;&lt;&#x9;&#xA;&#39;\" xmlns:y_1=\"http://z/y\" y_1:c=\"\" xmlns:_XmlFoo=\"XmlFoo\" _XmlFoo:d=\"\" xml:lang=\"e\" xmlns:_=\"/\" _:f=\"\">x&#x9;\n&#xD;�&lt;&amp;&gt;\n> <a y:b=\"&#34;&lt;&#x9;&#xA;&#39;\" y_1:c=\"\" _XmlFoo:d=\"\" xml:lang=\"e\" _:f=\"\"></a><!--c-->\n></a>"
// <nil> use of closed Encoder
//   xml: end tag </b> does not match start tag <a>
//   xml: end tag </a> in namespace  does not match start tag <a> in namespace s
//   xml: end tag with no name
// unclosed tag <a> "><a xmlns=\"s\"></a>\n><a xmlns:y=\"http://x/y/\" y:b=\"&#34;&lt;&#x9;&#xA;&#39;\" xmlns:y_1=\"http://z/y\" y_1:c=\"\" xmlns:_XmlFoo=\"XmlFoo\" _XmlFoo:d=\"\" xml:lang=\"e\" xmlns:_=\"/\" _:f=\"\">\n> <a xmlns=\"s\">"
// <nil> use of closed Encoder
//   xml: end tag </b> without start tag
//   xml: start tag with no name
//   xml: EncodeToken of invalid token type
//   xml: EncodeToken of invalid token type
//   xml: EncodeToken of Comment containing --> marker
//   xml: EncodeToken of Directive containing wrong < or > markers
// <nil> "<!<a '>'>>"
// <nil> use of closed Encoder
//   xml: EncodeToken of Directive containing wrong < or > markers
//   xml: EncodeToken of ProcInst xml target only valid for xml declaration, first token encoded
//   xml: EncodeToken of ProcInst with invalid Target
//   xml: EncodeToken of ProcInst containing ?> marker
// <nil> "<!a <!-- > --> \"<\"><?p?>"
// <nil> use of closed Encoder
// <nil> a�b�&lt;é&#34;&#39;&amp;&gt;&#xD;&#xA;&#x9;
// <nil> 1 20
// " " <nil>
// {{ b} []} <nil>
// <nil> 24
// "rest" <nil>
// {"xml" "version='1.0' encoding='up'"} {{"" "A"} [{{"" "B"} "C"}]} "D" {{"" "A"}} EOF
// xml: opening charset "no": multiple Read calls return no data or error true
// {{"u" "p"} [{{"" "xmlns"} "u"}]} "x" {{"u" "q"} []} {{"u" "q"}} {{"u" "p"}} EOF true
// 252 € 13 <?xml version="1.0" encoding="UTF-8"?>
//
