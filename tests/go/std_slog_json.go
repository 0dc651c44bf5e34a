// Values of any type in the lines of slog.JSONHandler, which encodes them as encoding/json does.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"strings"
	"time"
)

type level int

func (l level) MarshalText() ([]byte, error) {
	if l < 0 {
		return nil, errors.New("negative")
	}
	return []byte(fmt.Sprint("L", int(l))), nil
}

type raw string

func (r raw) MarshalJSON() ([]byte, error) { return []byte(r), nil }

type onPointer struct{ N int }

func (p *onPointer) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(`"P`, p.N, `"`)), nil }

type zero struct{ n int }

func (z zero) IsZero() bool { return z.n == 7 }

type Base struct {
	ID   int
	Name string `json:"name"`
	Both string
}

type other struct {
	Both  string
	Inner int `json:"inner"`
	deep
}

type deep struct{ Deep, ID int }

type Named struct{ X int }

type tagged struct {
	*Base
	other
	Named    `json:"named"`
	hidden   int
	Skip     int            `json:"-"`
	Dash     int            `json:"-,"`
	Empty    string         `json:"empty,omitempty"`
	EmptyMap map[string]int `json:",omitempty"`
	Array    [0]int         `json:",omitempty"`
	Pointer  *int           `json:",omitempty"`
	Zero     zero           `json:",omitzero"`
	Seven    zero           `json:"seven,omitzero"`
	When     time.Time      `json:",omitzero"`
	Quoted   int            `json:",string"`
	Text     string         `json:"text,string"`
	Flag     *bool          `json:"flag,string"`
	Slice    []int          `json:"slice,string"`
	Bad      int            `json:"no\"name"`
	Uni      int            `json:"ключ"`
	HTML     int            `json:"<&>"`
	Ptr      onPointer
	PtrPtr   *onPointer
	Any      any
	Err      error
	Func     func() `json:"-"`
}

type list struct {
	Value int
	Next  *list `json:",omitempty"`
}

type keys struct{ a, b int }

func (k keys) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(k.a, "/", k.b)), nil }

type octets []octet

type octet byte

type marked byte

func (m marked) MarshalText() ([]byte, error) { return []byte{'m', byte(m)}, nil }

type Self []Self

func show(v any) {
	var b bytes.Buffer
	r := slog.NewRecord(time.Time{}, 0, "m", 0)
	r.Add("v", v)
	err := slog.NewJSONHandler(&b, nil).Handle(context.Background(), r)
	fmt.Print(strings.TrimPrefix(b.String(), `{"level":"INFO","msg":"m",`))
	if err != nil {
		fmt.Println(err)
	}
}

func main() {
	yes := true
	full := tagged{Base: &Base{1, "n", "b"}, other: other{"o", 2, deep{3, 4}}, Quoted: -5, Text: "a\"b", Flag: &yes, Dash: 9,
		Zero: zero{1}, Seven: zero{7}, When: time.Unix(1, 5).UTC(), Ptr: onPointer{8}, PtrPtr: &onPointer{9}, Any: level(3),
		Err: errors.New("lost"), Uni: 1, HTML: 2, EmptyMap: map[string]int{"x": 1}, Slice: []int{1}}
	one := 1
	loop := &list{Value: 1}
	loop.Next = loop
	long := &list{}
	for i := range 1200 {
		long = &list{i, long}
	}
	cyclic := map[string]any{}
	cyclic["self"] = cyclic
	var self Self = make(Self, 1)
	self[0] = self
	for _, v := range []any{
		tagged{}, full, &full, []tagged{{Pointer: &one}}[0].Pointer, []onPointer{{1}}, [1]onPointer{{2}}, map[string]onPointer{"k": {3}},
		&[1]onPointer{{4}}, level(1), level(-1), []level{2, 3}, map[level]int{5: 1, 4: 2}, map[keys]string{{1, 2}: "x", {1, 1}: "y"},
		map[level]int{-1: 1}, map[int8]bool{-3: true, 10: false, 9: true}, map[uint]any{3: nil}, map[float64]int{1: 1}, map[bool]int{},
		map[any]int(nil), map[string]int(nil), []int(nil), []byte(nil), []byte{}, []byte("\xff\x00"), octets{1, 2}, []marked{3, 'x'},
		[3]byte{1, 2, 3}, (*int)(nil), &one, make(chan int), func() {}, complex64(1), []any{make(chan string)},
		raw(`{"a" : [ 1 , 2.50e+3, "x\u00e9\n" , {} , [ ] , null,true , false ] }`), raw(``), raw(`{`), raw(`{"a"}`), raw(`{"a":1,}`),
		raw(`[1,]`), raw(`[1 2]`), raw(`01`), raw(`1.`), raw(`1e`), raw(`-`), raw(`nul`), raw(`trux`), raw(`"\q"`), raw(`"\u12g4"`), raw("\"\x01\""),
		raw(`1 2`), raw(`'`), raw(`{1:2}`), raw(`{"a":1 "b":2}`), raw(`"open`), raw(`é`), raw(`<`), raw(`"<>&"`), raw(strings.Repeat("[", 10001)),
		math.MaxInt64, uint64(math.MaxUint64), []float64{0, 1, -1.5, 1e20, 1e21, 1e-6, 1e-7, 123456789.125, math.MaxFloat64, 5e-324},
		[]float32{0.1, 1e20, 1e21, 1e-6, 9e-7, math.MaxFloat32}, []float64{math.NaN()}, map[string]float32{"i": float32(math.Inf(-1))},
		"line\u2028\u2029 \x7f\b\f\r\xc0<>&\U0001f600\ufffd", map[string]string{"<&>": "\x00\x1f", "\xff": "bad"}, []string{"\"", "\\", "/"},
		loop, cyclic, self, []any{[]any{[]any{}}, map[string]any{}, nil, struct{}{}}, struct{ error }{errors.New("embedded")},
		struct {
			level
			raw
			*Named
		}{1, `"r"`, nil}, struct{ A, a, B any }{1, 2, nil}, []error{errors.New("in a slice")}, time.Unix(0, 0).UTC(), []time.Duration{5},
		[]time.Time{time.Unix(1<<40, 0).UTC()}, struct{ P **int }{}, slog.LevelWarn, []slog.Level{3}, []any{slog.Int("a", 1).Key},
		struct {
			I int `json:"x"`
			J int `json:"x"`
			K int
		}{1, 2, 3}, struct {
			K int `json:"J"`
			J int
		}{1, 2}, struct {
			P *string `json:",string"`
			U uint8   `json:",string,omitempty"`
			F float64 `json:",omitempty,string"`
		}{nil, 0, 2.5},
	} {
		show(v)
	}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("long", "v", long)
	fmt.Println(b.Len() > 1200*20, strings.Count(b.String(), "Next"))
	slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			a.Value = slog.AnyValue(level(6))
		}
		return a
	}})).Warn("<m>", "level", level(2), `"key"`, raw(`{ }`))
}

// Output:
// "v":{"inner":0,"Deep":0,"named":{"X":0},"-":0,"Zero":{},"seven":{},"Quoted":"0","text":"\"\"","flag":null,"slice":null,"Bad":0,"ключ":0,"<&>":0,"Ptr":{"N":0},"PtrPtr":null,"Any":null,"Err":null}}
// "v":{"ID":1,"name":"n","inner":2,"Deep":3,"named":{"X":0},"-":9,"EmptyMap":{"x":1},"Zero":{},"When":"1970-01-01T00:00:01.000000005Z","Quoted":"-5","text":"\"a\\\"b\"","flag":"true","slice":[1],"Bad":0,"ключ":1,"<&>":2,"Ptr":{"N":8},"PtrPtr":"P9","Any":"L3","Err":{}}}
// "v":{"ID":1,"name":"n","inner":2,"Deep":3,"named":{"X":0},"-":9,"EmptyMap":{"x":1},"Zero":{},"When":"1970-01-01T00:00:01.000000005Z","Quoted":"-5","text":"\"a\\\"b\"","flag":"true","slice":[1],"Bad":0,"ключ":1,"<&>":2,"Ptr":"P8","PtrPtr":"P9","Any":"L3","Err":{}}}
// "v":1}
// "v":["P1"]}
// "v":[{"N":2}]}
// "v":{"k":{"N":3}}}
// "v":["P4"]}
// "v":"L1"}
// "v":"!ERROR:json: error calling MarshalText for type main.level: negative"}
// "v":["L2","L3"]}
// "v":{"L4":2,"L5":1}}
// "v":{"1/1":"y","1/2":"x"}}
// "v":"!ERROR:json: encoding error for type \"map[main.level]int\": \"negative\""}
// "v":{"-3":true,"10":false,"9":true}}
// "v":{"3":null}}
// "v":"!ERROR:json: unsupported type: map[float64]int"}
// "v":"!ERROR:json: unsupported type: map[bool]int"}
// "v":"!ERROR:json: unsupported type: map[interface {}]int"}
// "v":null}
// "v":null}
// "v":null}
// "v":""}
// "v":"/wA="}
// "v":"AQI="}
// "v":["m\u0003","mx"]}
// "v":[1,2,3]}
// "v":null}
// "v":1}
// "v":"!ERROR:json: unsupported type: chan int"}
// "v":"!ERROR:json: unsupported type: func()"}
// "v":"!ERROR:json: unsupported type: complex64"}
// "v":"!ERROR:json: unsupported type: chan string"}
// "v":{"a":[1,2.50e+3,"x\u00e9\n",{},[],null,true,false]}}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: unexpected end of JSON input"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: unexpected end of JSON input"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '}' after object key"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '}' looking for beginning of object key string"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character ']' looking for beginning of value"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '2' after array element"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '1' after top-level value"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character ' ' after decimal point in numeric literal"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character ' ' in exponent of numeric literal"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character ' ' in numeric literal"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character ' ' in literal null (expecting 'l')"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character 'x' in literal true (expecting 'e')"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character 'q' in string escape code"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character 'g' in \\u hexadecimal character escape"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '\\x01' in string literal"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '2' after top-level value"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '\\'' looking for beginning of value"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '1' looking for beginning of object key string"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '\"' after object key:value pair"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: unexpected end of JSON input"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character 'Ã' looking for beginning of value"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '<' looking for beginning of value"}
// "v":"<>&"}
// "v":"!ERROR:json: error calling MarshalJSON for type main.raw: invalid character '[' exceeded max depth"}
// "v":9223372036854775807}
// "v":18446744073709551615}
// "v":[0,1,-1.5,100000000000000000000,1e+21,0.000001,1e-7,123456789.125,1.7976931348623157e+308,5e-324]}
// "v":[0.1,100000000000000000000,1e+21,0.000001,9e-7,3.4028235e+38]}
// "v":"!ERROR:json: unsupported value: NaN"}
// "v":"!ERROR:json: unsupported value: -Inf"}
// "v":"line\u2028\u2029 \u0008\u000c\r\ufffd<>&😀�"}
// "v":{"<&>":"\u0000\u001f","\ufffd":"bad"}}
// "v":["\"","\\","/"]}
// "v":"!ERROR:json: unsupported value: encountered a cycle via *main.list"}
// "v":"!ERROR:json: unsupported value: encountered a cycle via map[string]interface {}"}
// "v":"!ERROR:json: unsupported value: encountered a cycle via main.Self"}
// "v":[[[]],{},null,{}]}
// "v":"embedded"}
// "v":"r"}
// "v":{"A":1,"B":null}}
// "v":[{}]}
// "v":"1970-01-01T00:00:00Z"}
// "v":[5]}
// "v":"!ERROR:json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: year outside of range [0,9999]"}
// "v":{"P":null}}
// "v":"WARN"}
// "v":["INFO+3"]}
// "v":["a"]}
// "v":{"K":3}}
// "v":{"J":1}}
// "v":{"P":null,"F":"2.5"}}
// true 1200
// {"time":"L6","level":"WARN","msg":"<m>","level":"L2","\"key\"":{}}
