// Generated texts, whole and broken, into many types and back: a line has a hash of what 25 texts gave.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"
)

type rng uint64

func (r *rng) n(k int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % k
}

type Inner struct {
	X, Y  int
	Name  string `json:"name"`
	Label *string
}
type Emb struct {
	E1 int
	E2 string `json:"e2"`
	*Deep
}
type Deep struct {
	D1   int8
	Same string
}
type hidden struct{ H int }
type Up string

func (u *Up) UnmarshalText(b []byte) error {
	if bytes.Contains(b, []byte("bad")) {
		return errors.New("bad text")
	}
	*u = Up(strings.ToUpper(string(b)))
	return nil
}
func (u Up) MarshalText() ([]byte, error) { return []byte("up:" + string(u)), nil }

type Raw struct{ s string }

func (r *Raw) UnmarshalJSON(b []byte) error {
	if len(b) > 6 && b[0] == '[' {
		return errors.New("long list")
	}
	r.s = string(b)
	return nil
}
func (r Raw) MarshalJSON() ([]byte, error) { return json.Marshal("raw " + r.s) }

type Big struct {
	Bool  bool
	Int   int
	I8    int8
	I16   int16
	I32   int32
	I64   int64
	U     uint
	U8    uint8
	U16   uint16
	U32   uint32
	U64   uint64
	F32   float32
	F64   float64
	S     string
	Bytes []byte
	Any   any
	Num   json.Number
	RM    json.RawMessage
	PI    *int
	PPI   **int
	Sl    []int
	SS    []string
	Arr   [3]int
	In    Inner
	PIn   *Inner
	SIn   []Inner
	SPIn  []*Inner
	M     map[string]int
	MA    map[string]any
	MI    map[int]string
	MU    map[uint8]Inner
	MP    map[string]*Inner
	MM    map[string]map[string][]float64
	MUp   map[Up]int
	Up    Up
	PUp   *Up
	Raw   Raw
	PRaw  *Raw
	SRaw  []Raw
	Q     int         `json:"q,string"`
	QB    bool        `json:"qb,string"`
	QF    float64     `json:"qf,string"`
	QS    string      `json:"qs,string"`
	QP    *int        `json:"qp,string"`
	QN    json.Number `json:"qn,string"`
	OE    []int       `json:"oe,omitempty"`
	OI    int         `json:",omitempty"`
	OZ    Inner       `json:"oz,omitzero"`
	OT    time.Time   `json:"ot,omitzero"`
	BI    *big.Int
	Iface io.Reader
	Err   error
	Emb
	hidden
	Same  int
	Fn    func() `json:"-"`
	Dash  int    `json:"-,"`
	Kk    int    `json:"kelvin"`
	Non   string `json:"größe"`
	AA    [2][2]float64
	SB    []bool
	SI8   []int8
	SU8   []uint8
	SSI   [][]int
	Empty struct{}
	SAny  []any
}

var names = []string{"Bool", "Int", "I8", "I16", "I32", "I64", "U", "U8", "U16", "U32", "U64", "F32", "F64", "S", "Bytes", "Any", "Num", "RM", "PI", "PPI", "Sl", "SS", "Arr", "In", "PIn", "SIn", "SPIn", "M", "MA", "MI", "MU", "MP", "MM", "MUp", "Up", "PUp", "Raw", "PRaw", "SRaw", "q", "qb", "qf", "qs", "qp", "qn", "oe", "OI", "oz", "ot", "BI", "Iface", "Err", "E1", "e2", "D1", "Same", "H", "Fn", "-", "kelvin", "größe", "AA", "SB", "SI8", "SU8", "SSI", "Empty", "SAny", "X", "Y", "name", "Label", "unknown", "KELVIN", "\u212aelvin", "GRÖßE", "bool", "iNT", "NAME", "pIn", "an\\u0079", "M\\u0041"}

func scalar(r *rng) string {
	switch r.n(22) {
	case 0:
		return "null"
	case 1:
		return "true"
	case 2:
		return "false"
	case 3, 4:
		return strconv.Itoa(r.n(300) - 130)
	case 5:
		return strconv.FormatFloat(float64(r.n(100000))/777-20, 'g', -1, 64)
	case 6:
		return []string{"1e400", "1e39", "-0", "0", "1e5", "1.0", "18446744073709551615", "18446744073709551616", "-9223372036854775808", "9223372036854775808", "128", "-129", "65536", "1E2", "5e-324", "1e-400", "3.4028236e38", "0.1e1"}[r.n(18)]
	case 7:
		return []string{`""`, `"a"`, `"5"`, `"-7"`, `"true"`, `"null"`, `"2.5"`, `"x\ny"`, `"\u00e9"`, `"\ud83d\ude00"`, `"\ud800"`, `"\ud800x"`, `"é"`, `"AQID"`, `"AQI"`, `"bad"`, `"<&>\u2028"`, "\"\xff\"", `"12x"`, `"\"q\""`, `"1e5"`, "\"\xe2\x82\"", `"\ud800\u0041"`, `" 5"`, `"tru"`, `"nul"`, `"\"un"`}[r.n(27)]
	case 8:
		return `"` + strings.Repeat("long ", r.n(20)) + `"`
	case 9:
		return `"2024-01-02T03:04:05Z"`
	default:
		return []string{`"s"`, "1", "7", `"k"`, "2.25", "true", "null"}[r.n(7)]
	}
}

func sp(r *rng) string {
	switch r.n(12) {
	case 0:
		return " "
	case 1:
		return "\n\t"
	}
	return ""
}

func value(r *rng, depth int) string {
	k := r.n(10)
	if depth <= 0 {
		k = 0
	}
	var b strings.Builder
	switch {
	case k < 5:
		return scalar(r)
	case k < 7:
		b.WriteString("[")
		n := r.n(5)
		for i := range n {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(sp(r) + value(r, depth-1) + sp(r))
		}
		b.WriteString(sp(r) + "]")
	default:
		b.WriteString("{" + sp(r))
		n := r.n(6)
		for i := range n {
			if i > 0 {
				b.WriteString("," + sp(r))
			}
			key := names[r.n(len(names))]
			if r.n(4) == 0 {
				key = []string{"a", "b", "1", "-1", "300", "bad", "x"}[r.n(7)]
			}
			b.WriteString(`"` + key + `"` + sp(r) + ":" + sp(r) + value(r, depth-1) + sp(r))
		}
		b.WriteString("}")
	}
	return b.String()
}

func bigText(r *rng) string {
	var b strings.Builder
	b.WriteString("{")
	n := 1 + r.n(6)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		k := r.n(len(names))
		b.WriteString(`"` + names[k] + `":` + sp(r))
		if r.n(3) > 0 {
			b.WriteString(fitting(r, names[k]))
		} else {
			b.WriteString(value(r, 3))
		}
	}
	b.WriteString("}")
	return b.String()
}

func fitting(r *rng, name string) string {
	switch name {
	case "Sl", "Arr", "SI8", "SU8", "oe", "SB", "SAny":
		return fmt.Sprintf("[%s,%s , %s]", scalar(r), scalar(r), scalar(r))
	case "SSI", "AA":
		return fmt.Sprintf("[[%d,%s],[%s,4]]", r.n(10), scalar(r), scalar(r))
	case "In", "PIn", "oz":
		return inner(r)
	case "SIn", "SPIn":
		return "[" + inner(r) + "," + inner(r) + ",null]"
	case "M", "MI", "MUp":
		return fmt.Sprintf(`{"1":%s,"b":%d, "1":%s}`, scalar(r), r.n(9), scalar(r))
	case "MU", "MP":
		return `{"1":` + inner(r) + `,"2":` + inner(r) + `,"1":{"Y":3}}`
	case "MM":
		return `{"a":{"b":[1,` + scalar(r) + `]}}`
	case "MA":
		return `{"a":` + value(r, 2) + `}`
	}
	return scalar(r)
}

func inner(r *rng) string {
	return fmt.Sprintf(`{"X":%s,"y":%d,"name":%s,"Label":%s}`, scalar(r), r.n(99), scalar(r), scalar(r))
}

func mutate(r *rng, s string) string {
	if len(s) == 0 {
		return s
	}
	b := []byte(s)
	i := r.n(len(b))
	switch r.n(4) {
	case 0:
		b[i] = `{}[]",:0123456789.eE+-truefalsn\ \x00'xé`[r.n(38)]
	case 1:
		b = append(b[:i], b[i+1:]...)
	case 2:
		b = b[:i]
	case 3:
		b = append(b[:i:i], append([]byte{`{}[]",:05.e-t\ `[r.n(15)]}, b[i:]...)...)
	}
	return string(b)
}

var out bytes.Buffer

func show(err error) string {
	if err == nil {
		return "ok"
	}
	s := fmt.Sprintf("%T %v", err, err)
	switch e := err.(type) {
	case *json.SyntaxError:
		s += fmt.Sprint(" @", e.Offset)
	case *json.UnmarshalTypeError:
		s += fmt.Sprintf(" %q %v @%d %q %q", e.Value, e.Type, e.Offset, e.Struct, e.Field)
	case *json.MarshalerError:
		s += fmt.Sprintf(" %v [%s]", e.Type, show(e.Err))
	}
	return s
}

func prefilled(r *rng) *Big {
	b := new(Big)
	if r.n(2) == 0 {
		return b
	}
	n, l := 4, "lab"
	pn := &n
	b.Int, b.S, b.Sl, b.SS = 3, "old", []int{9, 8, 7, 6, 5}, []string{"p", "q"}
	b.Sl = b.Sl[:2]
	b.PI, b.PPI, b.PIn = &n, &pn, &Inner{1, 2, "in", &l}
	b.SIn = []Inner{{5, 6, "a", &l}, {7, 8, "b", nil}}[:1]
	b.M, b.MP = map[string]int{"1": 100, "z": 26}, map[string]*Inner{"1": {1, 2, "three", nil}}
	b.MU = map[uint8]Inner{1: {1, 1, "old", nil}}
	b.Any = &Inner{3, 4, "iface", nil}
	b.Arr = [3]int{1, 2, 3}
	b.SAny = []any{&n, "x", map[string]any{"k": 1}}
	b.MA = map[string]any{"a": 1, "b": &n}
	b.Bytes = []byte("bytes")
	b.RM = json.RawMessage("[0]")
	b.Raw = Raw{"r"}
	b.SSI = [][]int{{1, 2, 3}, {4}}
	return b
}

func dump(v any) string {
	b, err := json.Marshal(v)
	return string(b) + " " + show(err)
}

type onlyRead struct {
	s string
	n int
}

func (o *onlyRead) Read(b []byte) (int, error) {
	if o.s == "" {
		return 0, io.EOF
	}
	n := min(o.n, len(o.s), len(b))
	copy(b, o.s[:n])
	o.s = o.s[n:]
	return n, nil
}

func stream(r *rng, input string) {
	d := json.NewDecoder(&onlyRead{input, 1 + r.n(7)})
	if r.n(2) == 0 {
		d.UseNumber()
	}
	if r.n(2) == 0 {
		d.DisallowUnknownFields()
	}
	fails := 0
	for i := 0; i < 40 && fails < 2; i++ {
		var err error
		var text string
		switch r.n(4) {
		case 0:
			var x any
			err = d.Decode(&x)
			text = dump(x)
		case 1:
			var b Big
			err = d.Decode(&b)
			text = dump(b.In) + dump(b.Any)
		case 2:
			text = fmt.Sprint(d.More())
		default:
			var t json.Token
			t, err = d.Token()
			text = fmt.Sprintf("%T %v", t, t)
		}
		rest, _ := io.ReadAll(d.Buffered())
		fmt.Fprintln(&out, "  ", text, show(err), d.InputOffset(), len(rest))
		if err != nil {
			fails++
		}
	}
}

func one(r *rng, i int) {
	text := value(r, 4)
	if r.n(2) == 0 {
		text = bigText(r)
	}
	if r.n(3) == 0 {
		text = mutate(r, text)
	}
	fmt.Fprintf(&out, "%d %q %v\n", i, text, json.Valid([]byte(text)))
	b := prefilled(r)
	err := json.Unmarshal([]byte(text), b)
	fmt.Fprintln(&out, show(err), dump(b))
	var x any
	err = json.Unmarshal([]byte(text), &x)
	fmt.Fprintln(&out, show(err), dump(x))
	var ins []Inner
	err = json.Unmarshal([]byte(text), &ins)
	fmt.Fprintln(&out, show(err), dump(ins))
	m := map[string]*[]Inner{}
	err = json.Unmarshal([]byte(text), &m)
	fmt.Fprintln(&out, show(err), dump(m))
	var buf bytes.Buffer
	err = json.Compact(&buf, []byte(text))
	fmt.Fprintf(&out, "%s %q\n", show(err), buf.String())
	err = json.Indent(&buf, []byte(text), ">", "  ")
	fmt.Fprintf(&out, "%s %q\n", show(err), buf.String())
	json.HTMLEscape(&buf, []byte(text))
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(r.n(2) == 0)
	e.SetIndent("", "\t")
	err = e.Encode(b)
	fmt.Fprintf(&out, "%s %q\n", show(err), buf.String())
	stream(r, text+sp(r)+value(r, 2)+" "+text)
}

func main() {
	r := rng(7)
	for i := range 1000 {
		one(&r, i)
		if i%25 == 24 {
			h := fnv.New64a()
			h.Write(out.Bytes())
			fmt.Printf("%d %016x %d\n", i, h.Sum64(), out.Len())
			out.Reset()
		}
	}
}

// Output:
// 24 3f782e2c14940925 80992
// 49 9b8e2fb53c1963d3 108139
// 74 32b69d54beaaa239 103782
// 99 c76371d7e97943ae 109887
// 124 13fda4cbb13964ee 89715
// 149 d40c943fb4dafdb0 107214
// 174 a18dec88dd94b3cb 99277
// 199 5d2ad4f639e38fa1 99554
// 224 7ce26576ab76f582 94682
// 249 7a81bb70820e1f58 102958
// 274 a4cf46721deb5e43 91186
// 299 9ee477dce8afd1ac 108017
// 324 20ff451d64cc12f2 94248
// 349 e098f20d78391d9b 98129
// 374 4a8a74aa9f212eb9 106569
// 399 a7255c50243eb817 95696
// 424 188f0b1b41b368ca 102756
// 449 5b7794c51b701b17 101497
// 474 7d52a2aff3d4961f 98163
// 499 9db0e85daecd6a74 91379
// 524 5b451cf329a0b275 85128
// 549 af3b55c45f9541ed 94562
// 574 024178e22a6528b3 85211
// 599 a365cf2cc84b0ed4 103119
// 624 afd7b8488e9c656e 95202
// 649 9536cca4e419463c 109279
// 674 126c06226e3548af 90396
// 699 5570f64b044759d2 110467
// 724 c0befad227ea998e 107408
// 749 e15d96b3d905b3bf 87078
// 774 a79f85c0a24a7353 89314
// 799 62c0416daf4e0db2 109834
// 824 f1391abe95efdcd2 99064
// 849 2c581de59b483353 106045
// 874 b89276f4141649ee 95813
// 899 5b6d195d1a4a0a82 90592
// 924 62d752d815abb156 90258
// 949 8a2312e463571d00 113072
// 974 3d5f86c716dfe7dd 99775
// 999 7edc91e98f40b77f 100382
