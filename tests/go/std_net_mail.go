// Package net/mail: messages, dates in their many forms, addresses with names, groups and comments, and what is wrong with them.
package main

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"strings"
	"time"
)

const letter = "Date: Fri, 21 Nov 1997 09:55:06 -0600 (CST)\r\n" +
	"From: =?utf-8?q?J=C3=B6rg_D=C3=B6?= <joerg@example.com>\r\n" +
	"To: Mary Smith <mary@x.test>, jdoe@example.org,\r\n" +
	"\tWho? <one@y.test>, A Group:Ed Jones <joe@where.test>,\"Q. Public\" <john@one.test>;\r\n" +
	"Subject: Re:\r\n folded\r\nX: 1\r\nX: 2\r\n\r\nBody\r\n.\r\n"

func messages() {
	m, err := mail.ReadMessage(strings.NewReader(letter))
	if err != nil {
		fmt.Println(err)
		return
	}
	body, err := io.ReadAll(m.Body)
	fmt.Printf("%q %v %q %q\n", body, err, m.Header["Subject"], m.Header.Get("x"))
	t, err := m.Header.Date()
	fmt.Println(t, err)
	for _, key := range []string{"from", "To", "Cc", "Subject"} {
		list, err := m.Header.AddressList(key)
		for _, a := range list {
			fmt.Printf("%q %q %s\n", a.Name, a.Address, a)
		}
		fmt.Println(len(list), err, errors.Is(err, mail.ErrHeaderNotPresent))
	}
	for _, s := range []string{"", "\n", "A: b", "A: b\n\n", "A: b\nbroken\n\n", " led\n\n", "A\n", "a b: c\n\nx", ": none\n\nx", "é: q\n\n",
		"A: b\n" + strings.Repeat(" c\n", 3000)} {
		m, err := mail.ReadMessage(strings.NewReader(s))
		if err != nil {
			fmt.Printf("%.20q %v\n", s, err)
			continue
		}
		_, err = m.Header.Date()
		fmt.Printf("%.20q %.60v %v\n", s, m.Header, err)
	}
}

func dates() {
	for _, s := range []string{"Mon, 02 Jan 2006 15:04:05 -0700", "2 Jan 06 15:04 GMT", "21 Nov 1997 09:55 +0000", "Fri, 21 Nov 97 09:55:06 MDT",
		"Thu, 20 Nov 1997 09:55:06 MDT (MDT)", "Thu, 20 Nov 1997 09:55:06 GMT (GMT", "Thu, 20 Nov 1997 09:55:06 +0100 (a (b) \\) c)",
		"Thu, 20\r\n Nov 1997 09:55:06 +0100", "Thu, 20 Nov 1997 09:55:06\r +0100", "Thu,20 Nov 1997 09:55:06 +0100", "", "x", "Tue, T", "T",
		"Thu, 31 Nov 1997 09:55:06 +0100", "Thu, 20 Nov 1997 25:55:06 +0100", "2 Jan 2006 15:04:05 UT", strings.Repeat("(", 3000)} {
		t, err := mail.ParseDate(s)
		fmt.Printf("%.40q %v %v\n", s, t.Format(time.RFC3339), err)
	}
}

func addresses() {
	for _, s := range []string{"", " ", "a", "a@b", "<a@b>", "n <a@b>", "n <a@b> x", "n a@b", `"q \"x" <a@b>`, `"q y"@b`, "a@b, c@d", "a@b,, c@d,", ",",
		"g: a@b, c@d;", "g:;", "g: a@b;", "g: a@b", "g: h: a@b;;", "g: a@b c@d;", "a@[192.0.2.1]", "a@[2001:db8::1]", "n <a@[x]>", "n <a@[1.2.3.4>", "a (c) @b",
		"a@b (name (n))", "a@b (=?utf-8?q?=C3=A9?= x)", "a@b (", "(c) a@b", "n <a@b", "n <>", "n <a>", "n <a@>", "a..b@c", "n <.a@b>", "n <a.@b>", "n <a..b@c>",
		"=?utf-8?q?J=C3=B6?= =?utf-8?q?rg?= x <a@b>", "=?x?q?a?= <a@b>", "=?utf-8?q?b?= (c) <a@b>", "é@é", "a.b c <a@b>", "\xff <a@b>", "\"\xff\" <a@b>",
		"\"a\nb\" <a@b>", "\"\"@b", "\"open <a@b>", "n <@route:a@b>", "a\\b@c", "John (middle) Doe <j@d>", "n <a@b>, m <c@d> (x)",
		strings.Repeat("(", 5000), "a@b " + strings.Repeat("(", 5000), strings.Repeat("g:", 1000), strings.Repeat("a@b,", 500)} {
		a, err := mail.ParseAddress(s)
		fmt.Printf("%.50q %v %.120v\n", s, a, err)
		list, err := mail.ParseAddressList(s)
		if len(list) > 9 {
			list = list[:2]
		}
		fmt.Printf("   %v %.120v\n", list, err)
	}
	for _, a := range []mail.Address{{"", "a@b"}, {"", "a b@c"}, {"n m", "a@b"}, {"é", "a@b"}, {`a"b\`, "x@y"}, {"a\tb", "x@y"}, {"a\nb", "x@y"}, {"", "noat"},
		{`é"`, "é@b"}, {"", ".a@b"}, {"", "a@b@c"}, {"", "a.b@c"}, {"", "a..b@c"}, {"", ""}, {"", "\x00@b"}} {
		s := a.String()
		back, err := mail.ParseAddress(s)
		fmt.Printf("%q %v %v\n", s, err == nil && *back == a, err)
	}
	p := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: func(charset string, in io.Reader) (io.Reader, error) {
		if charset == "bad" {
			return nil, errors.New("no bad ones")
		}
		b, err := io.ReadAll(in)
		return strings.NewReader(strings.ToUpper(string(b))), err
	}}}
	for _, s := range []string{"=?other?q?ab?= <a@b>", "=?bad?q?ab?= <a@b>", "a@b (=?other?q?cd?=)", "a@b (=?bad?q?cd?=)"} {
		a, err := p.Parse(s)
		list, err2 := p.ParseList(s)
		fmt.Println(a, err, list, err2)
	}
}

func main() {
	messages()
	dates()
	addresses()
}

// Output:
// "Body\r\n.\r\n" <nil> ["Re: folded"] "1"
// 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Jörg Dö" "joerg@example.com" =?utf-8?q?J=C3=B6rg_D=C3=B6?= <joerg@example.com>
// 1 <nil> false
// "Mary Smith" "mary@x.test" "Mary Smith" <mary@x.test>
// "" "jdoe@example.org" <jdoe@example.org>
// "Who?" "one@y.test" "Who?" <one@y.test>
// "Ed Jones" "joe@where.test" "Ed Jones" <joe@where.test>
// "Q. Public" "john@one.test" "Q. Public" <john@one.test>
// 5 <nil> false
// 0 mail: header not in message true
// 0 mail: missing '@' or angle-addr false
// "" EOF
// "\n" map[] mail: header not in message
// "A: b" map[A:[b]] mail: header not in message
// "A: b\n\n" map[A:[b]] mail: header not in message
// "A: b\nbroken\n\n" malformed header line: broken
// " led\n\n" malformed initial line:  led
// "A\n" malformed header line: A
// "a b: c\n\nx" map[a b:[c]] mail: header not in message
// ": none\n\nx" map[] mail: header not in message
// "é: q\n\n" map[é:[q]] mail: header not in message
// "A: b\n c\n c\n c\n c\n c\n" map[A:[b c c c c c c c c c c c c c c c c c c c c c c c c c c c c c ]] mail: header not in message
// "Mon, 02 Jan 2006 15:04:05 -0700" 2006-01-02T15:04:05-07:00 <nil>
// "2 Jan 06 15:04 GMT" 2006-01-02T15:04:00Z <nil>
// "21 Nov 1997 09:55 +0000" 1997-11-21T09:55:00Z <nil>
// "Fri, 21 Nov 97 09:55:06 MDT" 1997-11-21T09:55:06Z <nil>
// "Thu, 20 Nov 1997 09:55:06 MDT (MDT)" 1997-11-20T09:55:06Z <nil>
// "Thu, 20 Nov 1997 09:55:06 GMT (GMT" 0001-01-01T00:00:00Z mail: misformatted parenthetical comment
// "Thu, 20 Nov 1997 09:55:06 +0100 (a (b) \\" 1997-11-20T09:55:06+01:00 <nil>
// "Thu, 20\r\n Nov 1997 09:55:06 +0100" 1997-11-20T09:55:06+01:00 <nil>
// "Thu, 20 Nov 1997 09:55:06\r +0100" 0001-01-01T00:00:00Z mail: header has a CR without LF
// "Thu,20 Nov 1997 09:55:06 +0100" 0001-01-01T00:00:00Z mail: header could not be parsed
// "" 0001-01-01T00:00:00Z mail: header could not be parsed
// "x" 0001-01-01T00:00:00Z mail: header could not be parsed
// "Tue, T" 0001-01-01T00:00:00Z mail: header could not be parsed
// "T" 0001-01-01T00:00:00Z mail: header could not be parsed
// "Thu, 31 Nov 1997 09:55:06 +0100" 0001-01-01T00:00:00Z mail: header could not be parsed
// "Thu, 20 Nov 1997 25:55:06 +0100" 0001-01-01T00:00:00Z mail: header could not be parsed
// "2 Jan 2006 15:04:05 UT" 2006-01-02T15:04:05Z <nil>
// "((((((((((((((((((((((((((((((((((((((((" 0001-01-01T00:00:00Z mail: misformatted parenthetical comment
// "" <nil> mail: no address
//    [] mail: no address
// " " <nil> mail: no address
//    [] mail: no address
// "a" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "a@b" <a@b> <nil>
//    [<a@b>] <nil>
// "<a@b>" <a@b> <nil>
//    [<a@b>] <nil>
// "n <a@b>" "n" <a@b> <nil>
//    ["n" <a@b>] <nil>
// "n <a@b> x" <nil> mail: expected single address, got "x"
//    [] mail: expected comma
// "n a@b" <nil> mail: no angle-addr
//    [] mail: no angle-addr
// "\"q \\\"x\" <a@b>" "q \"x" <a@b> <nil>
//    ["q \"x" <a@b>] <nil>
// "\"q y\"@b" <"q y"@b> <nil>
//    [<"q y"@b>] <nil>
// "a@b, c@d" <nil> mail: expected single address, got ", c@d"
//    [<a@b> <c@d>] <nil>
// "a@b,, c@d," <nil> mail: expected single address, got ",, c@d,"
//    [<a@b> <c@d>] <nil>
// "," <nil> mail: missing word in phrase: mail: invalid string
//    [] mail: no address
// "g: a@b, c@d;" <nil> mail: group with multiple addresses
//    [<a@b> <c@d>] <nil>
// "g:;" <nil> mail: empty group
//    [] <nil>
// "g: a@b;" <a@b> <nil>
//    [<a@b>] <nil>
// "g: a@b" <nil> mail: expected comma
//    [] mail: expected comma
// "g: h: a@b;;" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "g: a@b c@d;" <nil> mail: expected comma
//    [] mail: expected comma
// "a@[192.0.2.1]" <a@[192.0.2.1]> <nil>
//    [<a@[192.0.2.1]>] <nil>
// "a@[2001:db8::1]" <a@[2001:db8::1]> <nil>
//    [<a@[2001:db8::1]>] <nil>
// "n <a@[x]>" <nil> mail: invalid IP address in domain-literal: "x"
//    [] mail: invalid IP address in domain-literal: "x"
// "n <a@[1.2.3.4>" <nil> mail: unclosed domain-literal
//    [] mail: unclosed domain-literal
// "a (c) @b" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "a@b (name (n))" "name (n)" <a@b> <nil>
//    ["name (n)" <a@b>] <nil>
// "a@b (=?utf-8?q?=C3=A9?= x)" =?utf-8?q?=C3=A9_x?= <a@b> <nil>
//    [=?utf-8?q?=C3=A9_x?= <a@b>] <nil>
// "a@b (" <nil> mail: misformatted parenthetical comment
//    [] mail: misformatted parenthetical comment
// "(c) a@b" <nil> mail: missing word in phrase: mail: invalid string
//    [] mail: missing word in phrase: mail: invalid string
// "n <a@b" <nil> mail: unclosed angle-addr
//    [] mail: unclosed angle-addr
// "n <>" <nil> mail: invalid string
//    [] mail: invalid string
// "n <a>" <nil> mail: missing @ in addr-spec
//    [] mail: missing @ in addr-spec
// "n <a@>" <nil> mail: invalid string
//    [] mail: invalid string
// "a..b@c" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "n <.a@b>" <nil> mail: leading dot in atom
//    [] mail: leading dot in atom
// "n <a.@b>" <nil> mail: trailing dot in atom
//    [] mail: trailing dot in atom
// "n <a..b@c>" <nil> mail: double dot in atom
//    [] mail: double dot in atom
// "=?utf-8?q?J=C3=B6?= =?utf-8?q?rg?= x <a@b>" =?utf-8?q?J=C3=B6rg_x?= <a@b> <nil>
//    [=?utf-8?q?J=C3=B6rg_x?= <a@b>] <nil>
// "=?x?q?a?= <a@b>" <nil> mail: missing word in phrase: charset not supported: "x"
//    [] mail: missing word in phrase: charset not supported: "x"
// "=?utf-8?q?b?= (c) <a@b>" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "é@é" <é@é> <nil>
//    [<é@é>] <nil>
// "a.b c <a@b>" "a.b c" <a@b> <nil>
//    ["a.b c" <a@b>] <nil>
// "\xff <a@b>" <nil> mail: missing word in phrase: mail: invalid utf-8 in address: "\xff <a@b>"
//    [] mail: missing word in phrase: mail: invalid utf-8 in address: "\xff <a@b>"
// "\"\xff\" <a@b>" <nil> mail: missing word in phrase: mail: invalid utf-8 in quoted-string: "\"\xff\" <a@b>"
//    [] mail: missing word in phrase: mail: invalid utf-8 in quoted-string: "\"\xff\" <a@b>"
// "\"a\nb\" <a@b>" <nil> mail: missing word in phrase: mail: bad character in quoted-string: '\n'
//    [] mail: missing word in phrase: mail: bad character in quoted-string: '\n'
// "\"\"@b" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "\"open <a@b>" <nil> mail: missing word in phrase: mail: unclosed quoted-string
//    [] mail: missing word in phrase: mail: unclosed quoted-string
// "n <@route:a@b>" <nil> mail: invalid string
//    [] mail: invalid string
// "a\\b@c" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "John (middle) Doe <j@d>" "John Doe" <j@d> <nil>
//    ["John Doe" <j@d>] <nil>
// "n <a@b>, m <c@d> (x)" <nil> mail: expected single address, got ", m <c@d> (x)"
//    ["n" <a@b> "m" <c@d>] <nil>
// "((((((((((((((((((((((((((((((((((((((((((((((((((" <nil> mail: missing word in phrase: mail: invalid string
//    [] mail: missing word in phrase: mail: invalid string
// "a@b ((((((((((((((((((((((((((((((((((((((((((((((" <nil> mail: misformatted parenthetical comment
//    [] mail: misformatted parenthetical comment
// "g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:g:" <nil> mail: missing '@' or angle-addr
//    [] mail: missing '@' or angle-addr
// "a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@" <nil> mail: expected single address, got ",a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b,a@b
//    [<a@b> <a@b>] <nil>
// "<a@b>" true <nil>
// "<\"a b\"@c>" true <nil>
// "\"n m\" <a@b>" true <nil>
// "=?utf-8?q?=C3=A9?= <a@b>" true <nil>
// "\"a\\\"b\\\\\" <x@y>" true <nil>
// "\"a\tb\" <x@y>" true <nil>
// "=?utf-8?q?a=0Ab?= <x@y>" true <nil>
// "<noat@>" false mail: invalid string
// "=?utf-8?b?w6ki?= <é@b>" true <nil>
// "<\".a\"@b>" true <nil>
// "<\"a@b\"@c>" true <nil>
// "<a.b@c>" true <nil>
// "<\"a..b\"@c>" true <nil>
// "<@>" false mail: invalid string
// "<\"\"@b>" false mail: empty quoted string in addr-spec
// "AB" <a@b> <nil> ["AB" <a@b>] <nil>
// <nil> mail: missing word in phrase: no bad ones [] mail: missing word in phrase: no bad ones
// "CD" <a@b> <nil> ["CD" <a@b>] <nil>
// <nil> no bad ones [] no bad ones
