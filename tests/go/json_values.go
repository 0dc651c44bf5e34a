// What Marshal makes of values of each kind, and Unmarshal of texts: tags, embedding, methods, errors.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

type Celsius float64

func (c Celsius) MarshalText() ([]byte, error) {
	if c < -273 {
		return nil, errors.New("too cold")
	}
	return fmt.Appendf(nil, "%.1f°", float64(c)), nil
}

type Point struct{ X, Y int }

func (p *Point) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d, %d]", p.X, p.Y), nil }

type Bad struct{ text string }

func (b Bad) MarshalJSON() ([]byte, error) { return []byte(b.text), nil }

type Level int

func (l *Level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return fmt.Errorf("no level %q", b)
	}
	return nil
}

type Inner struct {
	A int `json:"a"`
	B string
}
type Other struct {
	B string
	C int
}
type Outer struct {
	Inner
	*Other
	C     int `json:"c,omitempty"`
	hide  int
	Zero  time.Time      `json:"zero,omitzero"`
	Ptr   *Outer         `json:",omitempty"`
	Any   any            `json:"any,omitempty"`
	List  []any          `json:"list,omitempty"`
	Text  string         `json:"text,string,omitempty"`
	Count uint8          `json:",string"`
	Map   map[string]any `json:"map,omitempty"`
	Arr   [0]int         `json:"arr,omitempty"`
	F     float32        `json:"f,omitempty"`
	Skip  int            `json:"-"`
	Dash  int            `json:"-,"`
	HTML  string         `json:"<&>"`
}

func marshal(values ...any) {
	for _, v := range values {
		b, err := json.Marshal(v)
		fmt.Printf("%T %s %v\n", v, b, err)
	}
}

func encode() {
	marshal(nil, true, 1, -5, uint8(200), int64(math.MinInt64), uint64(math.MaxUint64), 1.5, float32(0.1), 1e21, 1e20, 1e-6, 1e-7,
		math.Copysign(0, -1), math.NaN(), math.Inf(-1), float32(1e-7), float32(3.4e38), "x", "<a href=\"q\">&\u2028\u2029\b\f\n\r\t\x00\x7f\xff\xe2\x82é",
		[]int(nil), []int{}, []int{1, 2}, []byte(nil), []byte{}, []byte("bytes"), [3]byte{1, 2, 3}, [2]bool{true}, json.Number("1e5"),
		json.Number(""), json.Number("x"), json.RawMessage(`{ "a" : [ 1 ] }`), json.RawMessage(nil), json.RawMessage("{"))
	marshal(map[string]int(nil), map[string]int{"b": 1, "a": 2, "<": 3}, map[int]string{10: "x", 9: "y", -1: "z"}, map[Celsius]int{1: 1, -5: 2},
		map[Celsius]int{-300: 1}, map[bool]int{}, map[string]any{"x": map[string]any{"y": []any{1, "z", nil, 2.5}}}, make(chan int), func() {}, 1i)
	marshal(Celsius(20), Celsius(-300), Point{1, 2}, &Point{3, 4}, []Point{{5, 6}}, map[string]Point{"p": {7, 8}}, map[string]*Point{"p": {7, 8}, "n": nil},
		[1]Point{}, &[1]Point{}, struct{ P Point }{}, &struct{ P Point }{}, Bad{"{"}, Bad{""}, Bad{" [1 , 2] "}, Bad{`"<>"`})
	marshal(Outer{}, &Outer{Inner: Inner{1, "b"}, Other: &Other{"hidden", 3}, C: 4, Ptr: &Outer{}, Any: Celsius(3), List: []any{nil}, Text: "q\"<",
		Count: 7, Map: map[string]any{"k": 1}, F: 2.5, Dash: 9, HTML: "&"}, struct{ A, B any }{1, struct{}{}}, errors.New("e"))
	type loop struct{ Next any }
	l := &loop{}
	l.Next = l
	m := map[string]any{}
	m["m"] = m
	s := make([]any, 1)
	s[0] = s
	for _, v := range []any{l, m, s} {
		_, err := json.Marshal(v)
		fmt.Printf("%T %v\n", err, err)
	}
	deep := any(1)
	for range 3000 {
		deep = []any{&deep, map[string]any{"k": deep}}[1]
	}
	b, err := json.Marshal(deep)
	fmt.Println(len(b), err)
}

func unmarshal[T any](v T, texts ...string) {
	for _, text := range texts {
		x := v
		err := json.Unmarshal([]byte(text), &x)
		b, _ := json.Marshal(x)
		fmt.Printf("%T %q -> %s %q", x, text, b, fmt.Sprint(err))
		var te *json.UnmarshalTypeError
		var se *json.SyntaxError
		if errors.As(err, &te) {
			fmt.Printf(" %q %v %d %q %q", te.Value, te.Type, te.Offset, te.Struct, te.Field)
		}
		if errors.As(err, &se) {
			fmt.Print(" ", se.Offset)
		}
		fmt.Println()
	}
}

func decode() {
	unmarshal(0, "1", " -7 ", "1.0", "1e2", "9223372036854775808", "null", `"1"`, "[]", "{}", "tru", "true", "01", "-", "1.", "1e", "")
	unmarshal(int8(3), "127", "128", "-128", "-129", "-0")
	unmarshal(uint16(3), "65535", "65536", "-1", "-0")
	unmarshal(float32(3), "0.1", "1e39", "3.4028235e38", "-0")
	unmarshal(1.5, "1e400", "5e-324", "123456789012345678901234567890", "0.30000000000000004")
	unmarshal("s", `"\u00e9\ud83d\ude00\ud800\"\\\/\b\f\n\r\t"`, `"\x"`, `"\u12"`, "\"\x01\"", `"open`, "\"\xff\xe2\"", "1")
	unmarshal([]int{1, 2, 3}, "[]", "[4]", "[4,5,6,7]", "null", "[1,]", "[1 2]", `["a",2]`, "{}")
	unmarshal([2]int{1, 2}, "[]", "[4]", "[4,5,6,7]", "null", "[[],1]")
	unmarshal([]byte("x"), `"AQID"`, `"!"`, "[1,2,255]", "[256]", "null")
	unmarshal(map[string]int{"a": 1}, `{"b":2}`, `{"a":null}`, `{"a":"x","c":3}`, `{"a":1,"a":2}`, "null", `{"a"}`, `{"a":1,}`, `{a:1}`, "[]")
	unmarshal(map[int8]bool{}, `{"1":true,"-5":false}`, `{"200":true}`, `{"x":true}`)
	unmarshal(map[Level]int{}, `{"low":1,"high":2}`, `{"mid":3}`)
	unmarshal(Outer{}, `{"a":1,"B":"x","C":5,"c":6}`, `{"A":1,"LIST":[1,"2",null],"any":{"x":[]}}`, `{"ptr":{"ptr":{"a":"no"}}}`,
		`{"text":"\"in\"","count":"12"}`, `{"count":12}`, `{"count":"x"}`, `{"count":"300"}`, `{"text":"plain"}`, `{"zero":"2020-02-03T04:05:06Z"}`, `{"zero":5}`,
		`{"Other":1}`, `{"f":1e99,"map":{"a":1}}`, `{"-":3,"Skip":4,"<&>":"h"}`)
	unmarshal[any](nil, "1", `"s"`, "[1,[2,{}]]", `{"a":{"b":null}}`, "1e999", "nul", " ")
	var p *Point
	n, in := 5, any(nil)
	in = &n
	unmarshal(in, "7", "null", `"x"`)
	unmarshal(p, `{"X":1,"Y":2,"Z":3}`, "null")
	unmarshal(Level(0), `"low"`, `"mid"`, "1", "null")
	unmarshal(json.RawMessage(nil), ` [ 1 ] `, "null")
	unmarshal(json.Number(""), "12.5e3", `"7"`, `"x"`, "null")
	unmarshal([]error{nil}, "[null]", "[1]")
	var x any
	fmt.Println(json.Unmarshal([]byte("1"), nil), json.Unmarshal([]byte("1"), 5), json.Unmarshal([]byte("1"), (*int)(nil)))
	for _, depth := range []int{200, 9999, 10000, 10001} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		fmt.Println(depth, json.Unmarshal([]byte(text), &x), json.Valid([]byte(text)))
		text = strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
		fmt.Println(depth, json.Unmarshal([]byte(text), &x), json.Valid([]byte(text)))
	}
}

func main() {
	encode()
	decode()
	d := json.NewDecoder(strings.NewReader(`{"a":1,"b":[1,{"c":null}]} [true] "x" 5 {"Unknown":1,"X":2} {"X":"3"} nul`))
	d.UseNumber()
	for range 12 {
		t, err := d.Token()
		fmt.Printf("%T %v %v %d %v\n", t, t, err, d.InputOffset(), d.More())
	}
	d.DisallowUnknownFields()
	for range 7 {
		var p struct{ X int }
		err := d.Decode(&p)
		fmt.Println(p, err, d.InputOffset())
	}
	var b bytes.Buffer
	fmt.Println(json.Indent(&b, []byte(` {"a":[1,2,{}],"b":{},"c":[]} `), "p", "\t"))
	fmt.Printf("%q\n", b.String())
	b.Reset()
	fmt.Println(json.Compact(&b, []byte(` { "a" : "< >" } `)))
	json.HTMLEscape(&b, []byte(`"<&>`+"\u2028"+`"`))
	fmt.Printf("%q\n", b.String())
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	fmt.Println(e.Encode(map[string]any{"x": "<>", "y": []int{1}}))
	fmt.Printf("%q\n", b.String())
}

// Output:
// <nil> null <nil>
// bool true <nil>
// int 1 <nil>
// int -5 <nil>
// uint8 200 <nil>
// int64 -9223372036854775808 <nil>
// uint64 18446744073709551615 <nil>
// float64 1.5 <nil>
// float32 0.1 <nil>
// float64 1e+21 <nil>
// float64 100000000000000000000 <nil>
// float64 0.000001 <nil>
// float64 1e-7 <nil>
// float64 -0 <nil>
// float64  json: unsupported value: NaN
// float64  json: unsupported value: -Inf
// float32 1e-7 <nil>
// float32 3.4e+38 <nil>
// string "x" <nil>
// string "\u003ca href=\"q\"\u003e\u0026\u2028\u2029\b\f\n\r\t\u0000\ufffd\ufffd\ufffdé" <nil>
// []int null <nil>
// []int [] <nil>
// []int [1,2] <nil>
// []uint8 null <nil>
// []uint8 "" <nil>
// []uint8 "Ynl0ZXM=" <nil>
// [3]uint8 [1,2,3] <nil>
// [2]bool [true,false] <nil>
// json.Number 1e5 <nil>
// json.Number 0 <nil>
// json.Number  json: invalid number literal "x"
// json.RawMessage {"a":[1]} <nil>
// json.RawMessage null <nil>
// json.RawMessage  json: error calling MarshalJSON for type json.RawMessage: unexpected end of JSON input
// map[string]int null <nil>
// map[string]int {"\u003c":3,"a":2,"b":1} <nil>
// map[int]string {"-1":"z","10":"x","9":"y"} <nil>
// map[main.Celsius]int {"-5.0°":2,"1.0°":1} <nil>
// map[main.Celsius]int  json: encoding error for type "map[main.Celsius]int": "too cold"
// map[bool]int  json: unsupported type: map[bool]int
// map[string]interface {} {"x":{"y":[1,"z",null,2.5]}} <nil>
// chan int  json: unsupported type: chan int
// func()  json: unsupported type: func()
// complex128  json: unsupported type: complex128
// main.Celsius "20.0°" <nil>
// main.Celsius  json: error calling MarshalText for type main.Celsius: too cold
// main.Point {"X":1,"Y":2} <nil>
// *main.Point [3,4] <nil>
// []main.Point [[5,6]] <nil>
// map[string]main.Point {"p":{"X":7,"Y":8}} <nil>
// map[string]*main.Point {"n":null,"p":[7,8]} <nil>
// [1]main.Point [{"X":0,"Y":0}] <nil>
// *[1]main.Point [[0,0]] <nil>
// struct { P main.Point } {"P":{"X":0,"Y":0}} <nil>
// *struct { P main.Point } {"P":[0,0]} <nil>
// main.Bad  json: error calling MarshalJSON for type main.Bad: unexpected end of JSON input
// main.Bad  json: error calling MarshalJSON for type main.Bad: unexpected end of JSON input
// main.Bad [1,2] <nil>
// main.Bad "\u003c\u003e" <nil>
// main.Outer {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} <nil>
// *main.Outer {"a":1,"C":3,"c":4,"Ptr":{"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""},"any":"3.0°","list":[null],"text":"\"q\\\"\\u003c\"","Count":"7","map":{"k":1},"f":2.5,"-":9,"\u003c\u0026\u003e":"\u0026"} <nil>
// struct { A interface {}; B interface {} } {"A":1,"B":{}} <nil>
// *errors.errorString {} <nil>
// *json.UnsupportedValueError json: unsupported value: encountered a cycle via *main.loop
// *json.UnsupportedValueError json: unsupported value: encountered a cycle via map[string]interface {}
// *json.UnsupportedValueError json: unsupported value: encountered a cycle via []interface {}
// 18001 <nil>
// int "1" -> 1 "<nil>"
// int " -7 " -> -7 "<nil>"
// int "1.0" -> 0 "json: cannot unmarshal number 1.0 into Go value of type int" "number 1.0" int 3 "" ""
// int "1e2" -> 0 "json: cannot unmarshal number 1e2 into Go value of type int" "number 1e2" int 3 "" ""
// int "9223372036854775808" -> 0 "json: cannot unmarshal number 9223372036854775808 into Go value of type int" "number 9223372036854775808" int 19 "" ""
// int "null" -> 0 "<nil>"
// int "\"1\"" -> 0 "json: cannot unmarshal string into Go value of type int" "string" int 3 "" ""
// int "[]" -> 0 "json: cannot unmarshal array into Go value of type int" "array" int 1 "" ""
// int "{}" -> 0 "json: cannot unmarshal object into Go value of type int" "object" int 1 "" ""
// int "tru" -> 0 "invalid character ' ' in literal true (expecting 'e')" 3
// int "true" -> 0 "json: cannot unmarshal bool into Go value of type int" "bool" int 4 "" ""
// int "01" -> 0 "invalid character '1' after top-level value" 2
// int "-" -> 0 "invalid character ' ' in numeric literal" 1
// int "1." -> 0 "invalid character ' ' after decimal point in numeric literal" 2
// int "1e" -> 0 "invalid character ' ' in exponent of numeric literal" 2
// int "" -> 0 "unexpected end of JSON input" 0
// int8 "127" -> 127 "<nil>"
// int8 "128" -> 3 "json: cannot unmarshal number 128 into Go value of type int8" "number 128" int8 3 "" ""
// int8 "-128" -> -128 "<nil>"
// int8 "-129" -> 3 "json: cannot unmarshal number -129 into Go value of type int8" "number -129" int8 4 "" ""
// int8 "-0" -> 0 "<nil>"
// uint16 "65535" -> 65535 "<nil>"
// uint16 "65536" -> 3 "json: cannot unmarshal number 65536 into Go value of type uint16" "number 65536" uint16 5 "" ""
// uint16 "-1" -> 3 "json: cannot unmarshal number -1 into Go value of type uint16" "number -1" uint16 2 "" ""
// uint16 "-0" -> 3 "json: cannot unmarshal number -0 into Go value of type uint16" "number -0" uint16 2 "" ""
// float32 "0.1" -> 0.1 "<nil>"
// float32 "1e39" -> 3 "json: cannot unmarshal number 1e39 into Go value of type float32" "number 1e39" float32 4 "" ""
// float32 "3.4028235e38" -> 3.4028235e+38 "<nil>"
// float32 "-0" -> -0 "<nil>"
// float64 "1e400" -> 1.5 "json: cannot unmarshal number 1e400 into Go value of type float64" "number 1e400" float64 5 "" ""
// float64 "5e-324" -> 5e-324 "<nil>"
// float64 "123456789012345678901234567890" -> 1.2345678901234568e+29 "<nil>"
// float64 "0.30000000000000004" -> 0.30000000000000004 "<nil>"
// string "\"\\u00e9\\ud83d\\ude00\\ud800\\\"\\\\\\/\\b\\f\\n\\r\\t\"" -> "é😀�\"\\/\b\f\n\r\t" "<nil>"
// string "\"\\x\"" -> "s" "invalid character 'x' in string escape code" 3
// string "\"\\u12\"" -> "s" "invalid character '\"' in \\u hexadecimal character escape" 6
// string "\"\x01\"" -> "s" "invalid character '\\x01' in string literal" 2
// string "\"open" -> "s" "unexpected end of JSON input" 5
// string "\"\xff\xe2\"" -> "��" "<nil>"
// string "1" -> "s" "json: cannot unmarshal number into Go value of type string" "number" string 1 "" ""
// []int "[]" -> [] "<nil>"
// []int "[4]" -> [4] "<nil>"
// []int "[4,5,6,7]" -> [4,5,6,7] "<nil>"
// []int "null" -> null "<nil>"
// []int "[1,]" -> [4,5,6] "invalid character ']' looking for beginning of value" 4
// []int "[1 2]" -> [4,5,6] "invalid character '2' after array element" 4
// []int "[\"a\",2]" -> [4,2] "json: cannot unmarshal string into Go value of type int" "string" int 4 "" ""
// []int "{}" -> [4,2,6] "json: cannot unmarshal object into Go value of type []int" "object" []int 1 "" ""
// [2]int "[]" -> [0,0] "<nil>"
// [2]int "[4]" -> [4,0] "<nil>"
// [2]int "[4,5,6,7]" -> [4,5] "<nil>"
// [2]int "null" -> [1,2] "<nil>"
// [2]int "[[],1]" -> [1,1] "json: cannot unmarshal array into Go value of type int" "array" int 2 "" ""
// []uint8 "\"AQID\"" -> "AQID" "<nil>"
// []uint8 "\"!\"" -> "eA==" "illegal base64 data at input byte 0"
// []uint8 "[1,2,255]" -> "AQL/" "<nil>"
// []uint8 "[256]" -> "AQ==" "json: cannot unmarshal number 256 into Go value of type uint8" "number 256" uint8 4 "" ""
// []uint8 "null" -> null "<nil>"
// map[string]int "{\"b\":2}" -> {"a":1,"b":2} "<nil>"
// map[string]int "{\"a\":null}" -> {"a":0,"b":2} "<nil>"
// map[string]int "{\"a\":\"x\",\"c\":3}" -> {"a":0,"b":2,"c":3} "json: cannot unmarshal string into Go value of type int" "string" int 8 "" ""
// map[string]int "{\"a\":1,\"a\":2}" -> {"a":2,"b":2,"c":3} "<nil>"
// map[string]int "null" -> null "<nil>"
// map[string]int "{\"a\"}" -> {"a":2,"b":2,"c":3} "invalid character '}' after object key" 5
// map[string]int "{\"a\":1,}" -> {"a":2,"b":2,"c":3} "invalid character '}' looking for beginning of object key string" 8
// map[string]int "{a:1}" -> {"a":2,"b":2,"c":3} "invalid character 'a' looking for beginning of object key string" 2
// map[string]int "[]" -> {"a":2,"b":2,"c":3} "json: cannot unmarshal array into Go value of type map[string]int" "array" map[string]int 1 "" ""
// map[int8]bool "{\"1\":true,\"-5\":false}" -> {"-5":false,"1":true} "<nil>"
// map[int8]bool "{\"200\":true}" -> {"-5":false,"1":true} "json: cannot unmarshal number 200 into Go value of type int8" "number 200" int8 2 "" ""
// map[int8]bool "{\"x\":true}" -> {"-5":false,"1":true} "json: cannot unmarshal number x into Go value of type int8" "number x" int8 2 "" ""
// map[main.Level]int "{\"low\":1,\"high\":2}" -> {"1":1,"2":2} "<nil>"
// map[main.Level]int "{\"mid\":3}" -> {"1":1,"2":2} "no level \"mid\""
// main.Outer "{\"a\":1,\"B\":\"x\",\"C\":5,\"c\":6}" -> {"a":1,"C":5,"c":6,"Count":"0","-":0,"\u003c\u0026\u003e":""} "<nil>"
// main.Outer "{\"A\":1,\"LIST\":[1,\"2\",null],\"any\":{\"x\":[]}}" -> {"a":1,"any":{"x":[]},"list":[1,"2",null],"Count":"0","-":0,"\u003c\u0026\u003e":""} "<nil>"
// main.Outer "{\"ptr\":{\"ptr\":{\"a\":\"no\"}}}" -> {"a":0,"Ptr":{"a":0,"Ptr":{"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""},"Count":"0","-":0,"\u003c\u0026\u003e":""},"Count":"0","-":0,"\u003c\u0026\u003e":""} "json: cannot unmarshal string into Go struct field Outer.Ptr.Ptr.Inner.a of type int" "string" int 23 "Outer" "Ptr.Ptr.Inner.a"
// main.Outer "{\"text\":\"\\\"in\\\"\",\"count\":\"12\"}" -> {"a":0,"text":"\"in\"","Count":"12","-":0,"\u003c\u0026\u003e":""} "<nil>"
// main.Outer "{\"count\":12}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "json: invalid use of ,string struct tag, trying to unmarshal unquoted value into uint8"
// main.Outer "{\"count\":\"x\"}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "json: invalid use of ,string struct tag, trying to unmarshal \"x\" into uint8"
// main.Outer "{\"count\":\"300\"}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "json: cannot unmarshal number 300 into Go struct field Outer.Count of type uint8" "number 300" uint8 14 "Outer" "Count"
// main.Outer "{\"text\":\"plain\"}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "json: invalid use of ,string struct tag, trying to unmarshal \"plain\" into string"
// main.Outer "{\"zero\":\"2020-02-03T04:05:06Z\"}" -> {"a":0,"zero":"2020-02-03T04:05:06Z","Count":"0","-":0,"\u003c\u0026\u003e":""} "<nil>"
// main.Outer "{\"zero\":5}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "Time.UnmarshalJSON: input is not a JSON string"
// main.Outer "{\"Other\":1}" -> {"a":0,"Count":"0","-":0,"\u003c\u0026\u003e":""} "<nil>"
// main.Outer "{\"f\":1e99,\"map\":{\"a\":1}}" -> {"a":0,"Count":"0","map":{"a":1},"-":0,"\u003c\u0026\u003e":""} "json: cannot unmarshal number 1e99 into Go struct field Outer.f of type float32" "number 1e99" float32 9 "Outer" "f"
// main.Outer "{\"-\":3,\"Skip\":4,\"<&>\":\"h\"}" -> {"a":0,"Count":"0","-":3,"\u003c\u0026\u003e":"h"} "<nil>"
// float64 "1" -> 1 "<nil>"
// string "\"s\"" -> "s" "<nil>"
// []interface {} "[1,[2,{}]]" -> [1,[2,{}]] "<nil>"
// map[string]interface {} "{\"a\":{\"b\":null}}" -> {"a":{"b":null}} "<nil>"
// <nil> "1e999" -> null "json: cannot unmarshal number 1e999 into Go value of type float64" "number 1e999" float64 6 "" ""
// <nil> "nul" -> null "invalid character ' ' in literal null (expecting 'l')" 3
// <nil> " " -> null "unexpected end of JSON input" 1
// *int "7" -> 7 "<nil>"
// <nil> "null" -> null "<nil>"
// *int "\"x\"" -> 7 "json: cannot unmarshal string into Go value of type int" "string" int 3 "" ""
// *main.Point "{\"X\":1,\"Y\":2,\"Z\":3}" -> [1,2] "<nil>"
// *main.Point "null" -> null "<nil>"
// main.Level "\"low\"" -> 1 "<nil>"
// main.Level "\"mid\"" -> 0 "no level \"mid\""
// main.Level "1" -> 0 "json: cannot unmarshal number into Go value of type *main.Level" "number" *main.Level 1 "" ""
// main.Level "null" -> 0 "<nil>"
// json.RawMessage " [ 1 ] " -> [1] "<nil>"
// json.RawMessage "null" -> null "<nil>"
// json.Number "12.5e3" -> 12.5e3 "<nil>"
// json.Number "\"7\"" -> 7 "<nil>"
// json.Number "\"x\"" -> 0 "json: invalid number literal, trying to unmarshal \"\\\"x\\\"\" into Number"
// json.Number "null" -> 0 "<nil>"
// []error "[null]" -> [null] "<nil>"
// []error "[1]" -> [null] "json: cannot unmarshal number into Go value of type error" "number" error 2 "" ""
// json: Unmarshal(nil) json: Unmarshal(non-pointer int) json: Unmarshal(nil *int)
// 200 <nil> true
// 200 <nil> true
// 9999 <nil> true
// 9999 <nil> true
// 10000 <nil> true
// 10000 <nil> true
// 10001 invalid character '[' exceeded max depth false
// 10001 invalid character '{' exceeded max depth false
// json.Delim { <nil> 1 true
// string a <nil> 4 true
// json.Number 1 <nil> 6 true
// string b <nil> 10 true
// json.Delim [ <nil> 12 true
// json.Number 1 <nil> 13 true
// json.Delim { <nil> 15 true
// string c <nil> 18 true
// <nil> <nil> <nil> 23 false
// json.Delim } <nil> 24 false
// json.Delim ] <nil> 25 false
// json.Delim } <nil> 26 true
// {0} json: cannot unmarshal array into Go value of type struct { X int } 33
// {0} json: cannot unmarshal string into Go value of type struct { X int } 37
// {0} json: cannot unmarshal number into Go value of type struct { X int } 39
// {2} json: unknown field "Unknown" 59
// {0} json: cannot unmarshal string into Go struct field .X of type int 69
// {0} unexpected EOF 69
// {0} unexpected EOF 69
// <nil>
// "{\np\t\"a\": [\np\t\t1,\np\t\t2,\np\t\t{}\np\t],\np\t\"b\": {},\np\t\"c\": []\np} "
// <nil>
// "{\"a\":\"< >\"}\"\\u003c\\u0026\\u003e\\u2028\""
// <nil>
// "{\"a\":\"< >\"}\"\\u003c\\u0026\\u003e\\u2028\"{\n \"x\": \"<>\",\n \"y\": [\n  1\n ]\n}\n"
