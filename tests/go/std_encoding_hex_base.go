// Hexadecimal, base 64 and base 32: all lengths, streams, and what is wrong with inputs.
package main

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

type slow struct {
	s string
	n int
}

func (r *slow) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p, r.s[:min(r.n, len(r.s))])
	r.s = r.s[n:]
	return n, nil
}

type codec interface {
	EncodeToString([]byte) string
	DecodeString(string) ([]byte, error)
	AppendEncode(dst, src []byte) []byte
	AppendDecode(dst, src []byte) ([]byte, error)
	EncodedLen(int) int
	DecodedLen(int) int
}

func input(n int) []byte {
	b := make([]byte, n)
	x := uint32(n)*2654435761 + 12345
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
	return b
}

func try(name string, c codec, text string) {
	b, err := c.DecodeString(text)
	d, err2 := c.AppendDecode([]byte("x"), []byte(text))
	fmt.Printf("%s %q: %q %v %q %v\n", name, text, b, err, d, err2)
}

func main() {
	b64 := []struct {
		name string
		c    *base64.Encoding
	}{
		{"std", base64.StdEncoding}, {"url", base64.URLEncoding},
		{"rawstd", base64.RawStdEncoding}, {"rawurl", base64.RawURLEncoding},
		{"strict", base64.StdEncoding.Strict()}, {"star", base64.StdEncoding.WithPadding('*')},
		{"rawstrict", base64.RawStdEncoding.Strict()},
	}
	bad := []string{"", "A", "AA", "AAA", "AAAA", "AA=", "AA==", "AAA=", "AAA==", "AA==A", "A===", "=", "====", "AAAA=",
		"Zm9v\nYmFy", "Zm9v\r\nYg==\n", "Zm9vYg=\n=\n", "Zm9vY\ng==x", "Zm9v!mFy", "Zm9vYmF!", "Zm9vYmFyZm9vYmFy-A==",
		"Zm9vYmFyZm9vYmFy_A==", "Zh==", "Zm9=", "Zh", "Zm9", "Zg**", "AAAAAAAAAAAAA\n", "YQ\n=\r\n=", "YQ=\n", "\n\n", "AB==\n\nC", "Zm9vYmF\xff"}
	for _, e := range b64 {
		for n := range 20 {
			s := e.c.EncodeToString(input(n))
			d, err := e.c.DecodeString(s)
			fmt.Println(s, e.c.EncodedLen(n), e.c.DecodedLen(n), bytes.Equal(d, input(n)), err, string(e.c.AppendEncode([]byte("<"), input(n))) == "<"+s)
		}
		for _, s := range bad {
			try(e.name, e.c, s)
			for _, k := range []int{1, 3, 100} {
				all, err := io.ReadAll(base64.NewDecoder(e.c, &slow{s, k}))
				fmt.Printf(" %q %v;", all, err)
			}
			fmt.Println()
		}
		var out bytes.Buffer
		w := base64.NewEncoder(e.c, &out)
		for n := range 60 {
			w.Write(input(n))
		}
		w.Write(input(3000))
		w.Close()
		all, err := io.ReadAll(base64.NewDecoder(e.c, &slow{out.String(), 7}))
		fmt.Println(out.Len(), len(all), err, out.String()[1000:1050])
	}
	b32 := []struct {
		name string
		c    *base32.Encoding
	}{
		{"std", base32.StdEncoding}, {"hex", base32.HexEncoding},
		{"raw", base32.StdEncoding.WithPadding(base32.NoPadding)}, {"at", base32.HexEncoding.WithPadding('@')},
	}
	bad = []string{"", "!!!!", "x===", "AA=A====", "AAA=AAAA", "MMMMMMMMM", "MMMMMM", "A=", "AA=", "AA==", "AA===", "AA====", "AA=====",
		"AA======", "A=======", "A======", "A=====", "A====", "A===", "A==", "AAA=====", "AAAA====", "AAAAA===", "AAAAAA==", "AAAAAAA=",
		"AAAAAAAA", "AAAAAAAA=", "AAAAAAAAAA", "ON\nSWG===", "MFRGG43FMZTW\r\nQ2LK", "A", "AA", "AAA", "AAAA", "AAAAA", "AAAAAA", "AAAAAAA", "a\xffAAAAAA"}
	for _, e := range b32 {
		for n := range 12 {
			s := e.c.EncodeToString(input(n))
			d, err := e.c.DecodeString(s)
			fmt.Println(s, e.c.EncodedLen(n), e.c.DecodedLen(n), bytes.Equal(d, input(n)), err, string(e.c.AppendEncode([]byte("<"), input(n))) == "<"+s)
		}
		for _, s := range bad {
			try(e.name, e.c, s)
		}
		var out bytes.Buffer
		w := base32.NewEncoder(e.c, &out)
		for n := range 60 {
			w.Write(input(n))
		}
		w.Write(input(3000))
		w.Close()
		all, err := io.ReadAll(base32.NewDecoder(e.c, &slow{out.String(), 7}))
		fmt.Println(out.Len(), len(all), err, out.String()[1000:1050])
	}
	for _, s := range []string{"", "0", "00", "0g", "g0", "00g", "0001ff", "0001fF\n", "zd4aa", "d4aaz", "30313", "0\xe9", "ffeedj"} {
		b, err := hex.DecodeString(s)
		all, err2 := io.ReadAll(hex.NewDecoder(&slow{s, 2}))
		in := []byte(s)
		n, err3 := hex.Decode(in, in)
		fmt.Printf("%q %v %q %v %d %v %q\n", b, err, all, err2, n, err3, in)
		c, err := hex.AppendDecode([]byte("!"), []byte(s))
		fmt.Printf("%q %v\n", c, err)
	}
	for n := range 40 {
		fmt.Println(hex.EncodeToString(input(n)), hex.EncodedLen(n), hex.DecodedLen(n))
		fmt.Print(hex.Dump(input(n)))
	}
	fmt.Println(string(hex.AppendEncode([]byte("ab"), []byte("\x01\xf2"))))
	var out strings.Builder
	d := hex.Dumper(&out)
	for n := range 9 {
		d.Write(input(n))
	}
	d.Close()
	_, err := d.Write([]byte{1})
	fmt.Println(out.String(), err)
	out.Reset()
	hex.NewEncoder(&out).Write(input(1200))
	fmt.Println(len(out.String()), out.String()[2000:2050])
	defer func() { fmt.Println(recover()) }()
	base64.NewEncoding("abc")
}

// Output:
//  0 0 true <nil> true
// Cg== 4 0 true <nil> true
// ENQ= 4 0 true <nil> true
// Fbxl 4 0 true <nil> true
// G6RZSg== 8 3 true <nil> true
// IYxMs4A= 8 3 true <nil> true
// JnRAHZ8B 8 3 true <nil> true
// LFwzh719Dw== 12 3 true <nil> true
// MUQn8dv52gM= 12 6 true <nil> true
// NywaW/p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA== 16 6 true <nil> true
// Qv0BLzZrPO/laTM= 16 6 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041/zIBLRw== 20 9 true <nil> true
// U7XcbJHen9zMfidCYOk= 20 9 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 9 true <nil> true
// XoXDQM7VNnpl4XQwlOM+MA== 24 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8= 24 12 true <nil> true
// aVWqFAvMzBj/RMIeyN5vyPcF 24 12 true <nil> true
// bz2dfilHmGZM9mgV4luIE/+U5A== 28 12 true <nil> true
// std "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// std "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "AA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "AAA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// std "AA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "AA==": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// std "AAA=": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// std "AAA==": "\x00\x00" illegal base64 data at input byte 4 "x\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF;
// std "AA==A": "\x00" illegal base64 data at input byte 4 "x\x00" illegal base64 data at input byte 4
//  "\x00" unexpected EOF; "\x00" unexpected EOF; "\x00" unexpected EOF;
// std "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// std "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// std "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF;
// std "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// std "Zm9v\r\nYg==\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// std "Zm9vYg=\n=\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// std "Zm9vY\ng==x": "foob" illegal base64 data at input byte 9 "xfoob" illegal base64 data at input byte 9
//  "foob" unexpected EOF; "foob" unexpected EOF; "foob" unexpected EOF;
// std "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// std "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// std "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// std "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// std "Zh==": "f" <nil> "xf" <nil>
//  "f" <nil>; "f" <nil>; "f" <nil>;
// std "Zm9=": "fo" <nil> "xfo" <nil>
//  "fo" <nil>; "fo" <nil>; "fo" <nil>;
// std "Zh": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "Zm9": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// std "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF;
// std "YQ\n=\r\n=": "a" <nil> "xa" <nil>
//  "a" <nil>; "a" <nil>; "a" <nil>;
// std "YQ=\n": "" illegal base64 data at input byte 4 "x" illegal base64 data at input byte 4
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// std "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// std "AB==\n\nC": "\x00" illegal base64 data at input byte 6 "x\x00" illegal base64 data at input byte 6
//  "\x00" unexpected EOF; "\x00" unexpected EOF; "\x00" unexpected EOF;
// std "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2/aLCdH5A1KUeFsX+bTwN7eHvPi+imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg== 4 0 true <nil> true
// ENQ= 4 0 true <nil> true
// Fbxl 4 0 true <nil> true
// G6RZSg== 8 3 true <nil> true
// IYxMs4A= 8 3 true <nil> true
// JnRAHZ8B 8 3 true <nil> true
// LFwzh719Dw== 12 3 true <nil> true
// MUQn8dv52gM= 12 6 true <nil> true
// NywaW_p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA== 16 6 true <nil> true
// Qv0BLzZrPO_laTM= 16 6 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041_zIBLRw== 20 9 true <nil> true
// U7XcbJHen9zMfidCYOk= 20 9 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 9 true <nil> true
// XoXDQM7VNnpl4XQwlOM-MA== 24 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8= 24 12 true <nil> true
// aVWqFAvMzBj_RMIeyN5vyPcF 24 12 true <nil> true
// bz2dfilHmGZM9mgV4luIE_-U5A== 28 12 true <nil> true
// url "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// url "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "AA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "AAA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// url "AA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "AA==": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// url "AAA=": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// url "AAA==": "\x00\x00" illegal base64 data at input byte 4 "x\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF;
// url "AA==A": "\x00" illegal base64 data at input byte 4 "x\x00" illegal base64 data at input byte 4
//  "\x00" unexpected EOF; "\x00" unexpected EOF; "\x00" unexpected EOF;
// url "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// url "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// url "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF;
// url "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// url "Zm9v\r\nYg==\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// url "Zm9vYg=\n=\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// url "Zm9vY\ng==x": "foob" illegal base64 data at input byte 9 "xfoob" illegal base64 data at input byte 9
//  "foob" unexpected EOF; "foob" unexpected EOF; "foob" unexpected EOF;
// url "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// url "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// url "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar\xf8" <nil> "xfoobarfoobar\xf8" <nil>
//  "foobarfoobar\xf8" <nil>; "foobarfoobar\xf8" <nil>; "foobarfoobar\xf8" <nil>;
// url "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar\xfc" <nil> "xfoobarfoobar\xfc" <nil>
//  "foobarfoobar\xfc" <nil>; "foobarfoobar\xfc" <nil>; "foobarfoobar\xfc" <nil>;
// url "Zh==": "f" <nil> "xf" <nil>
//  "f" <nil>; "f" <nil>; "f" <nil>;
// url "Zm9=": "fo" <nil> "xfo" <nil>
//  "fo" <nil>; "fo" <nil>; "fo" <nil>;
// url "Zh": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "Zm9": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// url "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF;
// url "YQ\n=\r\n=": "a" <nil> "xa" <nil>
//  "a" <nil>; "a" <nil>; "a" <nil>;
// url "YQ=\n": "" illegal base64 data at input byte 4 "x" illegal base64 data at input byte 4
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// url "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// url "AB==\n\nC": "\x00" illegal base64 data at input byte 6 "x\x00" illegal base64 data at input byte 6
//  "\x00" unexpected EOF; "\x00" unexpected EOF; "\x00" unexpected EOF;
// url "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2_aLCdH5A1KUeFsX-bTwN7eHvPi-imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg 2 0 true <nil> true
// ENQ 3 1 true <nil> true
// Fbxl 4 2 true <nil> true
// G6RZSg 6 3 true <nil> true
// IYxMs4A 7 3 true <nil> true
// JnRAHZ8B 8 4 true <nil> true
// LFwzh719Dw 10 5 true <nil> true
// MUQn8dv52gM 11 6 true <nil> true
// NywaW/p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA 14 7 true <nil> true
// Qv0BLzZrPO/laTM 15 8 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041/zIBLRw 18 9 true <nil> true
// U7XcbJHen9zMfidCYOk 19 10 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 11 true <nil> true
// XoXDQM7VNnpl4XQwlOM+MA 22 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8 23 12 true <nil> true
// aVWqFAvMzBj/RMIeyN5vyPcF 24 13 true <nil> true
// bz2dfilHmGZM9mgV4luIE/+U5A 26 14 true <nil> true
// rawstd "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawstd "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstd "AA": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// rawstd "AAA": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// rawstd "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// rawstd "AA=": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "AA==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "AAA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstd "AAA==": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstd "AA==A": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// rawstd "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstd "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstd "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0;
// rawstd "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// rawstd "Zm9v\r\nYg==\n": "foo" illegal base64 data at input byte 8 "xfoo" illegal base64 data at input byte 8
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstd "Zm9vYg=\n=\n": "foo" illegal base64 data at input byte 6 "xfoo" illegal base64 data at input byte 6
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstd "Zm9vY\ng==x": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstd "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// rawstd "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// rawstd "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// rawstd "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// rawstd "Zh==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "Zm9=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstd "Zh": "f" <nil> "xf" <nil>
//  "f" <nil>; "f" <nil>; "f" <nil>;
// rawstd "Zm9": "fo" <nil> "xfo" <nil>
//  "fo" <nil>; "fo" <nil>; "fo" <nil>;
// rawstd "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0;
// rawstd "YQ\n=\r\n=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "YQ=\n": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawstd "AB==\n\nC": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstd "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2/aLCdH5A1KUeFsX+bTwN7eHvPi+imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg 2 0 true <nil> true
// ENQ 3 1 true <nil> true
// Fbxl 4 2 true <nil> true
// G6RZSg 6 3 true <nil> true
// IYxMs4A 7 3 true <nil> true
// JnRAHZ8B 8 4 true <nil> true
// LFwzh719Dw 10 5 true <nil> true
// MUQn8dv52gM 11 6 true <nil> true
// NywaW_p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA 14 7 true <nil> true
// Qv0BLzZrPO_laTM 15 8 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041_zIBLRw 18 9 true <nil> true
// U7XcbJHen9zMfidCYOk 19 10 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 11 true <nil> true
// XoXDQM7VNnpl4XQwlOM-MA 22 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8 23 12 true <nil> true
// aVWqFAvMzBj_RMIeyN5vyPcF 24 13 true <nil> true
// bz2dfilHmGZM9mgV4luIE_-U5A 26 14 true <nil> true
// rawurl "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawurl "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawurl "AA": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// rawurl "AAA": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// rawurl "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// rawurl "AA=": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "AA==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "AAA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawurl "AAA==": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawurl "AA==A": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// rawurl "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawurl "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawurl "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0;
// rawurl "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// rawurl "Zm9v\r\nYg==\n": "foo" illegal base64 data at input byte 8 "xfoo" illegal base64 data at input byte 8
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawurl "Zm9vYg=\n=\n": "foo" illegal base64 data at input byte 6 "xfoo" illegal base64 data at input byte 6
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawurl "Zm9vY\ng==x": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawurl "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// rawurl "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// rawurl "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 18 "xfoobarfoobar" illegal base64 data at input byte 18
//  "foobarfoobar" illegal base64 data at input byte 2; "foobarfoobar" illegal base64 data at input byte 2; "foobarfoobar" illegal base64 data at input byte 18;
// rawurl "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 18 "xfoobarfoobar" illegal base64 data at input byte 18
//  "foobarfoobar" illegal base64 data at input byte 2; "foobarfoobar" illegal base64 data at input byte 2; "foobarfoobar" illegal base64 data at input byte 18;
// rawurl "Zh==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "Zm9=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawurl "Zh": "f" <nil> "xf" <nil>
//  "f" <nil>; "f" <nil>; "f" <nil>;
// rawurl "Zm9": "fo" <nil> "xfo" <nil>
//  "fo" <nil>; "fo" <nil>; "fo" <nil>;
// rawurl "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0;
// rawurl "YQ\n=\r\n=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "YQ=\n": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawurl "AB==\n\nC": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawurl "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2_aLCdH5A1KUeFsX-bTwN7eHvPi-imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg== 4 0 true <nil> true
// ENQ= 4 0 true <nil> true
// Fbxl 4 0 true <nil> true
// G6RZSg== 8 3 true <nil> true
// IYxMs4A= 8 3 true <nil> true
// JnRAHZ8B 8 3 true <nil> true
// LFwzh719Dw== 12 3 true <nil> true
// MUQn8dv52gM= 12 6 true <nil> true
// NywaW/p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA== 16 6 true <nil> true
// Qv0BLzZrPO/laTM= 16 6 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041/zIBLRw== 20 9 true <nil> true
// U7XcbJHen9zMfidCYOk= 20 9 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 9 true <nil> true
// XoXDQM7VNnpl4XQwlOM+MA== 24 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8= 24 12 true <nil> true
// aVWqFAvMzBj/RMIeyN5vyPcF 24 12 true <nil> true
// bz2dfilHmGZM9mgV4luIE/+U5A== 28 12 true <nil> true
// strict "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// strict "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "AA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "AAA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// strict "AA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "AA==": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// strict "AAA=": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// strict "AAA==": "\x00\x00" illegal base64 data at input byte 4 "x\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF; "\x00\x00" unexpected EOF;
// strict "AA==A": "\x00" illegal base64 data at input byte 4 "x\x00" illegal base64 data at input byte 4
//  "\x00" unexpected EOF; "\x00" unexpected EOF; "\x00" unexpected EOF;
// strict "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// strict "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// strict "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF;
// strict "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// strict "Zm9v\r\nYg==\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// strict "Zm9vYg=\n=\n": "foob" <nil> "xfoob" <nil>
//  "foob" <nil>; "foob" <nil>; "foob" <nil>;
// strict "Zm9vY\ng==x": "foob" illegal base64 data at input byte 9 "xfoob" illegal base64 data at input byte 9
//  "foob" unexpected EOF; "foob" unexpected EOF; "foob" unexpected EOF;
// strict "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// strict "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// strict "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// strict "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// strict "Zh==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// strict "Zm9=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// strict "Zh": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "Zm9": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// strict "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF;
// strict "YQ\n=\r\n=": "a" <nil> "xa" <nil>
//  "a" <nil>; "a" <nil>; "a" <nil>;
// strict "YQ=\n": "" illegal base64 data at input byte 4 "x" illegal base64 data at input byte 4
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// strict "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// strict "AB==\n\nC": "" illegal base64 data at input byte 4 "x" illegal base64 data at input byte 4
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// strict "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2/aLCdH5A1KUeFsX+bTwN7eHvPi+imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg** 4 0 true <nil> true
// ENQ* 4 0 true <nil> true
// Fbxl 4 0 true <nil> true
// G6RZSg** 8 3 true <nil> true
// IYxMs4A* 8 3 true <nil> true
// JnRAHZ8B 8 3 true <nil> true
// LFwzh719Dw** 12 3 true <nil> true
// MUQn8dv52gM* 12 6 true <nil> true
// NywaW/p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA** 16 6 true <nil> true
// Qv0BLzZrPO/laTM* 16 6 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041/zIBLRw** 20 9 true <nil> true
// U7XcbJHen9zMfidCYOk* 20 9 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 9 true <nil> true
// XoXDQM7VNnpl4XQwlOM+MA** 24 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8* 24 12 true <nil> true
// aVWqFAvMzBj/RMIeyN5vyPcF 24 12 true <nil> true
// bz2dfilHmGZM9mgV4luIE/+U5A** 28 12 true <nil> true
// star "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// star "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "AA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "AAA": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// star "AA=": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "AA==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// star "AAA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// star "AAA==": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// star "AA==A": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// star "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// star "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// star "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF; "\x00\x00\x00" unexpected EOF;
// star "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// star "Zm9v\r\nYg==\n": "foo" illegal base64 data at input byte 8 "xfoo" illegal base64 data at input byte 8
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// star "Zm9vYg=\n=\n": "foo" illegal base64 data at input byte 6 "xfoo" illegal base64 data at input byte 6
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// star "Zm9vY\ng==x": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// star "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// star "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// star "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// star "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// star "Zh==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// star "Zm9=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// star "Zh": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "Zm9": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "Zg**": "f" <nil> "xf" <nil>
//  "f" <nil>; "f" <nil>; "f" <nil>;
// star "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" unexpected EOF;
// star "YQ\n=\r\n=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// star "YQ=\n": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" unexpected EOF; "" unexpected EOF; "" unexpected EOF;
// star "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// star "AB==\n\nC": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// star "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2/aLCdH5A1KUeFsX+bTwN7eHvPi+imYzV5EeXLqdpSN
//  0 0 true <nil> true
// Cg 2 0 true <nil> true
// ENQ 3 1 true <nil> true
// Fbxl 4 2 true <nil> true
// G6RZSg 6 3 true <nil> true
// IYxMs4A 7 3 true <nil> true
// JnRAHZ8B 8 4 true <nil> true
// LFwzh719Dw 10 5 true <nil> true
// MUQn8dv52gM 11 6 true <nil> true
// NywaW/p0pVJL 12 6 true <nil> true
// PRQOxRjwcaGYuA 14 7 true <nil> true
// Qv0BLzZrPO/laTM 15 8 true <nil> true
// SOX1mVXnCD4yG9pT 16 9 true <nil> true
// Tc3oA3Ni041/zIBLRw 18 9 true <nil> true
// U7XcbJHen9zMfidCYOk 19 10 true <nil> true
// WZ3P1rBZaisYMM45emYl 20 11 true <nil> true
// XoXDQM7VNnpl4XQwlOM+MA 22 12 true <nil> true
// ZG22quxQAcmykxsnrmBXfO8 23 12 true <nil> true
// aVWqFAvMzBj/RMIeyN5vyPcF 24 13 true <nil> true
// bz2dfilHmGZM9mgV4luIE/+U5A 26 14 true <nil> true
// rawstrict "": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawstrict "A": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstrict "AA": "\x00" <nil> "x\x00" <nil>
//  "\x00" <nil>; "\x00" <nil>; "\x00" <nil>;
// rawstrict "AAA": "\x00\x00" <nil> "x\x00\x00" <nil>
//  "\x00\x00" <nil>; "\x00\x00" <nil>; "\x00\x00" <nil>;
// rawstrict "AAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
//  "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>; "\x00\x00\x00" <nil>;
// rawstrict "AA=": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "AA==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "AAA=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstrict "AAA==": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstrict "AA==A": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "A===": "" illegal base64 data at input byte 1 "x" illegal base64 data at input byte 1
//  "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1; "" illegal base64 data at input byte 1;
// rawstrict "=": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstrict "====": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstrict "AAAA=": "\x00\x00\x00" illegal base64 data at input byte 4 "x\x00\x00\x00" illegal base64 data at input byte 4
//  "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00" illegal base64 data at input byte 0;
// rawstrict "Zm9v\nYmFy": "foobar" <nil> "xfoobar" <nil>
//  "foobar" <nil>; "foobar" <nil>; "foobar" <nil>;
// rawstrict "Zm9v\r\nYg==\n": "foo" illegal base64 data at input byte 8 "xfoo" illegal base64 data at input byte 8
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstrict "Zm9vYg=\n=\n": "foo" illegal base64 data at input byte 6 "xfoo" illegal base64 data at input byte 6
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstrict "Zm9vY\ng==x": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 2; "foo" illegal base64 data at input byte 6;
// rawstrict "Zm9v!mFy": "foo" illegal base64 data at input byte 4 "xfoo" illegal base64 data at input byte 4
//  "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 0; "foo" illegal base64 data at input byte 4;
// rawstrict "Zm9vYmF!": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// rawstrict "Zm9vYmFyZm9vYmFy-A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// rawstrict "Zm9vYmFyZm9vYmFy_A==": "foobarfoobar" illegal base64 data at input byte 16 "xfoobarfoobar" illegal base64 data at input byte 16
//  "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 0; "foobarfoobar" illegal base64 data at input byte 16;
// rawstrict "Zh==": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "Zm9=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3; "" illegal base64 data at input byte 3;
// rawstrict "Zh": "" illegal base64 data at input byte 0 "x" illegal base64 data at input byte 0
//  "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0; "" illegal base64 data at input byte 0;
// rawstrict "Zm9": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "Zg**": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "AAAAAAAAAAAAA\n": "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13 "x\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 13
//  "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0; "\x00\x00\x00\x00\x00\x00\x00\x00\x00" illegal base64 data at input byte 0;
// rawstrict "YQ\n=\r\n=": "" illegal base64 data at input byte 3 "x" illegal base64 data at input byte 3
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "YQ=\n": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "\n\n": "" <nil> "x" <nil>
//  "" <nil>; "" <nil>; "" <nil>;
// rawstrict "AB==\n\nC": "" illegal base64 data at input byte 2 "x" illegal base64 data at input byte 2
//  "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2; "" illegal base64 data at input byte 2;
// rawstrict "Zm9vYmF\xff": "foo" illegal base64 data at input byte 7 "xfoo" illegal base64 data at input byte 7
//  "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 3; "foo" illegal base64 data at input byte 7;
// 6360 4770 <nil> 1W1k5iB2/aLCdH5A1KUeFsX+bTwN7eHvPi+imYzV5EeXLqdpSN
//  0 0 true <nil> true
// BI====== 8 0 true <nil> true
// CDKA==== 8 0 true <nil> true
// CW6GK=== 8 0 true <nil> true
// DOSFSSQ= 8 0 true <nil> true
// EGGEZM4A 8 0 true <nil> true
// EZ2EAHM7AE====== 16 0 true <nil> true
// FRODHB55PUHQ==== 16 0 true <nil> true
// GFCCP4O37HNAG=== 16 5 true <nil> true
// G4WBUW72OSSVESY= 16 5 true <nil> true
// HUKA5RIY6BY2DGFY 16 5 true <nil> true
// IL6QCLZWNM6O7ZLJGM====== 24 5 true <nil> true
// std "": "" <nil> "x" <nil>
// std "!!!!": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "x===": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AA=A====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// std "AAA=AAAA": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// std "MMMMMMMMM": "c\x18\xc61\x8c" illegal base32 data at input byte 8 "xc\x18\xc61\x8c" illegal base32 data at input byte 8
// std "MMMMMM": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "A=": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "AA=": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// std "AA==": "" illegal base32 data at input byte 4 "x" illegal base32 data at input byte 4
// std "AA===": "" illegal base32 data at input byte 5 "x" illegal base32 data at input byte 5
// std "AA====": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// std "AA=====": "" illegal base32 data at input byte 7 "x" illegal base32 data at input byte 7
// std "AA======": "\x00" <nil> "x\x00" <nil>
// std "A=======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "A======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "A=====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "A====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "A===": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "A==": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// std "AAA=====": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// std "AAAA====": "\x00\x00" <nil> "x\x00\x00" <nil>
// std "AAAAA===": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
// std "AAAAAA==": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// std "AAAAAAA=": "\x00\x00\x00\x00" <nil> "x\x00\x00\x00\x00" <nil>
// std "AAAAAAAA": "\x00\x00\x00\x00\x00" <nil> "x\x00\x00\x00\x00\x00" <nil>
// std "AAAAAAAA=": "\x00\x00\x00\x00\x00" illegal base32 data at input byte 8 "x\x00\x00\x00\x00\x00" illegal base32 data at input byte 8
// std "AAAAAAAAAA": "\x00\x00\x00\x00\x00" illegal base32 data at input byte 8 "x\x00\x00\x00\x00\x00" illegal base32 data at input byte 8
// std "ON\nSWG===": "sec" <nil> "xsec" <nil>
// std "MFRGG43FMZTW\r\nQ2LK": "abcsefghij" <nil> "xabcsefghij" <nil>
// std "A": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "AAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// std "a\xffAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// 7632 4770 <nil> BNACIYEIZ2TMTBRNPMNKGZWBPF7ZTKJMDKERKOFOTWBNWJJOGV
//  0 0 true <nil> true
// 18====== 8 0 true <nil> true
// 23A0==== 8 0 true <nil> true
// 2MU6A=== 8 0 true <nil> true
// 3EI5IIG= 8 0 true <nil> true
// 4664PCS0 8 0 true <nil> true
// 4PQ407CV04====== 16 0 true <nil> true
// 5HE371TTFK7G==== 16 0 true <nil> true
// 6522FSERV7D06=== 16 5 true <nil> true
// 6SM1KMVQEIIL4IO= 16 5 true <nil> true
// 7KA0TH8OU1OQ365O 16 5 true <nil> true
// 8BUG2BPMDCUEVPB96C====== 24 5 true <nil> true
// hex "": "" <nil> "x" <nil>
// hex "!!!!": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "x===": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AA=A====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// hex "AAA=AAAA": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// hex "MMMMMMMMM": "\xb5\xadkZ\xd6" illegal base32 data at input byte 8 "x\xb5\xadkZ\xd6" illegal base32 data at input byte 8
// hex "MMMMMM": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "A=": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "AA=": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// hex "AA==": "" illegal base32 data at input byte 4 "x" illegal base32 data at input byte 4
// hex "AA===": "" illegal base32 data at input byte 5 "x" illegal base32 data at input byte 5
// hex "AA====": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// hex "AA=====": "" illegal base32 data at input byte 7 "x" illegal base32 data at input byte 7
// hex "AA======": "R" <nil> "xR" <nil>
// hex "A=======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "A======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "A=====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "A====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "A===": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "A==": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// hex "AAA=====": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// hex "AAAA====": "R\x94" <nil> "xR\x94" <nil>
// hex "AAAAA===": "R\x94\xa5" <nil> "xR\x94\xa5" <nil>
// hex "AAAAAA==": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// hex "AAAAAAA=": "R\x94\xa5)" <nil> "xR\x94\xa5)" <nil>
// hex "AAAAAAAA": "R\x94\xa5)J" <nil> "xR\x94\xa5)J" <nil>
// hex "AAAAAAAA=": "R\x94\xa5)J" illegal base32 data at input byte 8 "xR\x94\xa5)J" illegal base32 data at input byte 8
// hex "AAAAAAAAAA": "R\x94\xa5)J" illegal base32 data at input byte 8 "xR\x94\xa5)J" illegal base32 data at input byte 8
// hex "ON\nSWG===": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// hex "MFRGG43FMZTW\r\nQ2LK": "\xb3\xf7\b\x10o" illegal base32 data at input byte 9 "x\xb3\xf7\b\x10o" illegal base32 data at input byte 9
// hex "A": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "AAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// hex "a\xffAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// 7632 4770 <nil> 1D028O48PQJCJ1HDFCDA6PM1F5VPJA9C3A4HAE5EJM1DM99E6L
//  0 0 true <nil> true
// BI 2 0 true <nil> true
// CDKA 4 1 true <nil> true
// CW6GK 5 1 true <nil> true
// DOSFSSQ 7 2 true <nil> true
// EGGEZM4A 8 3 true <nil> true
// EZ2EAHM7AE 10 3 true <nil> true
// FRODHB55PUHQ 12 4 true <nil> true
// GFCCP4O37HNAG 13 5 true <nil> true
// G4WBUW72OSSVESY 15 5 true <nil> true
// HUKA5RIY6BY2DGFY 16 6 true <nil> true
// IL6QCLZWNM6O7ZLJGM 18 6 true <nil> true
// raw "": "" <nil> "x" <nil>
// raw "!!!!": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// raw "x===": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// raw "AA=A====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AAA=AAAA": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// raw "MMMMMMMMM": "c\x18\xc61\x8c" <nil> "xc\x18\xc61\x8c" <nil>
// raw "MMMMMM": "" <nil> "x" <nil>
// raw "A=": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "AA=": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AA==": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AA===": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AA====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AA=====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "AA======": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// raw "A=======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "A======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "A=====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "A====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "A===": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "A==": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// raw "AAA=====": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// raw "AAAA====": "" illegal base32 data at input byte 4 "x" illegal base32 data at input byte 4
// raw "AAAAA===": "" illegal base32 data at input byte 5 "x" illegal base32 data at input byte 5
// raw "AAAAAA==": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// raw "AAAAAAA=": "" illegal base32 data at input byte 7 "x" illegal base32 data at input byte 7
// raw "AAAAAAAA": "\x00\x00\x00\x00\x00" <nil> "x\x00\x00\x00\x00\x00" <nil>
// raw "AAAAAAAA=": "\x00\x00\x00\x00\x00" illegal base32 data at input byte 8 "x\x00\x00\x00\x00\x00" illegal base32 data at input byte 8
// raw "AAAAAAAAAA": "\x00\x00\x00\x00\x00\x00" <nil> "x\x00\x00\x00\x00\x00\x00" <nil>
// raw "ON\nSWG===": "" illegal base32 data at input byte 5 "x" illegal base32 data at input byte 5
// raw "MFRGG43FMZTW\r\nQ2LK": "abcsefghij" <nil> "xabcsefghij" <nil>
// raw "A": "" <nil> "x" <nil>
// raw "AA": "\x00" <nil> "x\x00" <nil>
// raw "AAA": "" <nil> "x" <nil>
// raw "AAAA": "\x00\x00" <nil> "x\x00\x00" <nil>
// raw "AAAAA": "\x00\x00\x00" <nil> "x\x00\x00\x00" <nil>
// raw "AAAAAA": "" <nil> "x" <nil>
// raw "AAAAAAA": "\x00\x00\x00\x00" <nil> "x\x00\x00\x00\x00" <nil>
// raw "a\xffAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// 7632 4 illegal base32 data at input byte 0 BNACIYEIZ2TMTBRNPMNKGZWBPF7ZTKJMDKERKOFOTWBNWJJOGV
//  0 0 true <nil> true
// 18@@@@@@ 8 0 true <nil> true
// 23A0@@@@ 8 0 true <nil> true
// 2MU6A@@@ 8 0 true <nil> true
// 3EI5IIG@ 8 0 true <nil> true
// 4664PCS0 8 0 true <nil> true
// 4PQ407CV04@@@@@@ 16 0 true <nil> true
// 5HE371TTFK7G@@@@ 16 0 true <nil> true
// 6522FSERV7D06@@@ 16 5 true <nil> true
// 6SM1KMVQEIIL4IO@ 16 5 true <nil> true
// 7KA0TH8OU1OQ365O 16 5 true <nil> true
// 8BUG2BPMDCUEVPB96C@@@@@@ 24 5 true <nil> true
// at "": "" <nil> "x" <nil>
// at "!!!!": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "x===": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AA=A====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AAA=AAAA": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// at "MMMMMMMMM": "\xb5\xadkZ\xd6" illegal base32 data at input byte 8 "x\xb5\xadkZ\xd6" illegal base32 data at input byte 8
// at "MMMMMM": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "A=": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "AA=": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AA==": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AA===": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AA====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AA=====": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "AA======": "" illegal base32 data at input byte 2 "x" illegal base32 data at input byte 2
// at "A=======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "A======": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "A=====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "A====": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "A===": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "A==": "" illegal base32 data at input byte 1 "x" illegal base32 data at input byte 1
// at "AAA=====": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// at "AAAA====": "" illegal base32 data at input byte 4 "x" illegal base32 data at input byte 4
// at "AAAAA===": "" illegal base32 data at input byte 5 "x" illegal base32 data at input byte 5
// at "AAAAAA==": "" illegal base32 data at input byte 6 "x" illegal base32 data at input byte 6
// at "AAAAAAA=": "" illegal base32 data at input byte 7 "x" illegal base32 data at input byte 7
// at "AAAAAAAA": "R\x94\xa5)J" <nil> "xR\x94\xa5)J" <nil>
// at "AAAAAAAA=": "R\x94\xa5)J" illegal base32 data at input byte 8 "xR\x94\xa5)J" illegal base32 data at input byte 8
// at "AAAAAAAAAA": "R\x94\xa5)J" illegal base32 data at input byte 8 "xR\x94\xa5)J" illegal base32 data at input byte 8
// at "ON\nSWG===": "" illegal base32 data at input byte 3 "x" illegal base32 data at input byte 3
// at "MFRGG43FMZTW\r\nQ2LK": "\xb3\xf7\b\x10o" illegal base32 data at input byte 9 "x\xb3\xf7\b\x10o" illegal base32 data at input byte 9
// at "A": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "AAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// at "a\xffAAAAAA": "" illegal base32 data at input byte 0 "x" illegal base32 data at input byte 0
// 7632 4770 <nil> 1D028O48PQJCJ1HDFCDA6PM1F5VPJA9C3A4HAE5EJM1DM99E6L
// "" <nil> "" <nil> 0 <nil> ""
// "!" <nil>
// "" encoding/hex: odd length hex string "" unexpected EOF 0 encoding/hex: odd length hex string "0"
// "!" encoding/hex: odd length hex string
// "\x00" <nil> "\x00" <nil> 1 <nil> "\x000"
// "!\x00" <nil>
// "" encoding/hex: invalid byte: U+0067 'g' "" encoding/hex: invalid byte: U+0067 'g' 0 encoding/hex: invalid byte: U+0067 'g' "0g"
// "!" encoding/hex: invalid byte: U+0067 'g'
// "" encoding/hex: invalid byte: U+0067 'g' "" encoding/hex: invalid byte: U+0067 'g' 0 encoding/hex: invalid byte: U+0067 'g' "g0"
// "!" encoding/hex: invalid byte: U+0067 'g'
// "\x00" encoding/hex: invalid byte: U+0067 'g' "\x00" encoding/hex: invalid byte: U+0067 'g' 1 encoding/hex: invalid byte: U+0067 'g' "\x000g"
// "!\x00" encoding/hex: invalid byte: U+0067 'g'
// "\x00\x01\xff" <nil> "\x00\x01\xff" <nil> 3 <nil> "\x00\x01\xff1ff"
// "!\x00\x01\xff" <nil>
// "\x00\x01\xff" encoding/hex: invalid byte: U+000A "\x00\x01\xff" encoding/hex: invalid byte: U+000A 3 encoding/hex: invalid byte: U+000A "\x00\x01\xff1fF\n"
// "!\x00\x01\xff" encoding/hex: invalid byte: U+000A
// "" encoding/hex: invalid byte: U+007A 'z' "" encoding/hex: invalid byte: U+007A 'z' 0 encoding/hex: invalid byte: U+007A 'z' "zd4aa"
// "!" encoding/hex: invalid byte: U+007A 'z'
// "Ԫ" encoding/hex: invalid byte: U+007A 'z' "Ԫ" encoding/hex: invalid byte: U+007A 'z' 2 encoding/hex: invalid byte: U+007A 'z' "Ԫaaz"
// "!Ԫ" encoding/hex: invalid byte: U+007A 'z'
// "01" encoding/hex: odd length hex string "01" unexpected EOF 2 encoding/hex: odd length hex string "01313"
// "!01" encoding/hex: odd length hex string
// "" encoding/hex: invalid byte: U+00E9 'é' "" encoding/hex: invalid byte: U+00E9 'é' 0 encoding/hex: invalid byte: U+00E9 'é' "0\xe9"
// "!" encoding/hex: invalid byte: U+00E9 'é'
// "\xff\xee" encoding/hex: invalid byte: U+006A 'j' "\xff\xee" encoding/hex: invalid byte: U+006A 'j' 2 encoding/hex: invalid byte: U+006A 'j' "\xff\xeeeedj"
// "!\xff\xee" encoding/hex: invalid byte: U+006A 'j'
//  0 0
// 0a 2 0
// 00000000  0a                                                |.|
// 10d4 4 1
// 00000000  10 d4                                             |..|
// 15bc65 6 1
// 00000000  15 bc 65                                          |..e|
// 1ba4594a 8 2
// 00000000  1b a4 59 4a                                       |..YJ|
// 218c4cb380 10 2
// 00000000  21 8c 4c b3 80                                    |!.L..|
// 2674401d9f01 12 3
// 00000000  26 74 40 1d 9f 01                                 |&t@...|
// 2c5c3387bd7d0f 14 3
// 00000000  2c 5c 33 87 bd 7d 0f                              |,\3..}.|
// 314427f1dbf9da03 16 4
// 00000000  31 44 27 f1 db f9 da 03                           |1D'.....|
// 372c1a5bfa74a5524b 18 4
// 00000000  37 2c 1a 5b fa 74 a5 52  4b                       |7,.[.t.RK|
// 3d140ec518f071a198b8 20 5
// 00000000  3d 14 0e c5 18 f0 71 a1  98 b8                    |=.....q...|
// 42fd012f366b3cefe56933 22 5
// 00000000  42 fd 01 2f 36 6b 3c ef  e5 69 33                 |B../6k<..i3|
// 48e5f59955e7083e321bda53 24 6
// 00000000  48 e5 f5 99 55 e7 08 3e  32 1b da 53              |H...U..>2..S|
// 4dcde8037362d38d7fcc804b47 26 6
// 00000000  4d cd e8 03 73 62 d3 8d  7f cc 80 4b 47           |M...sb.....KG|
// 53b5dc6c91de9fdccc7e274260e9 28 7
// 00000000  53 b5 dc 6c 91 de 9f dc  cc 7e 27 42 60 e9        |S..l.....~'B`.|
// 599dcfd6b0596a2b1830ce397a6625 30 7
// 00000000  59 9d cf d6 b0 59 6a 2b  18 30 ce 39 7a 66 25     |Y....Yj+.0.9zf%|
// 5e85c340ced5367a65e1743094e33e30 32 8
// 00000000  5e 85 c3 40 ce d5 36 7a  65 e1 74 30 94 e3 3e 30  |^..@..6ze.t0..>0|
// 646db6aaec5001c9b2931b27ae60577cef 34 8
// 00000000  64 6d b6 aa ec 50 01 c9  b2 93 1b 27 ae 60 57 7c  |dm...P.....'.`W||
// 00000010  ef                                                |.|
// 6955aa140bcccc18ff44c21ec8de6fc8f705 36 9
// 00000000  69 55 aa 14 0b cc cc 18  ff 44 c2 1e c8 de 6f c8  |iU.......D....o.|
// 00000010  f7 05                                             |..|
// 6f3d9d7e294798664cf66815e25b8813ff94e4 38 9
// 00000000  6f 3d 9d 7e 29 47 98 66  4c f6 68 15 e2 5b 88 13  |o=.~)G.fL.h..[..|
// 00000010  ff 94 e4                                          |...|
// 742591e848c363b599a70f0dfcd8a15f0723f85b 40 10
// 00000000  74 25 91 e8 48 c3 63 b5  99 a7 0f 0d fc d8 a1 5f  |t%..H.c........_|
// 00000010  07 23 f8 5b                                       |.#.[|
// 7a0d8452663e2f04e559b6041555b9ab0fb20ca070 42 10
// 00000000  7a 0d 84 52 66 3e 2f 04  e5 59 b6 04 15 55 b9 ab  |z..Rf>/..Y...U..|
// 00000010  0f b2 0c a0 70                                    |....p|
// 80f578bc84bafa53320b5cfb2fd2d2f6184120e6fcae 44 11
// 00000000  80 f5 78 bc 84 ba fa 53  32 0b 5c fb 2f d2 d2 f6  |..x....S2.\./...|
// 00000010  18 41 20 e6 fc ae                                 |.A ...|
// 85dd6b25a335c6a27fbc03f2494feb4220d0342b8774c8 46 11
// 00000000  85 dd 6b 25 a3 35 c6 a2  7f bc 03 f2 49 4f eb 42  |..k%.5......IO.B|
// 00000010  20 d0 34 2b 87 74 c8                              | .4+.t.|
// 8bc65f8fc1b191f1cc6ea9e963cc038e285f4870133ab643 48 12
// 00000000  8b c6 5f 8f c1 b1 91 f1  cc 6e a9 e9 63 cc 03 8e  |.._......n..c...|
// 00000010  28 5f 48 70 13 3a b6 43                           |(_Hp.:.C|
// 90ae52f9df2c5d40191f50e07d491cd930ef5cb59e00a441da 50 12
// 00000000  90 ae 52 f9 df 2c 5d 40  19 1f 50 e0 7d 49 1c d9  |..R..,]@..P.}I..|
// 00000010  30 ef 5c b5 9e 00 a4 41  da                       |0.\....A.|
// 96964663fea8288f65d1f7d797c63525387e70fa2ac6923e27fd 52 13
// 00000000  96 96 46 63 fe a8 28 8f  65 d1 f7 d7 97 c6 35 25  |..Fc..(.e.....5%|
// 00000010  38 7e 70 fa 2a c6 92 3e  27 fd                    |8~p.*..>'.|
// 9c7e39cd1c24f3ddb2829dceb0434e71400d843fb58c7f3c75826f 54 13
// 00000000  9c 7e 39 cd 1c 24 f3 dd  b2 82 9d ce b0 43 4e 71  |.~9..$.......CNq|
// 00000010  40 0d 84 3f b5 8c 7f 3c  75 82 6f                 |@..?...<u.o|
// a1662d373a9fbf2cff3444c6cac066bc489c988541526d39c208a624 56 14
// 00000000  a1 66 2d 37 3a 9f bf 2c  ff 34 44 c6 ca c0 66 bc  |.f-7:..,.4D...f.|
// 00000010  48 9c 98 85 41 52 6d 39  c2 08 a6 24              |H...ARm9...$|
// a74e20a1591b8a7b4ce6ebbde43d7f08502baccacc185b37108edcb7af 58 14
// 00000000  a7 4e 20 a1 59 1b 8a 7b  4c e6 eb bd e4 3d 7f 08  |.N .Y..{L....=..|
// 00000010  50 2b ac ca cc 18 5b 37  10 8e dc b7 af           |P+....[7.....|
// ac36140b779656ca999791b4feba985458bac00f58de49345d131349bdc6 60 15
// 00000000  ac 36 14 0b 77 96 56 ca  99 97 91 b4 fe ba 98 54  |.6..w.V........T|
// 00000010  58 ba c0 0f 58 de 49 34  5d 13 13 49 bd c6        |X...X.I4]..I..|
// b21e087595122119e64938ab1837b09f6149d454e3a43732ab9949dbcbce29 62 15
// 00000000  b2 1e 08 75 95 12 21 19  e6 49 38 ab 18 37 b0 9f  |...u..!..I8..7..|
// 00000010  61 49 d4 54 e3 a4 37 32  ab 99 49 db cb ce 29     |aI.T..72..I...)|
// b806fbdeb48ded6832fadfa232b5c9eb69d8e8996f6a242ff81e806dd9d56108 64 16
// 00000000  b8 06 fb de b4 8d ed 68  32 fa df a2 32 b5 c9 eb  |.......h2...2...|
// 00000010  69 d8 e8 99 6f 6a 24 2f  f8 1e 80 6d d9 d5 61 08  |i...oj$/...m..a.|
// bdeeef48d209b8b77fac85994b32e2377167fcdffb30122d45a4b7ffe7dd9a703e 66 16
// 00000000  bd ee ef 48 d2 09 b8 b7  7f ac 85 99 4b 32 e2 37  |...H........K2.7|
// 00000010  71 67 fc df fb 30 12 2d  45 a4 b7 ff e7 dd 9a 70  |qg...0.-E......p|
// 00000020  3e                                                |>|
// c3d6e2b2f0848406cc5d2c9065affa8379f6102486f6002a9329ed92f5e5d2d8b1a9 68 17
// 00000000  c3 d6 e2 b2 f0 84 84 06  cc 5d 2c 90 65 af fa 83  |.........],.e...|
// 00000010  79 f6 10 24 86 f6 00 2a  93 29 ed 92 f5 e5 d2 d8  |y..$...*.)......|
// 00000020  b1 a9                                             |..|
// c8bed61c0f004f54190fd3877f2c13ce8186246912bcee28e0af242403ed0b40246088 70 17
// 00000000  c8 be d6 1c 0f 00 4f 54  19 0f d3 87 7f 2c 13 ce  |......OT.....,..|
// 00000010  81 86 24 69 12 bc ee 28  e0 af 24 24 03 ed 0b 40  |..$i...(..$$...@|
// 00000020  24 60 88                                          |$`.|
// cea6c9862d7b1aa366c1797f99a92c1a891538ae9d82db252e355ab611f543a896187181 72 18
// 00000000  ce a6 c9 86 2d 7b 1a a3  66 c1 79 7f 99 a9 2c 1a  |....-{..f.y...,.|
// 00000010  89 15 38 ae 9d 82 db 25  2e 35 5a b6 11 f5 43 a8  |..8....%.5Z...C.|
// 00000020  96 18 71 81                                       |..q.|
// d48ebdf04cf7e6f2b2722076b326456691a44cf32948c9237bba91481ffd7c1109cf5be277 74 18
// 00000000  d4 8e bd f0 4c f7 e6 f2  b2 72 20 76 b3 26 45 66  |....L....r v.&Ef|
// 00000010  91 a4 4c f3 29 48 c9 23  7b ba 91 48 1f fd 7c 11  |..L.)H.#{..H..|.|
// 00000020  09 cf 5b e2 77                                    |..[.w|
// d977b05a6a72b141ff24c76dcda35db199336038b40eb720c940c8da2e05b4797c87454288ea 76 19
// 00000000  d9 77 b0 5a 6a 72 b1 41  ff 24 c7 6d cd a3 5d b1  |.w.Zjr.A.$.m..].|
// 00000010  99 33 60 38 b4 0e b7 20  c9 40 c8 da 2e 05 b4 79  |.3`8... .@.....y|
// 00000020  7c 87 45 42 88 ea                                 ||.EB..|
// df5fa4c488ee7d904cd56d64e62076fda2c2747e40d4a51e16c5fe6d3c0dede1ef3e2fa2998cd5 78 19
// 00000000  df 5f a4 c4 88 ee 7d 90  4c d5 6d 64 e6 20 76 fd  |._....}.L.md. v.|
// 00000010  a2 c2 74 7e 40 d4 a5 1e  16 c5 fe 6d 3c 0d ed e1  |..t~@......m<...|
// 00000020  ef 3e 2f a2 99 8c d5                              |.>/....|
// ab01f2
// 00000000  0a 10 d4 15 bc 65 1b a4  59 4a 21 8c 4c b3 80 26  |.....e..YJ!.L..&|
// 00000010  74 40 1d 9f 01 2c 5c 33  87 bd 7d 0f 31 44 27 f1  |t@...,\3..}.1D'.|
// 00000020  db f9 da 03                                       |....|
//  encoding/hex: dumper closed
// 2400 c7f28cdf75c3fdc38b9b6087c4fb3f4ac25452843251e21663
// encoding alphabet is not 64-bytes long
