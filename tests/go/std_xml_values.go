// Package encoding/xml: structs by their tags, values that read or write themselves, and the errors of both ways.
package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type Point struct{ X, Y int }

func (p Point) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.X, p.Y), nil }
func (p *Point) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d,%d", &p.X, &p.Y)
	return err
}

type Level int

func (l Level) MarshalXMLAttr(n xml.Name) (xml.Attr, error) {
	if l < 0 {
		return xml.Attr{}, nil
	}
	return xml.Attr{Name: n, Value: strings.Repeat("*", int(l))}, nil
}
func (l *Level) UnmarshalXMLAttr(a xml.Attr) error { *l = Level(len(a.Value)); return nil }

type Pairs map[string]string

func (p Pairs) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	for _, k := range []string{"a", "b"} {
		if err := e.EncodeElement(p[k], xml.StartElement{Name: xml.Name{Local: k}}); err != nil {
			return err
		}
	}
	return e.EncodeToken(start.End())
}

func (p *Pairs) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*p = Pairs{"": start.Name.Local}
	for {
		t, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if s, ok := t.(xml.StartElement); ok {
			var v string
			if err := d.DecodeElement(&v, &s); err != nil {
				return err
			}
			(*p)[s.Name.Local] = v
		}
	}
}

type Base struct {
	ID    string `xml:"id,attr"`
	Label string `xml:"label"`
	Depth int    `xml:"depth"`
}

type More struct {
	Base
	Depth int `xml:"depth"`
}

type Item struct {
	XMLName xml.Name   `xml:"urn:x item"`
	Level   Level      `xml:"level,attr"`
	At      *Point     `xml:"at,attr,omitempty"`
	Rest    []xml.Attr `xml:",any,attr"`
	*More
	Tags  []string  `xml:"tags>tag"`
	Nums  []float64 `xml:"tags>num"`
	Spot  Point     `xml:"deep>er>spot"`
	When  time.Time `xml:"when,omitempty"`
	Bytes []byte    `xml:"bytes"`
	Array [2]byte   `xml:"-"`
	Flag  *bool     `xml:"flag"`
	Pairs Pairs     `xml:"pairs"`
	U     uint8     `xml:"u,omitempty"`
	Any   any       `xml:"any"`
	Note  string    `xml:",comment"`
	Text  string    `xml:",chardata"`
	Other []Node    `xml:",any"`
}

type Node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Inner   string     `xml:",innerxml"`
	Nodes   []Node     `xml:",any"`
}

type CData struct {
	A string `xml:",cdata"`
	B *int   `xml:"b>c"`
	C *int   `xml:"b>d"`
}

type Open struct{}

func (Open) MarshalXML(e *xml.Encoder, s xml.StartElement) error { return e.EncodeToken(s) }
func (*Open) UnmarshalXML(*xml.Decoder, xml.StartElement) error  { return nil }

type Fails struct{}

var errFails = errors.New("fails")

func (Fails) MarshalText() ([]byte, error) { return nil, errFails }

func marshal(v any) {
	b, err := xml.MarshalIndent(v, "", " ")
	c, err2 := xml.Marshal(v)
	fmt.Printf("%s %v\n%s %v\n", b, err, c, err2)
}

const document = `<item xmlns="urn:x" xmlns:p="urn:p" level="***" at="1,2" id="i7" p:x="y" odd="1"><!-- one -->
 <label>l&amp;l</label><depth> 3 </depth><tags><tag>a</tag><num>1.5</num><tag/><skip><tag>no</tag></skip></tags>
 <deep><er><spot>3,<!-- c -->4</spot></er></deep><when>2020-01-02T03:04:05Z</when><bytes>hi</bytes><flag> true </flag>
 <pairs><a>1</a><b>2</b></pairs><u>200</u><any><b/></any><tags><tag>b</tag></tags><p:n k='v'>in<m>ner</m></p:n><!--two--></item>`

func values() {
	var v Item
	fmt.Println(xml.Unmarshal([]byte(document), &v))
	fmt.Printf("%v %v %v %v %+v %q %v %v %v\n", v.XMLName, v.Level, *v.At, v.Rest, *v.More, v.Tags, v.Nums, v.Spot, v.When)
	fmt.Printf("%q %v %v %v %v %q %q %q\n", v.Bytes, *v.Flag, v.Pairs, v.U, v.Any, v.Note, strings.TrimSpace(v.Text), v.Other)
	v.Other, v.Text, v.Note, v.Any = nil, "<t>", "n-", &v.Spot
	marshal(v)
	marshal(&Item{More: &More{}, Level: -1})
	n := 5
	marshal([]any{CData{A: "x]]>y", C: &n}, &CData{B: &n, C: &n}, nil, 1, "s", true, 2.5, (*int)(nil)})
	var nodes []Node
	d := xml.NewDecoder(strings.NewReader("<a>1<b c='d'/></a><e/>"))
	for d.Decode(&nodes) == nil {
	}
	fmt.Printf("%+v\n", nodes)
	marshal(struct {
		XMLName xml.Name `xml:"w"`
		E       struct {
			XMLName xml.Name
		}
		F any `xml:"f,omitempty"`
		G []struct {
			H string `xml:"ns h"`
		}
		I Fails  `xml:"-"`
		J string `xml:"j"`
		k int
	}{XMLName: xml.Name{Space: "x", Local: "y"}})
}

func read[T any](s string) {
	var v T
	err := xml.Unmarshal([]byte(s), &v)
	fmt.Printf("%T %+v %v\n", v, v, err)
}

func errorsOfReading() {
	read[int]("<a>x</a>")
	read[int8]("<a>300</a>")
	read[uint]("<a>-1</a>")
	read[bool]("<a>maybe</a>")
	read[float32]("<a> 1e99 </a>")
	read[float64]("<a/>")
	read[map[string]int]("<a/>")
	read[[2]byte]("<a/>")
	read[struct {
		T struct{} `xml:",chardata"`
	}]("<a>x</a>")
	read[struct {
		XMLName struct{} `xml:"b"`
	}]("<a/>")
	read[struct {
		XMLName xml.Name `xml:"s b"`
	}]("<b/>")
	read[struct {
		XMLName xml.Name `xml:"s b"`
	}]("<b xmlns='t'/>")
	read[Open]("<a><b/></a>")
	read[struct{ Open }]("<a><Open>x</Open></a>")
	read[string]("<a><b>x</b>")
	read[[]string]("<a>x</b>")
	read[string]("")
	read[xml.Name]("<p:a xmlns:p='q'>x</p:a>")
	read[struct {
		A []int    `xml:"a,attr"`
		B xml.Attr `xml:"b,attr"`
		C []Point  `xml:"c,attr"`
	}]("<a a='1' b='2' c='3,4' a='5'/>")
	fmt.Println(xml.Unmarshal(nil, 1), xml.Unmarshal(nil, (*int)(nil)))
	var s *xml.SyntaxError
	fmt.Println(errors.As(xml.Unmarshal([]byte("<a>\n\n<"), new(string)), &s), s.Line, s.Msg)
}

func errorsOfTags() {
	for _, v := range []any{
		struct {
			A int `xml:"a,attr,chardata"`
		}{}, struct {
			A int `xml:"a,chardata"`
		}{}, struct {
			A int `xml:",comment,omitempty"`
		}{}, struct {
			A int `xml:"a>b,attr"`
		}{}, struct {
			A int `xml:"a>"`
		}{}, struct {
			A int `xml:">a"`
		}{}, struct {
			A int `xml:"ns "`
		}{}, struct {
			A int `xml:"a,any,attr"`
		}{}, struct {
			XMLName int `xml:"a,attr"`
		}{}, struct {
			A Item `xml:"a"`
		}{}, struct {
			A int `xml:"a"`
			B int `xml:"a"`
		}{}, struct {
			A int `xml:"a>b"`
			B int `xml:"a"`
		}{}, struct {
			A int `xml:",comment"`
		}{}, struct {
			A string `xml:",comment"`
		}{"x--y"}, struct {
			A map[int]int `xml:",attr"`
		}{}, []byte("b&"), [2]byte{65, 66}, Open{}, Fails{}, struct{ F Fails }{}, map[int]int{}, func() {}, struct{}{}, complex(1, 2),
	} {
		var b strings.Builder
		e := xml.NewEncoder(&b)
		err := e.EncodeElement(v, xml.StartElement{Name: xml.Name{Local: "w"}})
		fmt.Println(err, e.Flush(), b.String())
	}
	var e *xml.TagPathError
	_, err := xml.Marshal(struct {
		Base
		A int `xml:"id,attr"`
		B int `xml:"id,attr"`
	}{})
	fmt.Println(errors.As(err, &e), e.Field1, e.Tag1, e.Field2, e.Tag2)
	var u *xml.UnsupportedTypeError
	_, err = xml.Marshal(make(chan int))
	fmt.Println(errors.As(err, &u), u.Type)
	fmt.Println(xml.NewEncoder(io.Discard).EncodeElement(1, xml.StartElement{}))
}

func main() {
	values()
	errorsOfReading()
	errorsOfTags()
}

// Output:
// <nil>
// {urn:x item} 3 {1 2} [{{ xmlns} urn:x} {{xmlns p} urn:p} {{urn:p x} y} {{ odd} 1}] {Base:{ID:i7 Label:l&l Depth:0} Depth:3} ["a" "" "b"] [1.5] {3 4} 2020-01-02 03:04:05 +0000 UTC
// "hi" true map[:pairs a:1 b:2] 200 <nil> " one two" "" [{{"urn:p" "n"} [{{"" "k"} "v"}] "in<m>ner</m>" [{{"urn:x" "m"} [] "ner" []}]}]
// <item xmlns="urn:x" level="***" at="1,2" xmlns="urn:x" xmlns:_xmlns="xmlns" _xmlns:p="urn:p" xmlns:_="urn:p" _:x="y" odd="1" id="i7">
//  <label>l&amp;l</label>
//  <depth>3</depth>
//  <tags>
//   <tag>a</tag>
//   <tag></tag>
//   <tag>b</tag>
//   <num>1.5</num>
//  </tags>
//  <deep>
//   <er>
//    <spot>3,4</spot>
//   </er>
//  </deep>
//  <when>2020-01-02T03:04:05Z</when>
//  <bytes>hi</bytes>
//  <flag>true</flag>
//  <pairs>
//   <a>1</a>
//   <b>2</b>
//  </pairs>
//  <u>200</u>
//  <any>3,4</any>
//  <!--n- -->&lt;t&gt;
// </item> <nil>
// <item xmlns="urn:x" level="***" at="1,2" xmlns="urn:x" xmlns:_xmlns="xmlns" _xmlns:p="urn:p" xmlns:_="urn:p" _:x="y" odd="1" id="i7"><label>l&amp;l</label><depth>3</depth><tags><tag>a</tag><tag></tag><tag>b</tag><num>1.5</num></tags><deep><er><spot>3,4</spot></er></deep><when>2020-01-02T03:04:05Z</when><bytes>hi</bytes><flag>true</flag><pairs><a>1</a><b>2</b></pairs><u>200</u><any>3,4</any><!--n- -->&lt;t&gt;</item> <nil>
// <item xmlns="urn:x" id="">
//  <label></label>
//  <depth>0</depth>
//  <tags></tags>
//  <deep>
//   <er>
//    <spot>0,0</spot>
//   </er>
//  </deep>
//  <when>0001-01-01T00:00:00Z</when>
//  <bytes></bytes>
//  <pairs>
//   <a></a>
//   <b></b>
//  </pairs>
// </item> <nil>
// <item xmlns="urn:x" id=""><label></label><depth>0</depth><tags></tags><deep><er><spot>0,0</spot></er></deep><when>0001-01-01T00:00:00Z</when><bytes></bytes><pairs><a></a><b></b></pairs></item> <nil>
// <CData><![CDATA[x]]]]><![CDATA[>y]]>
//  <b>
//   <d>5</d>
//  </b>
// </CData>
// <CData>
//  <b>
//   <c>5</c>
//   <d>5</d>
//  </b>
// </CData>
// <int>1</int>
// <string>s</string>
// <bool>true</bool>
// <float64>2.5</float64> <nil>
// <CData><![CDATA[x]]]]><![CDATA[>y]]><b><d>5</d></b></CData><CData><b><c>5</c><d>5</d></b></CData><int>1</int><string>s</string><bool>true</bool><float64>2.5</float64> <nil>
// [{XMLName:{Space: Local:a} Attrs:[] Inner:1<b c='d'/> Nodes:[{XMLName:{Space: Local:b} Attrs:[{Name:{Space: Local:c} Value:d}] Inner: Nodes:[]}]} {XMLName:{Space: Local:e} Attrs:[] Inner: Nodes:[]}]
// <w>
//  <E></E>
//  <j></j>
// </w> <nil>
// <w><E></E><j></j></w> <nil>
// int 0 strconv.ParseInt: parsing "x": invalid syntax
// int8 0 strconv.ParseInt: parsing "300": value out of range
// uint 0 strconv.ParseUint: parsing "-1": invalid syntax
// bool false strconv.ParseBool: parsing "maybe": invalid syntax
// float32 0 strconv.ParseFloat: parsing "1e99": value out of range
// float64 0 <nil>
// map[string]int map[] unknown type map[string]int
// [2]uint8 [0 0] unknown type [2]uint8
// struct { T struct {} "xml:\",chardata\"" } {T:{}} cannot unmarshal into struct {}
// struct { XMLName struct {} "xml:\"b\"" } {XMLName:{}} expected element type <b> but have <a>
// struct { XMLName xml.Name "xml:\"s b\"" } {XMLName:{Space: Local:}} expected element <b> in name space s but have no name space
// struct { XMLName xml.Name "xml:\"s b\"" } {XMLName:{Space: Local:}} expected element <b> in name space s but have t
// main.Open {} xml: (*main.Open).UnmarshalXML did not consume entire <a> element
// struct { main.Open } {Open:{}} xml: (*struct { main.Open }).UnmarshalXML did not consume entire <a> element
// string  XML syntax error on line 1: unexpected EOF
// []string [] XML syntax error on line 1: element <a> closed by </b>
// string  EOF
// xml.Name {Space:q Local:a} <nil>
// struct { A []int "xml:\"a,attr\""; B xml.Attr "xml:\"b,attr\""; C []main.Point "xml:\"c,attr\"" } {A:[1 5] B:{Name:{Space: Local:b} Value:2} C:[{X:3 Y:4}]} <nil>
// non-pointer passed to Unmarshal nil pointer passed to Unmarshal
// true 3 unexpected EOF
// xml: invalid tag in field A of type struct { A int "xml:\"a,attr,chardata\"" }: "a,attr,chardata" <nil>
// xml: invalid tag in field A of type struct { A int "xml:\"a,chardata\"" }: "a,chardata" <nil>
// xml: invalid tag in field A of type struct { A int "xml:\",comment,omitempty\"" }: ",comment,omitempty" <nil>
// xml: a>b chain not valid with attr flag <nil>
// xml: trailing '>' in field A of type struct { A int "xml:\"a>\"" } <nil>
// <nil> <nil> <w><A><a>0</a></A></w>
// xml: namespace without name in field A of type struct { A int "xml:\"ns \"" }: "ns " <nil>
// xml: invalid tag in field A of type struct { A int "xml:\"a,any,attr\"" }: "a,any,attr" <nil>
// xml: invalid tag in field XMLName of type struct { XMLName int "xml:\"a,attr\"" }: "a,attr" <nil>
// xml: name "a" in tag of struct { A main.Item "xml:\"a\"" }.A conflicts with name "item" in main.Item.XMLName <nil>
// struct { A int "xml:\"a\""; B int "xml:\"a\"" } field "A" with tag "a" conflicts with field "B" with tag "a" <nil>
// struct { A int "xml:\"a>b\""; B int "xml:\"a\"" } field "A" with tag "a>b" conflicts with field "B" with tag "a" <nil>
// xml: bad type for comment field of struct { A int "xml:\",comment\"" } <nil> <w>
// xml: comments must not contain "--" <nil> <w><!--
// xml: unsupported type: map[int]int <nil>
// <nil> <nil> <w>b&amp;</w>
// <nil> <nil> <w>AB</w>
// xml: main.Open.MarshalXML wrote invalid XML: <w> not closed <nil> <w>
// fails <nil> <w>
// fails <nil> <w><F>
// xml: unsupported type: map[int]int <nil> <w>
// xml: unsupported type: func() <nil> <w>
// <nil> <nil> <w></w>
// xml: unsupported type: complex128 <nil> <w>
// true A id,attr B id,attr
// true chan int
// xml: EncodeElement of StartElement with missing name
