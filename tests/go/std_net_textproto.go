// Package net/textproto: replies, headers, texts that a dot ends, the order of requests, hostile headers.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"slices"
	"strings"
)

func reader(s string) *textproto.Reader {
	return textproto.NewReader(bufio.NewReader(strings.NewReader(s)))
}

func lines() {
	r := reader("one\r\ntwo\n three \r\n\tfour\r\nfive\n\n  six\nlast")
	fmt.Println(r.ReadLine())
	for range 5 {
		s, err := r.ReadContinuedLine()
		fmt.Printf("%q %v\n", s, err)
	}
	fmt.Println(r.ReadLine())
	b, err := reader(strings.Repeat("x", 10000) + "\n").ReadLineBytes()
	fmt.Println(len(b), err)
}

func replies() {
	for _, s := range []string{"220 ready\r\n", "220-first\r\n220-\r\n221 odd\r\n 220 inner\r\n220 last\r\n", "22", "22x no\n", "099 low\n", "550 denied\n",
		"550-long\n550 denied\n", "220-open\n220-still\n", "", "220?x\n", "-20 minus\n"} {
		for _, want := range []int{0, 2, 22, 220, 250} {
			code, message, err := reader(s).ReadResponse(want)
			fmt.Printf("%d %q %v\n", code, message, err)
		}
		code, message, err := reader(s).ReadCodeLine(2)
		_, isError := err.(*textproto.Error)
		_, isProtocol := err.(textproto.ProtocolError)
		fmt.Printf("%d %q %v %v %v\n", code, message, err, isError, isProtocol)
	}
}

func headers() {
	for _, s := range []string{
		"", "\r\n", "my-key: Value 1  \r\nLong-Key: Even \n\t  longer\r\n\n and\r\nMy-Key: Value 2\r\n\r\nbody", "A: b", "A: b\n", "NoColon\n\n",
		" leading: x\n\n", "a b: c\n\n", "a\x00b: c\n\n", ": empty\n\n", "k: \x01\n\n", "k: caf\xc3\xa9\n\n", "é: x\n\n", "k:\n\n", "K:v:w\n\n", "k : v\n\n",
		"x-UPPER-lower: 1\nX-upper-Lower: 2\n\n", "first: 1\nbroken\nlast: 2\n\n", strings.Repeat("k: v\n", 1000) + "\n",
		"k: v\n" + strings.Repeat(" more\n", 1000) + "\n", strings.Repeat("a", 5000) + ": b\n\n",
	} {
		r := reader(s)
		h, err := r.ReadMIMEHeader()
		fmt.Printf("%.50q %.80v %d", s, err, len(h))
		for _, k := range slices.Sorted(maps.Keys(h)) {
			if n := len(h[k]); n > 3 {
				fmt.Printf(" %s*%d", k, n)
			} else {
				fmt.Printf(" %.20s=%.40q", k, h[k])
			}
		}
		rest, _ := io.ReadAll(r.R)
		fmt.Printf(" %.20q\n", rest)
	}
	h := textproto.MIMEHeader{}
	h.Add("accept-language", "de")
	h.Add("Accept-Language", "en")
	h.Set("x_y z", "kept")
	fmt.Println(h, h.Get("ACCEPT-LANGUAGE"), h.Values("accept-Language"), h.Get("none") == "", h.Values("none") == nil)
	h.Del("ACCEPT-language")
	fmt.Println(h, textproto.MIMEHeader(nil).Get("a") == "", len(textproto.MIMEHeader(nil).Values("a")))
	for _, s := range []string{"a-b-c", "CONTENT-TYPE", "www-authenticate", "über", "a b", "", "-", "a--b", "etag", "x-1a"} {
		fmt.Printf("%q %q\n", textproto.CanonicalMIMEHeaderKey(s), textproto.TrimString(" \t"+s+"\r\n "))
	}
	fmt.Printf("%q\n", textproto.TrimBytes([]byte("\n a \t\r")))
}

func dots() {
	r := reader("line\r\n..dot\r\n.\rx\r\nend\n.\r\nnext\r\n.\nlast")
	b, err := r.ReadDotBytes()
	fmt.Printf("%q %v\n", b, err)
	fmt.Println(r.ReadDotLines())
	fmt.Println(r.ReadDotLines())
	r = reader("skipped\r\nall of it\r\n.\r\nafter\r\n")
	d := r.DotReader()
	p := make([]byte, 4)
	n, err := d.Read(p)
	fmt.Printf("%q %v\n", p[:n], err)
	fmt.Println(r.ReadLine())
	n, err = d.Read(p)
	fmt.Println(n, err)
	for _, s := range []string{"", "text", "text\n", ".\n..\nx\r\ny\r", "a\nb\n.c\n\n.d"} {
		var out bytes.Buffer
		w := textproto.NewWriter(bufio.NewWriter(&out))
		d := w.DotWriter()
		io.WriteString(d, s)
		w.PrintfLine("QUIT %d", 1)
		fmt.Printf("%q\n", out.String())
		back, err := reader(out.String()).ReadDotBytes()
		fmt.Printf("%q %v\n", back, err)
	}
}

type wire struct {
	io.Reader
	io.Writer
}

func (wire) Close() error { return io.ErrClosedPipe }

func order() {
	var out bytes.Buffer
	c := textproto.NewConn(wire{strings.NewReader("250 one\r\n250 two\r\n550 three\r\n"), &out})
	done := make(chan string, 3)
	var ids []uint
	for _, s := range []string{"A", "B", "C"} {
		id, err := c.Cmd("%s x", s)
		ids = append(ids, id)
		fmt.Println(id, err)
	}
	for _, id := range []uint{ids[2], ids[1], ids[0]} {
		go func() {
			c.StartResponse(id)
			defer c.EndResponse(id)
			code, message, err := c.ReadCodeLine(250)
			done <- fmt.Sprint(id, " ", code, " ", message, " ", err)
		}()
	}
	for range 3 {
		fmt.Println(<-done)
	}
	fmt.Printf("%q %v\n", out.String(), c.Close())
	defer func() { fmt.Println("panic:", recover()) }()
	var p textproto.Pipeline
	p.EndRequest(p.Next() + 1)
}

func main() {
	lines()
	replies()
	headers()
	dots()
	order()
}

// Output:
// one <nil>
// "two three four" <nil>
// "five" <nil>
// "" <nil>
// "six" <nil>
// "last" <nil>
//  EOF
// 10000 <nil>
// 220 "ready" <nil>
// 220 "ready" <nil>
// 220 "ready" <nil>
// 220 "ready" <nil>
// 220 "ready" 220 "ready"
// 220 "ready" <nil> false false
// 220 "first\n\n221 odd\n 220 inner\nlast" <nil>
// 220 "first\n\n221 odd\n 220 inner\nlast" <nil>
// 220 "first\n\n221 odd\n 220 inner\nlast" <nil>
// 220 "first\n\n221 odd\n 220 inner\nlast" <nil>
// 220 "first\n\n221 odd\n 220 inner\nlast" 220 "first\n\n221 odd\n 220 inner\nlast"
// 220 "first" unexpected multi-line response: "first" false true
// 0 "" short response: "22"
// 0 "" short response: "22"
// 0 "" short response: "22"
// 0 "" short response: "22"
// 0 "" short response: "22"
// 0 "" short response: "22" false true
// 0 "" invalid response code: "22x no"
// 0 "" invalid response code: "22x no"
// 0 "" invalid response code: "22x no"
// 0 "" invalid response code: "22x no"
// 0 "" invalid response code: "22x no"
// 0 "" invalid response code: "22x no" false true
// 99 "" invalid response code: "099 low"
// 99 "" invalid response code: "099 low"
// 99 "" invalid response code: "099 low"
// 99 "" invalid response code: "099 low"
// 99 "" invalid response code: "099 low"
// 99 "" invalid response code: "099 low" false true
// 550 "denied" <nil>
// 550 "denied" 550 "denied"
// 550 "denied" 550 "denied"
// 550 "denied" 550 "denied"
// 550 "denied" 550 "denied"
// 550 "denied" 550 "denied" true false
// 550 "long\ndenied" <nil>
// 550 "long\ndenied" 550 "long\ndenied"
// 550 "long\ndenied" 550 "long\ndenied"
// 550 "long\ndenied" 550 "long\ndenied"
// 550 "long\ndenied" 550 "long\ndenied"
// 550 "long" 550 "long" true false
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 220 "open" unexpected multi-line response: "open" false true
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF
// 0 "" EOF false false
// 0 "" short response: "220?x"
// 0 "" short response: "220?x"
// 0 "" short response: "220?x"
// 0 "" short response: "220?x"
// 0 "" short response: "220?x"
// 0 "" short response: "220?x" false true
// -20 "" invalid response code: "-20 minus"
// -20 "" invalid response code: "-20 minus"
// -20 "" invalid response code: "-20 minus"
// -20 "" invalid response code: "-20 minus"
// -20 "" invalid response code: "-20 minus"
// -20 "" invalid response code: "-20 minus" false true
// "" EOF 0 ""
// "\r\n" <nil> 0 ""
// "my-key: Value 1  \r\nLong-Key: Even \n\t  longer\r\n\n an" <nil> 2 Long-Key=["Even longer"] My-Key=["Value 1"] " and\r\nMy-Key: Value "
// "A: b" EOF 1 A=["b"] ""
// "A: b\n" EOF 1 A=["b"] ""
// "NoColon\n\n" malformed MIME header: missing colon: "NoColon" 0 "\n"
// " leading: x\n\n" malformed MIME header initial line: " leading: x" 0 "\n"
// "a b: c\n\n" <nil> 1 a b=["c"] ""
// "a\x00b: c\n\n" malformed MIME header line: "a\x00b: c" 0 "\n"
// ": empty\n\n" malformed MIME header line: ": empty" 0 "\n"
// "k: \x01\n\n" malformed MIME header line: "K: \x01" 0 "\n"
// "k: café\n\n" <nil> 1 K=["café"] ""
// "é: x\n\n" malformed MIME header line: "é: x" 0 "\n"
// "k:\n\n" <nil> 1 K=[""] ""
// "K:v:w\n\n" <nil> 1 K=["v:w"] ""
// "k : v\n\n" <nil> 1 k =["v"] ""
// "x-UPPER-lower: 1\nX-upper-Lower: 2\n\n" <nil> 1 X-Upper-Lower=["1" "2"] ""
// "first: 1\nbroken\nlast: 2\n\n" malformed MIME header: missing colon: "broken" 1 First=["1"] "last: 2\n\n"
// "k: v\nk: v\nk: v\nk: v\nk: v\nk: v\nk: v\nk: v\nk: v\nk: v\n" <nil> 1 K*1000 ""
// "k: v\n more\n more\n more\n more\n more\n more\n more\n mo" <nil> 1 K=["v more more more more more more more mor"] ""
// "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" <nil> 1 Aaaaaaaaaaaaaaaaaaaa=["b"] ""
// map[Accept-Language:[de en] x_y z:[kept]] de [de en] true true
// map[x_y z:[kept]] true 0
// "A-B-C" "a-b-c"
// "Content-Type" "CONTENT-TYPE"
// "Www-Authenticate" "www-authenticate"
// "über" "über"
// "a b" "a b"
// "" ""
// "-" "-"
// "A--B" "a--b"
// "Etag" "etag"
// "X-1a" "x-1a"
// "a"
// "line\n.dot\n\rx\nend\n" <nil>
// [next] <nil>
// [last] unexpected EOF
// "skip" <nil>
// after <nil>
// 0 EOF
// "\r\n.\r\nQUIT 1\r\n"
// "\n" <nil>
// "text\r\n.\r\nQUIT 1\r\n"
// "text\n" <nil>
// "text\r\n.\r\nQUIT 1\r\n"
// "text\n" <nil>
// "..\r\n...\r\nx\r\ny\r\n.\r\nQUIT 1\r\n"
// ".\n..\nx\ny\n" <nil>
// "a\r\nb\r\n..c\r\n\r\n..d\r\n.\r\nQUIT 1\r\n"
// "a\nb\n.c\n\n.d\n" <nil>
// 0 <nil>
// 1 <nil>
// 2 <nil>
// 0 250 one <nil>
// 1 250 two <nil>
// 2 550 three 550 "three"
// "A x\r\nB x\r\nC x\r\n" io: read/write on closed pipe
// panic: out of sync
