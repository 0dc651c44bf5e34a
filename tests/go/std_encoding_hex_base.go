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
				fmt.Printf("%q %v; ", all, err)
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
