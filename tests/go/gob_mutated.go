// Streams of random values, intact and changed, are decoded to many types: the same values and errors as Go's.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"hash/crc32"
	"math/big"
	"math/rand/v2"
	"reflect"
	"sort"
	"time"
)

type Str string
type Pt struct{ X, Y int }
type Node struct {
	Name string
	Kids []*Node
	Val  any
}
type GE struct{ v string }

func (g GE) GobEncode() ([]byte, error) { return []byte(g.v), nil }
func (g *GE) GobDecode(b []byte) error {
	if len(b) > 5 {
		return fmt.Errorf("too long %d", len(b))
	}
	g.v = string(b)
	return nil
}

type A struct {
	B    bool
	I    int
	I8   int8
	U    uint
	U16  uint16
	F    float64
	F32  float32
	C    complex128
	S    string
	N    Str
	By   []byte
	L    []int
	LL   [][]string
	Ar   [3]int16
	AB   [2]byte
	P    *Pt
	PP   **int
	M    map[string]int
	MM   map[Str][]Pt
	Any  any
	Nd   *Node
	G    GE
	GP   *GE
	T    time.Time
	Big  *big.Int
	E    error
	St   struct{ Q []float32 }
	U8s  []int8
	Fs   []float64
	Ss   []string
	F32s []float32
	I32s []int32
}
type A2 struct {
	B    bool
	I    int8
	I8   int
	U    uint8
	F    float32
	S    Str
	L    []int8
	LL   [][]string
	M    map[string]int16
	Any  any
	C    complex64
	U16  uint64
	Ar   [3]int
	F32s []float64
	I32s []int16
}
type A3 struct {
	Any fmt.Stringer
	Nd  *Node
	Zip int
}
type A4 struct{ S int }
type A5 struct {
	By []int
	L  []byte
	G  string
}
type A6 struct{ Ar [4]int16 }
type A7 struct{ Q int }
type A8 struct{ T GE }
type A9 struct {
	G time.Time
	M []int
}
type R []R
type RM map[string]RM

var r *rand.Rand

func s() string {
	b := make([]byte, r.IntN(6))
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}
func iv() int64 { return int64(r.Uint64()) >> r.IntN(64) }
func node(d int) *Node {
	if d == 0 || r.IntN(3) == 0 {
		return nil
	}
	n := &Node{Name: s()}
	for range r.IntN(3) {
		if k := node(d - 1); k != nil {
			n.Kids = append(n.Kids, k)
		}
	}
	n.Val = anyv(d - 1)
	return n
}
func anyv(d int) any {
	switch r.IntN(12) {
	case 0:
		return int(iv())
	case 1:
		return s()
	case 2:
		return Pt{int(iv()), 1}
	case 3:
		return []string{s()}
	case 4:
		return map[string]any{s(): 1}
	case 5:
		if d > 0 {
			return []any{anyv(d - 1), anyv(d - 1), anyv(d - 1)}
		}
	case 6:
		return Str(s())
	case 7:
		if n := node(d); n != nil {
			return n
		}
	case 8:
		return GE{s()}
	case 9:
		return float32(r.Float32())
	case 10:
		return time.Unix(iv()%1e9, 0).UTC()
	case 11:
		return uint8(iv())
	}
	return nil
}
func mkA() A {
	a := A{}
	has := func() bool { return r.IntN(3) > 0 }
	if has() {
		a.B = true
	}
	if has() {
		a.I = int(iv())
	}
	if has() {
		a.I8 = int8(iv())
	}
	if has() {
		a.U = uint(iv())
	}
	if has() {
		a.U16 = uint16(iv())
	}
	if has() {
		a.F = r.NormFloat64() * float64(iv())
	}
	if has() {
		a.F32 = r.Float32()
	}
	if has() {
		a.C = complex(1, r.Float64())
	}
	if has() {
		a.S = s()
	}
	a.N = Str(s())
	a.By = []byte(s())
	for range r.IntN(4) {
		a.L = append(a.L, int(iv()))
		a.LL = append(a.LL, []string{s(), s()})
		a.Fs = append(a.Fs, r.Float64())
		a.U8s = append(a.U8s, int8(iv()))
		a.Ss = append(a.Ss, s())
		a.F32s = append(a.F32s, 1.5)
		a.I32s = append(a.I32s, int32(iv()))
	}
	a.Ar[1] = int16(iv())
	if has() {
		a.P = &Pt{1, int(iv())}
	}
	if has() {
		q := int(iv())
		p := &q
		a.PP = &p
	}
	if has() {
		a.M = map[string]int{s(): int(iv())}
	}
	if has() {
		a.MM = map[Str][]Pt{"q": {{1, 2}, {3, int(iv())}}}
	}
	if has() {
		a.Any = anyv(3)
	}
	a.Nd = node(3)
	if has() {
		a.G = GE{s()}
	}
	if has() {
		a.GP = &GE{s()}
	}
	if has() {
		a.T = time.Unix(iv()%1e9, 0).UTC()
	}
	if has() {
		a.Big = big.NewInt(iv())
	}
	return a
}
func show2(v any) string { return string(show3(nil, reflect.ValueOf(v), 0)) }
func show3(b []byte, v reflect.Value, d int) []byte {
	if d > 40 {
		return b
	}
	if v.IsValid() && v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Time:
			return append(b, x.String()...)
		case *big.Int:
			return fmt.Append(b, x)
		}
	}
	switch v.Kind() {
	case reflect.Invalid:
		return append(b, '?')
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, '0')
		}
		return show3(append(b, '&'), v.Elem(), d+1)
	case reflect.Struct:
		for i := range v.NumField() {
			b = append(show3(b, v.Field(i), d+1), ',')
		}
		return b
	case reflect.Slice:
		for i := range v.Len() {
			b = append(show3(b, v.Index(i), d+1), ';')
		}
		return b
	}
	return fmt.Append(b, v)
}
func dump(v any) string { return show2(v) }
func targets() []any {
	return []any{new(A), new(A2), new(A3), nil, new(A4), new(A5), new(A6), new(A7), new(A8), new(A9), new([]int), new(int8), new(any), new(map[string]int), new([]byte), new([2][]int8), new(R), new(RM), new(GE), new(fmt.Stringer), new(string), new(float32), new(struct{}), new(*Pt), new(map[int8]map[string][]uint8), new([]any), new(Node), new(time.Time), new([]float32), new([][2]string)}
}
func vals() []any {
	return []any{mkA(), mkA(), iv(), uint(iv()), s(), []int{int(iv()), 3}, R{{}, {{}, {}}}, RM{"a": {"b": nil}}, GE{s()}, []any{anyv(2), anyv(2)}, map[int]map[string][]int{int(iv()): {s(): {int(iv())}}}, [2][]int{{int(iv())}, {4, 5}}, r.NormFloat64() * 1e30, complex(1, 2), []string{s(), s()}, Pt{3, int(iv())}, node(4), []float64{1.5, 2e300}, [][2]string{{"a", s()}}, time.Unix(1, iv()%1000).UTC(), []byte("hello"), map[string]int{s(): int(iv())}, struct{ Any any }{anyv(3)}, struct{}{}}
}
func try(d *gob.Decoder, v any) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("PANIC %v", x)
		}
	}()
	return d.Decode(v)
}
func main() {
	gob.Register(Pt{})
	gob.Register(Str(""))
	gob.Register(map[string]any{})
	gob.Register([]any{})
	gob.Register(&Node{})
	gob.Register(GE{})
	gob.Register(time.Time{})
	seen := map[string]bool{}
	for _, mode := range []string{"intact", "changed"} {
		for seed := range 20 {
			sum := crc32.NewIEEE()
			r = rand.New(rand.NewPCG(uint64(seed), 5))
			var buf bytes.Buffer
			enc := gob.NewEncoder(&buf)
			vs := vals()
			n := 1 + r.IntN(3)
			for range n {
				v := vs[r.IntN(len(vs))]
				if x, ok := v.(*Node); ok && x == nil {
					v = 5
				}
				if err := enc.Encode(v); err != nil {
					fmt.Println(seed, "enc", err)
				}
			}
			data := buf.Bytes()
			fmt.Fprintf(sum, "%x\n", data)
			if mode == "changed" {
				for range 1 + r.IntN(3) {
					switch r.IntN(6) {
					case 0:
						if len(data) > 0 {
							data[r.IntN(len(data))] ^= byte(1 << r.IntN(8))
						}
					case 1:
						if len(data) > 0 {
							data[r.IntN(len(data))] = byte(r.IntN(256))
						}
					case 2:
						i := r.IntN(len(data) + 1)
						data = append(data[:i:i], append([]byte{byte(r.IntN(256))}, data[i:]...)...)
					case 3:
						if len(data) > 1 {
							i := r.IntN(len(data))
							data = append(data[:i:i], data[i+1:]...)
						}
					case 4:
						data = data[:r.IntN(len(data)+1)]
					case 5:
						if len(data) > 0 {
							data[r.IntN(len(data))] = byte(r.IntN(20))
						}
					}
				}
			}
			for i := range targets() {
				ts := targets()
				dec := gob.NewDecoder(bytes.NewReader(data))
				for range n {
					j := i
					err := try(dec, ts[j])
					fmt.Fprintf(sum, "%d %s %v\n", j, dump(ts[j]), err)
					if err != nil {
						seen[err.Error()] = true
					}
					if err != nil && i > 3 {
						break
					}
				}
			}
			fmt.Printf("%s %d: %08x\n", mode, seed, sum.Sum32())
		}
	}
	var texts []string
	for text := range seen {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	for _, text := range texts {
		fmt.Println(text)
	}
}

// Output:
// intact 0: 8ed862a2
// intact 1: 2f5df30c
// intact 2: d8a77e16
// intact 3: 0e01c5b3
// intact 4: 590708d9
// intact 5: 41f33fd0
// intact 6: 3619e4ff
// intact 7: 7ec04b82
// intact 8: 09f5ad83
// intact 9: 9347307c
// intact 10: cba8efb9
// intact 11: 6929bb51
// intact 12: 8944bc15
// intact 13: daefbe38
// intact 14: e2e2a19f
// intact 15: e4b3a0be
// intact 16: 97a81e2b
// intact 17: 4a986e70
// intact 18: a1ddfbf9
// intact 19: 45f16931
// changed 0: 9f4fd3ec
// changed 1: 10f1e2cf
// changed 2: 1aa7b381
// changed 3: 0e01c5b3
// changed 4: c203c9e6
// changed 5: 6b1e2b6e
// changed 6: 40cf5666
// changed 7: 92202258
// changed 8: 69b1b8dc
// changed 9: a76da4c7
// changed 10: cd88e333
// changed 11: b81cf0a8
// changed 12: 87fd897c
// changed 13: 58d99fe0
// changed 14: 17801a13
// changed 15: dcf3afad
// changed 16: b2f48ebf
// changed 17: fb6714fd
// changed 18: f5b544f1
// changed 19: 5589d048
// EOF
// extra data in buffer
// gob: bad data: field numbers out of bounds
// gob: bad interface encoding: data length too large for buffer
// gob: bad string slice length: 0
// gob: decoding array or slice: length exceeds input size (71081440868363516 elements)
// gob: decoding into local type *[2][]int8, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[2][]int8, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[2][]int8, received remote type []R
// gob: decoding into local type *[2][]int8, received remote type []int
// gob: decoding into local type *[2][]int8, received remote type complex
// gob: decoding into local type *[2][]int8, received remote type int
// gob: decoding into local type *[2][]int8, received remote type map[int]map[string][]int
// gob: decoding into local type *[2][]int8, received remote type map[string]RM
// gob: decoding into local type *[2][]int8, received remote type map[string]int
// gob: decoding into local type *[2][]int8, received remote type string
// gob: decoding into local type *[][2]string, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[][2]string, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[][2]string, received remote type [2][]int
// gob: decoding into local type *[][2]string, received remote type []R
// gob: decoding into local type *[][2]string, received remote type []int
// gob: decoding into local type *[][2]string, received remote type complex
// gob: decoding into local type *[][2]string, received remote type int
// gob: decoding into local type *[][2]string, received remote type map[int]map[string][]int
// gob: decoding into local type *[][2]string, received remote type map[string]RM
// gob: decoding into local type *[][2]string, received remote type map[string]int
// gob: decoding into local type *[][2]string, received remote type string
// gob: decoding into local type *[]float32, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[]float32, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[]float32, received remote type [2][]int
// gob: decoding into local type *[]float32, received remote type []R
// gob: decoding into local type *[]float32, received remote type []int
// gob: decoding into local type *[]float32, received remote type complex
// gob: decoding into local type *[]float32, received remote type int
// gob: decoding into local type *[]float32, received remote type map[int]map[string][]int
// gob: decoding into local type *[]float32, received remote type map[string]RM
// gob: decoding into local type *[]float32, received remote type map[string]int
// gob: decoding into local type *[]float32, received remote type string
// gob: decoding into local type *[]int, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[]int, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[]int, received remote type [2][]int
// gob: decoding into local type *[]int, received remote type []R
// gob: decoding into local type *[]int, received remote type []float
// gob: decoding into local type *[]int, received remote type complex
// gob: decoding into local type *[]int, received remote type int
// gob: decoding into local type *[]int, received remote type map[int]map[string][]int
// gob: decoding into local type *[]int, received remote type map[string]RM
// gob: decoding into local type *[]int, received remote type map[string]int
// gob: decoding into local type *[]int, received remote type string
// gob: decoding into local type *[]int, received remote type uint
// gob: decoding into local type *[]interface {}, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[]interface {}, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[]interface {}, received remote type [2][]int
// gob: decoding into local type *[]interface {}, received remote type []R
// gob: decoding into local type *[]interface {}, received remote type []int
// gob: decoding into local type *[]interface {}, received remote type complex
// gob: decoding into local type *[]interface {}, received remote type int
// gob: decoding into local type *[]interface {}, received remote type map[int]map[string][]int
// gob: decoding into local type *[]interface {}, received remote type map[string]RM
// gob: decoding into local type *[]interface {}, received remote type map[string]int
// gob: decoding into local type *[]interface {}, received remote type string
// gob: decoding into local type *[]uint8, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *[]uint8, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *[]uint8, received remote type [2][]int
// gob: decoding into local type *[]uint8, received remote type []R
// gob: decoding into local type *[]uint8, received remote type []int
// gob: decoding into local type *[]uint8, received remote type complex
// gob: decoding into local type *[]uint8, received remote type int
// gob: decoding into local type *[]uint8, received remote type map[int]map[string][]int
// gob: decoding into local type *[]uint8, received remote type map[string]RM
// gob: decoding into local type *[]uint8, received remote type map[string]int
// gob: decoding into local type *[]uint8, received remote type string
// gob: decoding into local type *float32, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *float32, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *float32, received remote type [2][]int
// gob: decoding into local type *float32, received remote type []R
// gob: decoding into local type *float32, received remote type []int
// gob: decoding into local type *float32, received remote type complex
// gob: decoding into local type *float32, received remote type int
// gob: decoding into local type *float32, received remote type map[int]map[string][]int
// gob: decoding into local type *float32, received remote type map[string]RM
// gob: decoding into local type *float32, received remote type map[string]int
// gob: decoding into local type *float32, received remote type string
// gob: decoding into local type *int8, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *int8, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *int8, received remote type [2][]int
// gob: decoding into local type *int8, received remote type []R
// gob: decoding into local type *int8, received remote type []int
// gob: decoding into local type *int8, received remote type []interface
// gob: decoding into local type *int8, received remote type complex
// gob: decoding into local type *int8, received remote type map[int]map[string][]int
// gob: decoding into local type *int8, received remote type map[string]RM
// gob: decoding into local type *int8, received remote type map[string]int
// gob: decoding into local type *int8, received remote type string
// gob: decoding into local type *main.GE, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *main.GE, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *main.GE, received remote type [2][]int
// gob: decoding into local type *main.GE, received remote type []R
// gob: decoding into local type *main.GE, received remote type []int
// gob: decoding into local type *main.GE, received remote type complex
// gob: decoding into local type *main.GE, received remote type int
// gob: decoding into local type *main.GE, received remote type map[int]map[string][]int
// gob: decoding into local type *main.GE, received remote type map[string]RM
// gob: decoding into local type *main.GE, received remote type map[string]int
// gob: decoding into local type *main.GE, received remote type string
// gob: decoding into local type *main.R, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *main.R, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *main.R, received remote type [2][]int
// gob: decoding into local type *main.R, received remote type []int
// gob: decoding into local type *main.R, received remote type complex
// gob: decoding into local type *main.R, received remote type float
// gob: decoding into local type *main.R, received remote type int
// gob: decoding into local type *main.R, received remote type map[int]map[string][]int
// gob: decoding into local type *main.R, received remote type map[string]RM
// gob: decoding into local type *main.R, received remote type map[string]int
// gob: decoding into local type *main.R, received remote type string
// gob: decoding into local type *main.RM, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *main.RM, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *main.RM, received remote type [2][]int
// gob: decoding into local type *main.RM, received remote type []R
// gob: decoding into local type *main.RM, received remote type []int
// gob: decoding into local type *main.RM, received remote type complex
// gob: decoding into local type *main.RM, received remote type int
// gob: decoding into local type *main.RM, received remote type map[int]map[string][]int
// gob: decoding into local type *main.RM, received remote type map[string]int
// gob: decoding into local type *main.RM, received remote type string
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type [2][]int
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type []R
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type []int
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type complex
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type int
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type map[int]map[string][]int
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type map[string]RM
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type map[string]int
// gob: decoding into local type *map[int8]map[string][]uint8, received remote type string
// gob: decoding into local type *map[string]int, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *map[string]int, received remote type GE
// gob: decoding into local type *map[string]int, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *map[string]int, received remote type [2][]int
// gob: decoding into local type *map[string]int, received remote type []R
// gob: decoding into local type *map[string]int, received remote type []int
// gob: decoding into local type *map[string]int, received remote type complex
// gob: decoding into local type *map[string]int, received remote type int
// gob: decoding into local type *map[string]int, received remote type map[int]map[string][]int
// gob: decoding into local type *map[string]int, received remote type map[string]RM
// gob: decoding into local type *map[string]int, received remote type string
// gob: decoding into local type *string, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *string, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *string, received remote type [2][]int
// gob: decoding into local type *string, received remote type []R
// gob: decoding into local type *string, received remote type []int
// gob: decoding into local type *string, received remote type []string
// gob: decoding into local type *string, received remote type complex
// gob: decoding into local type *string, received remote type int
// gob: decoding into local type *string, received remote type map[int]map[string][]int
// gob: decoding into local type *string, received remote type map[string]RM
// gob: decoding into local type *string, received remote type map[string]int
// gob: decoding into local type *time.Time, received remote type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: decoding into local type *time.Time, received remote type Node = struct { Name string; Kids []Node; Val interface; }
// gob: decoding into local type *time.Time, received remote type [2][]int
// gob: decoding into local type *time.Time, received remote type []R
// gob: decoding into local type *time.Time, received remote type []int
// gob: decoding into local type *time.Time, received remote type complex
// gob: decoding into local type *time.Time, received remote type int
// gob: decoding into local type *time.Time, received remote type map[int]map[string][]int
// gob: decoding into local type *time.Time, received remote type map[string]RM
// gob: decoding into local type *time.Time, received remote type map[string]int
// gob: decoding into local type *time.Time, received remote type string
// gob: duplicate type received
// gob: encoded unsigned integer out of range
// gob: int8 slice too big: 71081440868363516 elements of 1 bytes
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type Node = struct { Name string; Kids []Node; Val interface; }
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type [2][]int
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type []R
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type []int
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type complex
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type int
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type map[int]map[string][]int
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type map[string]RM
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type map[string]int
// gob: local interface type *fmt.Stringer can only be decoded from remote interface type; received concrete type string
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type A = struct { B bool; I int; I8 int; U uint; U16 uint; F float; F32 float; C complex; S string; N string; By bytes; L []int; LL [][]string; Ar [3]int; AB [2]uint; P Pt = struct { X int; Y int; }; PP int; M map[string]int; MM map[string][]Pt; Any interface; Nd Node = struct { Name string; Kids []Node; Val interface; }; G GE; GP GE; T Time; Big Int; E interface; St struct { Q []float32 } = struct { Q []float; }; U8s []int; Fs []float; Ss ; F32s []float32; I32s []int; }
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type Node = struct { Name string; Kids []Node; Val interface; }
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [2][]int
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []R
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []int
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type complex
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[int]map[string][]int
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[string]RM
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[string]int
// gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type string
// gob: map[string]interface {} is not assignable to type fmt.Stringer
// gob: string is not assignable to type fmt.Stringer
// gob: type mismatch in decoder: want struct type main.A2; got non-struct
// gob: type mismatch in decoder: want struct type main.A3; got non-struct
// gob: type mismatch in decoder: want struct type main.A4; got non-struct
// gob: type mismatch in decoder: want struct type main.A5; got non-struct
// gob: type mismatch in decoder: want struct type main.A6; got non-struct
// gob: type mismatch in decoder: want struct type main.A7; got non-struct
// gob: type mismatch in decoder: want struct type main.A8; got non-struct
// gob: type mismatch in decoder: want struct type main.A9; got non-struct
// gob: type mismatch in decoder: want struct type main.A; got non-struct
// gob: type mismatch in decoder: want struct type main.Node; got non-struct
// gob: type mismatch in decoder: want struct type main.Pt; got non-struct
// gob: type mismatch in decoder: want struct type struct {}; got non-struct
// gob: type mismatch: no fields matched compiling decoder for A
// gob: type mismatch: no fields matched compiling decoder for A2
// gob: type mismatch: no fields matched compiling decoder for A3
// gob: type mismatch: no fields matched compiling decoder for A4
// gob: type mismatch: no fields matched compiling decoder for A5
// gob: type mismatch: no fields matched compiling decoder for A6
// gob: type mismatch: no fields matched compiling decoder for A7
// gob: type mismatch: no fields matched compiling decoder for A8
// gob: type mismatch: no fields matched compiling decoder for A9
// gob: type mismatch: no fields matched compiling decoder for Node
// gob: type mismatch: no fields matched compiling decoder for Pt
// gob: unknown type id or corrupted data
// gob: wrong type ([4]int16) for received field A.Ar
// gob: wrong type ([]int) for received field A.By
// gob: wrong type ([]int) for received field A.M
// gob: wrong type (int) for received field A.S
// too long 15
// unexpected EOF
// value for "*int8" out of range
// value for "I" out of range
// value for "U" out of range
// value for "element of L" out of range
// value for "element of element of *[2][]int8" out of range
