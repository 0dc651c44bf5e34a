// Packages mime and mime/quotedprintable: media types, parameters that are split or encoded, encoded words, bodies of mails.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/quotedprintable"
	"slices"
	"strings"
)

func types() {
	fmt.Println(mime.TypeByExtension(".html"), mime.TypeByExtension(".PNG"), mime.TypeByExtension(".css"),
		mime.TypeByExtension(".pdf"), mime.TypeByExtension(".gif"), mime.TypeByExtension(".wasm"))
	fmt.Printf("%q %q\n", mime.TypeByExtension(""), mime.TypeByExtension(".no-such-thing"))
	fmt.Println(mime.AddExtensionType("rule", "text/x"))
	fmt.Println(mime.AddExtensionType(".rule", "text x"))
	fmt.Println(mime.AddExtensionType(".Rule", "text/x-rule"), mime.AddExtensionType(".rules", "text/x-rule;charset=latin1"))
	fmt.Println(mime.TypeByExtension(".Rule"), mime.TypeByExtension(".rules"))
	list, err := mime.ExtensionsByType("text/X-rule; a=b")
	fmt.Println(list, err)
	list, err = mime.ExtensionsByType("nothing/known")
	fmt.Println(list == nil, err)
	_, err = mime.ExtensionsByType("")
	fmt.Println(err)
}

func mediaTypes() {
	for _, s := range []string{
		"", "text", "text/", "/html", "text/html", "TEXT/Html; Charset=UTF-8", "text/html;", "text/html ; ;", "text/html x",
		"text/html; charset", "text/html; charset=", "text/html; =x", `form-data; name="a\"b"; filename="C:\dir\file.txt"`,
		"attachment; filename*=utf-8''na%C3%AFve%20name", "attachment; filename*=latin1''x%e9", "attachment; filename*=utf-8''%e",
		"x/y; name*0=\"one \"; name*1=two; name*3=four", "x/y; name*0*=us-ascii'en'a%20; name*1*=b%21; name*2=c%21",
		"x/y; a=1; a=1", "x/y; a=1; A=2", "x/y; a=\"unfinished", "x/y; a=\"line\nbreak\"", "x/y; a=b c", "x/y; q=\"\"", "x/y; é=1",
		"x/y; name*1=two", "x/y" + strings.Repeat("; a=b", 5000), "x/y; " + strings.Repeat(`n="\"`, 10), strings.Repeat("z", 20) + "/*",
	} {
		t, params, err := mime.ParseMediaType(s)
		fmt.Printf("%.40q %q %v", s, t, err)
		for _, name := range slices.Sorted(maps.Keys(params)) {
			fmt.Printf(" %s=%q", name, params[name])
		}
		if errors.Is(err, mime.ErrInvalidMediaParameter) {
			fmt.Print(" (parameter)")
		}
		fmt.Println()
		if err == nil {
			fmt.Println("   ", mime.FormatMediaType(t, params))
		}
	}
	for _, params := range []map[string]string{nil, {"B": "1 2", "a": "x"}, {"a": ""}, {"a": `"\`}, {"a": "ü*'%"}, {"a b": ""}, {"": ""}} {
		fmt.Printf("%q %q %q\n", mime.FormatMediaType("Attachment", params), mime.FormatMediaType("a/B", params),
			mime.FormatMediaType("a/b/c", params))
	}
}

func words() {
	long := strings.Repeat("Grüße aus Köln, ", 9)
	for _, s := range []string{"", "plain text, with\ttab", "é", "¿Qué? = _", "\x00", "a\xffb", long} {
		for _, e := range []mime.WordEncoder{mime.QEncoding, mime.BEncoding} {
			for _, charset := range []string{"utf-8", "ISO-8859-15"} {
				w := e.Encode(charset, s)
				fmt.Printf("%q\n", w)
				if charset == "utf-8" {
					back, err := new(mime.WordDecoder).DecodeHeader(w)
					fmt.Println(back == s, err)
				}
			}
		}
	}
	d := &mime.WordDecoder{}
	show := func(s string, err error) { fmt.Printf("%q %v\n", s, err) }
	headers := []string{"=?UTF-8?Q?a=C3=A9?=", "=?iso-8859-1?q?=e9_?=", "=?us-ascii?b?gGE=?=", "=?x-other?q?ab?=", "=??q?a?=",
		"=?utf-8?x?a?=", "=?utf-8?q?=zz?=", "=?utf-8?q?=4?=", "=?utf-8?b?a?=", "=?utf-8?q?a\x01?=", "=?utf-8?q?a b?=", "=?utf-8?qq?a?=",
		"=?utf-8?q?a?", "x =?utf-8?q?a?= =?utf-8?q?b?=\r\n\t=?utf-8?q?c?= y =?utf-8?q?d?= ", "=?utf-8?q?=?utf-8?q?a?=",
		strings.Repeat("=?", 2000), strings.Repeat("=?a?q?", 500) + "?="}
	for _, s := range headers {
		show(d.Decode(s))
		s, err := d.DecodeHeader(s)
		fmt.Printf("%.60q %v\n", s, err)
	}
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if charset != "x-other" {
			return nil, errors.New("no " + charset)
		}
		b, err := io.ReadAll(in)
		return bytes.NewReader(bytes.ToUpper(b)), err
	}
	show(d.Decode("=?X-Other?q?ab?="))
	show(d.Decode("=?y?q?ab?="))
	show(d.DecodeHeader("a =?X-Other?b?YWI=?= b"))
	show(d.DecodeHeader("a =?y?b?YWI=?= b"))
}

func bodies() {
	for _, s := range []string{"", "a=3Db", "soft =\r\nbreak=\nhere= \t\nand", "blanks  \t\r\nend \n", "=e9=E9", "=", "a=", "=4", "a=zb", "==",
		"a=\rb", "\x01", "caf\xe9", "x\r\r\ny", "~\x7f", strings.Repeat("x", 5000) + "\nnext"} {
		out, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(s)))
		fmt.Printf("%.40q %.40q %d %v\n", s, out, len(out), err)
	}
	for _, binary := range []bool{false, true} {
		for _, s := range []string{"", "a b \r\nc\td\t\ne=f", "trailing ", "\r\n\n\r", "é\x00", strings.Repeat("1234567890", 8),
			strings.Repeat("x", 75) + "=", strings.Repeat("x", 75) + "\n", strings.Repeat("x", 74) + " \nx"} {
			var b bytes.Buffer
			w := quotedprintable.NewWriter(&b)
			w.Binary = binary
			for i := range len(s) {
				w.Write([]byte{s[i]})
			}
			fmt.Printf("%v %q\n", w.Close(), b.String())
		}
	}
	text := strings.Repeat("Zeile mit Ümläuten = gut \t\r\n", 20)
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	n, err := io.WriteString(w, text)
	fmt.Println(n, err, w.Close(), b.Len())
	back, err := io.ReadAll(quotedprintable.NewReader(&b))
	fmt.Println(string(back) == text, err)
}

func main() {
	types()
	mediaTypes()
	words()
	bodies()
}

// Output:
// text/html; charset=utf-8 image/png text/css; charset=utf-8 application/pdf image/gif application/wasm
// "" ""
// mime: extension "rule" missing leading dot
// mime: expected slash after first token
// <nil> <nil>
// text/x-rule; charset=utf-8 text/x-rule;charset=latin1
// [.rule .rules] <nil>
// true <nil>
// mime: no media type
// "" "" mime: no media type
// "text" "text" <nil>
//     text
// "text/" "" mime: expected token after slash
// "/html" "" mime: no media type
// "text/html" "text/html" <nil>
//     text/html
// "TEXT/Html; Charset=UTF-8" "text/html" <nil> charset="UTF-8"
//     text/html; charset=UTF-8
// "text/html;" "text/html" <nil>
//     text/html
// "text/html ; ;" "text/html" mime: invalid media parameter (parameter)
// "text/html x" "" mime: unexpected content after media subtype
// "text/html; charset" "text/html" mime: invalid media parameter (parameter)
// "text/html; charset=" "text/html" mime: invalid media parameter (parameter)
// "text/html; =x" "text/html" mime: invalid media parameter (parameter)
// "form-data; name=\"a\\\"b\"; filename=\"C:\\dir" "form-data" <nil> filename="C:\\dir\\file.txt" name="a\"b"
//     form-data; filename="C:\\dir\\file.txt"; name="a\"b"
// "attachment; filename*=utf-8''na%C3%AFve%" "attachment" <nil> filename="naïve name"
//     attachment; filename*=utf-8''na%C3%AFve%20name
// "attachment; filename*=latin1''x%e9" "attachment" <nil>
//     attachment
// "attachment; filename*=utf-8''%e" "attachment" <nil>
//     attachment
// "x/y; name*0=\"one \"; name*1=two; name*3=f" "x/y" <nil> name="one two"
//     x/y; name="one two"
// "x/y; name*0*=us-ascii'en'a%20; name*1*=b" "x/y" <nil> name="a b!c%21"
//     x/y; name="a b!c%21"
// "x/y; a=1; a=1" "x/y" <nil> a="1"
//     x/y; a=1
// "x/y; a=1; A=2" "" mime: duplicate parameter name
// "x/y; a=\"unfinished" "x/y" mime: invalid media parameter (parameter)
// "x/y; a=\"line\nbreak\"" "x/y" mime: invalid media parameter (parameter)
// "x/y; a=b c" "x/y" mime: invalid media parameter (parameter)
// "x/y; q=\"\"" "x/y" <nil> q=""
//     x/y; q=""
// "x/y; é=1" "x/y" mime: invalid media parameter (parameter)
// "x/y; name*1=two" "x/y" <nil>
//     x/y
// "x/y; a=b; a=b; a=b; a=b; a=b; a=b; a=b; " "x/y" <nil> a="b"
//     x/y; a=b
// "x/y; n=\"\\\"n=\"\\\"n=\"\\\"n=\"\\\"n=\"\\\"n=\"\\\"n=\"\\\"" "x/y" mime: invalid media parameter (parameter)
// "zzzzzzzzzzzzzzzzzzzz/*" "zzzzzzzzzzzzzzzzzzzz/*" <nil>
//     zzzzzzzzzzzzzzzzzzzz/*
// "attachment" "a/b" ""
// "attachment; b=\"1 2\"; a=x" "a/b; b=\"1 2\"; a=x" ""
// "attachment; a=\"\"" "a/b; a=\"\"" ""
// "attachment; a=\"\\\"\\\\\"" "a/b; a=\"\\\"\\\\\"" ""
// "attachment; a*=utf-8''%C3%BC%2A%27%25" "a/b; a*=utf-8''%C3%BC%2A%27%25" ""
// "" "" ""
// "" "" ""
// ""
// true <nil>
// ""
// ""
// true <nil>
// ""
// "plain text, with\ttab"
// true <nil>
// "plain text, with\ttab"
// "plain text, with\ttab"
// true <nil>
// "plain text, with\ttab"
// "=?utf-8?q?=C3=A9?="
// true <nil>
// "=?ISO-8859-15?q?=C3=A9?="
// "=?utf-8?b?w6k=?="
// true <nil>
// "=?ISO-8859-15?b?w6k=?="
// "=?utf-8?q?=C2=BFQu=C3=A9=3F_=3D_=5F?="
// true <nil>
// "=?ISO-8859-15?q?=C2=BFQu=C3=A9=3F_=3D_=5F?="
// "=?utf-8?b?wr9RdcOpPyA9IF8=?="
// true <nil>
// "=?ISO-8859-15?b?wr9RdcOpPyA9IF8=?="
// "=?utf-8?q?=00?="
// true <nil>
// "=?ISO-8859-15?q?=00?="
// "=?utf-8?b?AA==?="
// true <nil>
// "=?ISO-8859-15?b?AA==?="
// "=?utf-8?q?a=FFb?="
// true <nil>
// "=?ISO-8859-15?q?a=FFb?="
// "=?utf-8?b?Yf9i?="
// true <nil>
// "=?ISO-8859-15?b?Yf9i?="
// "=?utf-8?q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_G?= =?utf-8?q?r=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr?= =?utf-8?q?=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr?= =?utf-8?q?=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr?= =?utf-8?q?=C3=BC=C3=9Fe_aus_K=C3=B6ln,_?="
// true <nil>
// "=?ISO-8859-15?q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln,_?="
// "=?utf-8?b?R3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEvDtmxuLCBHcsO8w59l?= =?utf-8?b?IGF1cyBLw7ZsbiwgR3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEs=?= =?utf-8?b?w7ZsbiwgR3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEvDtmxuLCBH?= =?utf-8?b?csO8w59lIGF1cyBLw7ZsbiwgR3LDvMOfZSBhdXMgS8O2bG4sIA==?="
// true <nil>
// "=?ISO-8859-15?b?R3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEvDtmxuLCBHcsO8w59lIGF1cyBLw7ZsbiwgR3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEvDtmxuLCBHcsO8w59lIGF1cyBLw7ZsbiwgR3LDvMOfZSBhdXMgS8O2bG4sIEdyw7zDn2UgYXVzIEvDtmxuLCBHcsO8w59lIGF1cyBLw7Zsbiwg?="
// "aé" <nil>
// "aé" <nil>
// "é " <nil>
// "é " <nil>
// "�a" <nil>
// "�a" <nil>
// "" mime: unhandled charset "x-other"
// "" mime: unhandled charset "x-other"
// "" mime: invalid RFC 2047 encoded-word
// "" mime: unhandled charset ""
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?x?a?=" <nil>
// "" mime: invalid hex byte 0x7a
// "=?utf-8?q?=zz?=" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?q?=4?=" <nil>
// "" illegal base64 data at input byte 0
// "=?utf-8?b?a?=" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?q?a\x01?=" <nil>
// "a b" <nil>
// "a b" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?qq?a?=" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?q?a?" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "x abc y d " <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?utf-8?q?=?utf-8?q?a?=" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?=?" <nil>
// "" mime: invalid RFC 2047 encoded-word
// "=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?=?a?q?" <nil>
// "AB" <nil>
// "" no y
// "a AB b" <nil>
// "" no y
// "" "" 0 <nil>
// "a=3Db" "a=b" 3 <nil>
// "soft =\r\nbreak=\nhere= \t\nand" "soft breakhereand" 17 <nil>
// "blanks  \t\r\nend \n" "blanks\r\nend\n" 12 <nil>
// "=e9=E9" "\xe9\xe9" 2 <nil>
// "=" "" 0 quotedprintable: invalid bytes after =: ""
// "a=" "a" 1 <nil>
// "=4" "=4" 2 <nil>
// "a=zb" "a=zb" 4 <nil>
// "==" "" 0 unexpected EOF
// "a=\rb" "a" 1 quotedprintable: invalid hex byte 0x0d
// "\x01" "" 0 quotedprintable: invalid unescaped byte 0x01 in body
// "caf\xe9" "caf\xe9" 4 <nil>
// "x\r\r\ny" "x\r\ny" 4 <nil>
// "~\x7f" "~" 1 quotedprintable: invalid unescaped byte 0x7f in body
// "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" 4096 bufio: buffer full
// <nil> ""
// <nil> "a b=20\r\nc\td=09\r\ne=3Df"
// <nil> "trailing=20"
// <nil> "\r\n\r\n\r\n"
// <nil> "=C3=A9=00"
// <nil> "123456789012345678901234567890123456789012345678901234567890123456789012345=\r\n67890"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=\r\n=3D"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=\r\n=20\r\nx"
// <nil> ""
// <nil> "a b =0D=0Ac\td\t=0Ae=3Df"
// <nil> "trailing=20"
// <nil> "=0D=0A=0A=0D"
// <nil> "=C3=A9=00"
// <nil> "123456789012345678901234567890123456789012345678901234567890123456789012345=\r\n67890"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=\r\n=3D"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=\r\n=0A"
// <nil> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx =\r\n=0Ax"
// 600 <nil> <nil> 840
// true <nil>
