// Package encoding/xml on mutated documents: what it reads and writes is summed, and the sums are Go's.
package main

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

type rng uint64

func (r *rng) n(m int) int {
	*r ^= *r << 13
	*r ^= *r >> 7
	*r ^= *r << 17
	return int(uint64(*r>>11) % uint64(m))
}

var seeds = []string{
	`<?xml version="1.0" encoding="UTF-8"?>` + "\n<!DOCTYPE html [<!ENTITY a \"b>\"> <!-- c --> ]>\n<a x='1' y=\"2&lt;\">t<b/>&amp;&#65;&#x42;]]<![CDATA[x<]]y]]></a>",
	"<r xmlns='u' xmlns:p=\"v\"><p:a p:b='c' d='e'>\r\n x\ry</p:a><q:z/><c xmlns=''/></r>",
	"<a><br><B>x</b><p y=1 z>k & &nbsp; &bogus; &#xZ; </p><hr/></a>",
	"<!-- x - -- y --><?pi some ?? data?><é·>ü\ufffd世</é·>\x01\xff<a\nb\n=\n'c\n'\n/\n>",
	"<a.b-c:d e:f='\"' g=\"'\"></a.b-c:d ><:x/><y:/><a:b:c/>",
	"<Outer a='1' z='q'>txt<!--c--><p><q>1</q><q>22</q><s>x</s></p>more<n> 42 </n><f>1.5</f><any k='v'>in<b/></any><t>T</t></Outer>",
	"<a><a><a>x</a></a></a>]]>&lt;&apos;&quot;",
}
var bits = []string{"<", ">", "/", "'", "\"", "&", ";", "]]>", "<![CDATA[", "<!--", "-->", "--", "?>", "<?xml ", "\n", "\r", "\r\n", " ", "=", ":", "xmlns", "#", "x41", "a", "é", "\xff", "\x00", "</a>", "<a>", "<br>", "<!", "[", "version='1.1'", "encoding='x'", "\ufffe", "1", "-", "."}

func mutate(r *rng, s string) string {
	for k := 1 + r.n(4); k > 0; k-- {
		i := r.n(len(s) + 1)
		switch r.n(5) {
		case 0:
			s = s[:i]
		case 1:
			j := min(len(s), i+r.n(6))
			s = s[:i] + s[j:]
		case 2, 3:
			s = s[:i] + bits[r.n(len(bits))] + s[i:]
		case 4:
			o := seeds[r.n(len(seeds))]
			a := r.n(len(o) + 1)
			b := a + r.n(len(o)+1-a)
			s = s[:i] + o[a:b] + s[i:]
		}
		if len(s) > 600 {
			s = s[:600]
		}
	}
	return s
}

type small struct {
	r io.Reader
	n int
}

func (s *small) Read(b []byte) (int, error) {
	if len(b) > s.n {
		b = b[:s.n]
	}
	return s.r.Read(b)
}

type onlyByte struct{ s string }

func (o *onlyByte) Read(b []byte) (int, error) { panic("Read") }
func (o *onlyByte) ReadByte() (byte, error) {
	if o.s == "" {
		return 0, io.EOF
	}
	c := o.s[0]
	o.s = o.s[1:]
	return c, nil
}

type In struct {
	K    string `xml:"k,attr"`
	Body string `xml:",innerxml"`
	T    string `xml:",chardata"`
}
type Outer struct {
	XMLName xml.Name
	A       int        `xml:"a,attr"`
	Rest    []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Com     []byte     `xml:",comment"`
	Q       []int      `xml:"p>q"`
	S       *string    `xml:"p>s"`
	N       int8       `xml:"n"`
	F       float64    `xml:"f"`
	Any     []In       `xml:",any"`
	Raw     string     `xml:",innerxml"`
	T       bool       `xml:"t"`
	Br      []struct{} `xml:"br"`
	B       any        `xml:"b"`
	Pa      struct {
		B string `xml:"b,attr"`
		X string `xml:",cdata"`
	} `xml:"v a"`
}

func main() {
	for seed := range 12 {
		sum := fnv.New64a()
		try(seed, 60, sum)
		fmt.Printf("%2d %016x\n", seed, sum.Sum64())
	}
	deep := strings.Repeat("<a>", 10001)
	var n nest
	fmt.Println(xml.Unmarshal([]byte(deep), &n))
	d := xml.NewDecoder(strings.NewReader(deep + strings.Repeat("</a>", 10001)))
	d.Token()
	fmt.Println(d.Skip(), d.InputOffset())
	wide := "<a " + strings.Repeat("x='1' ", 5000) + "/>"
	var attrs struct {
		All []xml.Attr `xml:",any,attr"`
	}
	fmt.Println(xml.Unmarshal([]byte(wide), &attrs), len(attrs.All))
}

type nest struct {
	A *nest `xml:"a"`
}

func try(seed, count int, out io.Writer) {
	r := rng(seed*7919 + 1)
	for i := range count {
		s := mutate(&r, seeds[r.n(len(seeds))])
		fmt.Fprintf(out, "%d %q\n", i, s)
		var src io.Reader
		switch r.n(6) {
		case 0:
			src = strings.NewReader(s)
		case 1:
			src = bytes.NewBufferString(s)
		case 2:
			src = &onlyByte{s}
		case 3:
			src = bufio.NewReaderSize(&small{strings.NewReader(s), 1 + r.n(20)}, 16)
		case 4:
			src = &small{strings.NewReader(s), 1 + r.n(9)}
		case 5:
			src = bytes.NewReader([]byte(s))
		}
		d := xml.NewDecoder(src)
		mode := r.n(6)
		if mode&1 == 1 {
			d.Strict = false
			d.AutoClose = xml.HTMLAutoClose
			d.Entity = xml.HTMLEntity
		}
		if r.n(3) == 0 {
			d.DefaultSpace = "dflt"
		}
		if r.n(2) == 0 {
			d.CharsetReader = func(c string, in io.Reader) (io.Reader, error) {
				if c == "x" {
					return in, nil
				}
				return nil, io.ErrNoProgress
			}
		}
		if mode >= 4 {
			var o Outer
			err := d.Decode(&o)
			if o.S != nil {
				fmt.Fprintf(out, " %q\n", *o.S)
			}
			o.S = nil
			fmt.Fprintf(out, " %+v %v %d\n", o, err, d.InputOffset())
			b, err := xml.MarshalIndent(o, "", " ")
			fmt.Fprintf(out, " %s %v\n", b, err)
			var o2 Outer
			err = xml.Unmarshal([]byte(s), &o2)
			o2.S = nil
			fmt.Fprintf(out, " %+v %v\n", o2, err)
			continue
		}
		e := xml.NewEncoder(out)
		for {
			var t xml.Token
			var err error
			if mode >= 2 {
				t, err = d.RawToken()
			} else {
				t, err = d.Token()
			}
			l, c := d.InputPos()
			if err != nil {
				fmt.Fprintf(out, " %T %q %v %d:%d\n", t, t, err, l, c)
				break
			}
			fmt.Fprintf(out, " %T %q %d %d:%d ", t, t, d.InputOffset(), l, c)
			fmt.Fprintln(out, e.EncodeToken(t), e.Flush())
		}
		fmt.Fprintln(out, e.Close())
	}
}

// Output:
//  0 31adead157c6bfa6
//  1 a9da7b8c6d1e6979
//  2 a1d9012e4e43aa27
//  3 8eb6822eac85be08
//  4 4293e9b2e3fd8d39
//  5 003593f8c199a7d3
//  6 cbbe1722bed30c00
//  7 eef201f5c29bb9ba
//  8 60fdea761df6a6b8
//  9 c73ccde638d60ec7
// 10 3f994d4579204bd9
// 11 8e3cf9b7897079d4
// exceeded max depth
// <nil> 70007
// <nil> 5000
