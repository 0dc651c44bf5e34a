// Structs and lists without parts, nested deeply, and texts that are made in several pieces.
package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"
)

type empty struct{}

type leaf struct {
	ID    int      `json:"id"`
	Names []string `json:"names"`
	Next  *leaf    `json:"next,omitempty"`
	Any   any      `json:"any"`
	Map   map[string]int
	E     empty
	Pair  [2]empty
}

type tree struct {
	Kids  []tree `json:"kids"`
	Left  *tree  `json:"left"`
	Count uint64
	skip  int
	Lists [][]float64
	Zero  [0]leaf
	Three [3]leaf `json:",omitempty"`
}

type custom int

func (c custom) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf("[%d]", int(c))), nil }

type mixed struct {
	A custom
	B []custom
	C map[string]custom
	D any
	F func() `json:"-"`
	G *custom
}

func build(depth int) tree {
	t := tree{Count: uint64(depth) * 1234567890123, Lists: [][]float64{{1.5, -2}, {}, nil, {1e21}}}
	for i := range t.Three {
		t.Three[i] = leaf{ID: i - 1, Names: make([]string, i)}
	}
	if depth > 0 {
		left := build(depth - 1)
		t.Left = &left
		t.Kids = []tree{{}, left, {Kids: []tree{}}}
	}
	return t
}

func show(v any) {
	b, err := json.Marshal(v)
	if len(b) < 300 {
		fmt.Println(string(b), err)
	} else {
		fmt.Println(len(b), crc32.ChecksumIEEE(b), err, json.Valid(b))
	}
}

func main() {
	show(leaf{})
	show([]leaf{{ID: 5, Names: []string{}}, {Any: []any{}, Map: map[string]int{}}, {Next: &leaf{ID: 12345678}}})
	show([]empty{{}, {}})
	show([][]empty{{}, {{}}, nil})
	show(map[string][]leaf{"a": nil, "b": {}, "c": {{}}})
	c := custom(3)
	show(mixed{A: 1, B: []custom{}, C: map[string]custom{"x": 2}, D: mixed{G: &c}})
	show([]mixed{{}, {B: []custom{4, 5}}})
	for depth := range 9 {
		show(build(depth))
	}
	// Deeper than the frames that there are at first.
	var deep any = leaf{ID: 1}
	for i := range 60 {
		switch i % 4 {
		case 0:
			deep = []any{deep, leaf{}, []int{}}
		case 1:
			deep = struct{ V, W any }{deep, []string{}}
		case 2:
			deep = map[string]any{"m": deep, "n": [0]int{}}
		case 3:
			deep = [1]any{deep}
		}
	}
	show(deep)
	// Pieces end anywhere.
	for n := range 40 {
		rows := make([]leaf, 700)
		rows[0].Names = []string{strings.Repeat("x", n*7)}
		for i := range rows {
			rows[i].ID = i * 99999937
		}
		show(rows)
	}
	numbers := []uint64{0, 9, 10, 99, 100, 12345678, 99999999, 100000000, 1<<32 + 7, 9999999999999999, 10000000000000000, 1<<64 - 1}
	show(numbers)
	show([]int64{-1, -99, -100, -123456789, -1 << 63, 1<<63 - 1})
	show([]float64{0.1, -0.25, 1e-7, 123456789.125, 5e-324, 1.7976931348623157e308, 1 << 53, 100})
}

// Output:
// {"id":0,"names":null,"any":null,"Map":null,"E":{},"Pair":[{},{}]} <nil>
// [{"id":5,"names":[],"any":null,"Map":null,"E":{},"Pair":[{},{}]},{"id":0,"names":null,"any":[],"Map":{},"E":{},"Pair":[{},{}]},{"id":0,"names":null,"next":{"id":12345678,"names":null,"any":null,"Map":null,"E":{},"Pair":[{},{}]},"any":null,"Map":null,"E":{},"Pair":[{},{}]}] <nil>
// [{},{}] <nil>
// [[],[{}],null] <nil>
// {"a":null,"b":[],"c":[{"id":0,"names":null,"any":null,"Map":null,"E":{},"Pair":[{},{}]}]} <nil>
// {"A":[1],"B":[],"C":{"x":[2]},"D":{"A":[0],"B":null,"C":null,"D":null,"G":[3]},"G":null} <nil>
// [{"A":[0],"B":null,"C":null,"D":null,"G":null},{"A":[0],"B":[[4],[5]],"C":null,"D":null,"G":null}] <nil>
// {"kids":null,"left":null,"Count":0,"Lists":[[1.5,-2],[],null,[1e+21]],"Zero":[],"Three":[{"id":-1,"names":[],"any":null,"Map":null,"E":{},"Pair":[{},{}]},{"id":0,"names":[""],"any":null,"Map":null,"E":{},"Pair":[{},{}]},{"id":1,"names":["",""],"any":null,"Map":null,"E":{},"Pair":[{},{}]}]} <nil>
// 1408 2248010382 <nil> true
// 3644 3853701165 <nil> true
// 8116 1311865429 <nil> true
// 17060 2696988673 <nil> true
// 34948 2036900028 <nil> true
// 70724 249279020 <nil> true
// 142276 2364188599 <nil> true
// 285380 2048287719 <nil> true
// 1550 1661973931 <nil> true
// 53080 1282881722 <nil> true
// 53087 1328966399 <nil> true
// 53094 1868908490 <nil> true
// 53101 4052599282 <nil> true
// 53108 3889416075 <nil> true
// 53115 3123431559 <nil> true
// 53122 3456031941 <nil> true
// 53129 835751956 <nil> true
// 53136 4139739784 <nil> true
// 53143 2586213020 <nil> true
// 53150 2810694912 <nil> true
// 53157 3341182175 <nil> true
// 53164 3537835632 <nil> true
// 53171 120949948 <nil> true
// 53178 3281771187 <nil> true
// 53185 3644594454 <nil> true
// 53192 2792390072 <nil> true
// 53199 2363399493 <nil> true
// 53206 2678829939 <nil> true
// 53213 438358163 <nil> true
// 53220 2337393914 <nil> true
// 53227 539314322 <nil> true
// 53234 2338702549 <nil> true
// 53241 2703400396 <nil> true
// 53248 1572460269 <nil> true
// 53255 998941044 <nil> true
// 53262 2939274603 <nil> true
// 53269 4176948214 <nil> true
// 53276 1781099672 <nil> true
// 53283 2188478947 <nil> true
// 53290 826239710 <nil> true
// 53297 2153758780 <nil> true
// 53304 2417695544 <nil> true
// 53311 3787946705 <nil> true
// 53318 735121483 <nil> true
// 53325 1062631749 <nil> true
// 53332 2620387520 <nil> true
// 53339 3567404240 <nil> true
// 53346 636587404 <nil> true
// 53353 3054142954 <nil> true
// [0,9,10,99,100,12345678,99999999,100000000,4294967303,9999999999999999,10000000000000000,18446744073709551615] <nil>
// [-1,-99,-100,-123456789,-9223372036854775808,9223372036854775807] <nil>
// [0.1,-0.25,1e-7,123456789.125,5e-324,1.7976931348623157e+308,9007199254740992,100] <nil>
