// Packages encoding/pem and encoding/ascii85: blocks with and without headers, broken armour, groups and blanks.
package main

import (
	"bytes"
	"encoding/ascii85"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

func show(b *pem.Block, rest []byte) {
	if b == nil {
		fmt.Printf("none, %d left\n", len(rest))
		return
	}
	fmt.Printf("%q %d bytes", b.Type, len(b.Bytes))
	for _, k := range slices.Sorted(maps.Keys(b.Headers)) {
		fmt.Printf(" %q=%q", k, b.Headers[k])
	}
	fmt.Printf(", rest %q\n", rest)
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func blocks() {
	long := make([]byte, 100)
	for i := range long {
		long[i] = byte(i * 7)
	}
	b := &pem.Block{Type: "TEST DATA", Bytes: long, Headers: map[string]string{
		"Zeta": "last", "Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES", "Alpha": "a b"}}
	text := pem.EncodeToMemory(b)
	fmt.Printf("%s", text)
	back, rest := pem.Decode(append([]byte("prose before\n"), append(text, "after\n"...)...))
	show(back, rest)
	fmt.Println(bytes.Equal(back.Bytes, long))
	for n := range 5 {
		fmt.Printf("%q\n", pem.EncodeToMemory(&pem.Block{Type: "", Bytes: long[:n*24]}))
	}
	fmt.Println(pem.EncodeToMemory(&pem.Block{Headers: map[string]string{"a:b": ""}}) == nil)
	fmt.Println(pem.Encode(io.Discard, &pem.Block{Headers: map[string]string{"a:b": ""}}))
	fmt.Println(pem.Encode(&failing{20}, b))
}

func broken() {
	for _, s := range []string{
		"",
		"-----BEGIN A-----",
		"-----BEGIN A-----\n-----END A-----",
		"-----BEGIN A-----\r\nQUJD\r\n-----END A-----\r\nx",
		"-----BEGIN A-----\n Q U\tJ D \n-----END A----- \t\nx",
		"x-----BEGIN A-----\nQUJD\n-----END A-----\n",
		"-----BEGIN A-----\nQUJD\n-----END B-----\n-----BEGIN C-----\nQUJD\n-----END C-----\n",
		"-----BEGIN A-----\nQUJ\n-----END A-----\n-----BEGIN C-----\nQUJD\n-----END C-----\n",
		"-----BEGIN A-----\nK: v\n-----END A-----\n",
		"-----BEGIN A-----\nK: v\n\n-----END A-----\n",
		"-----BEGIN A-----\nK : v : w \nK: x\nQUJD\n-----END A-----\n",
		"-----BEGIN A-----\nQUJD\n-----END A-----trailer\n",
		"-----BEGIN A-----\n-----END A-----K: v\n-----BEGIN C-----\nQUJD\n-----END C-----\n",
		"-----BEGIN A----\nQUJD\n-----END A-----\n",
		"\n-----END A-----\n-----BEGIN A-----\n-----BEGIN B-----\nQUJD\n-----END B-----",
		strings.Repeat("-----BEGIN A-----\n", 2000),
		strings.Repeat("-----BEGIN A-----\n-----END B-----\n", 2000),
	} {
		show(pem.Decode([]byte(s)))
	}
}

func groups() {
	for _, s := range []string{"", "a", "ab", "abc", "abcd", "abcde", "\x00", "\x00\x00\x00\x00", "\x00\x00\x00\x00\x00",
		"\xff\xff\xff\xff", "Man is distinguished"} {
		dst := make([]byte, ascii85.MaxEncodedLen(len(s)))
		dst = dst[:ascii85.Encode(dst, []byte(s))]
		back := make([]byte, len(s)+4)
		n, m, err := ascii85.Decode(back, dst, true)
		fmt.Printf("%q %q %v %d %v\n", s, dst, string(back[:n]) == s, m, err)
	}
	for _, s := range []string{"!", "!!", "~", "zz", "!z", "vvvvv", "uuuuu", " 9 j\nq o ^ B", "9jqo^x", "9jqo^zz9j"} {
		dst := make([]byte, 8)
		n, m, err := ascii85.Decode(dst, []byte(s), false)
		fmt.Printf("%q %q %d %v", s, dst[:n], m, err)
		n, m, err = ascii85.Decode(dst, []byte(s), true)
		fmt.Printf("; %q %d %v", dst[:n], m, err)
		all, err := io.ReadAll(ascii85.NewDecoder(strings.NewReader(s)))
		fmt.Printf("; %q %v\n", all, err)
	}
	n, m, err := ascii85.Decode(make([]byte, 7), []byte("9jqo^BlbD-BleB1"), true)
	fmt.Println(n, m, err, ascii85.MaxEncodedLen(0), ascii85.MaxEncodedLen(9))
}

// slow gives a byte at a time.
type slow struct{ r io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 1)]) }

func streams() {
	var data []byte
	for i := range 5000 {
		data = append(data, byte(i*i>>3))
	}
	var text strings.Builder
	w := ascii85.NewEncoder(&text)
	for i, rest := 0, data; len(rest) > 0; i++ {
		n := min(i%13, len(rest))
		if k, err := w.Write(rest[:n]); k != n || err != nil {
			fmt.Println(k, err)
		}
		rest = rest[n:]
	}
	fmt.Println(w.Close(), text.Len())
	blanks := strings.ReplaceAll(text.String(), "a", " \n a")
	for _, r := range []io.Reader{strings.NewReader(text.String()), slow{strings.NewReader(blanks)}} {
		back, err := io.ReadAll(ascii85.NewDecoder(r))
		fmt.Println(bytes.Equal(back, data), err)
	}
	many := "9j" + strings.Repeat(" ", 5000) + "qo^"
	back, err := io.ReadAll(ascii85.NewDecoder(strings.NewReader(many)))
	fmt.Printf("%q %v\n", back, err)
	w = ascii85.NewEncoder(&failing{3})
	n, err := w.Write(data[:10])
	fmt.Println(n, err, w.Close())
}

func main() {
	blocks()
	broken()
	groups()
	streams()
}

// Output:
// -----BEGIN TEST DATA-----
// Proc-Type: 4,ENCRYPTED
// Alpha: a b
// DEK-Info: AES
// Zeta: last
//
// AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJ
// UFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZ
// oKeutQ==
// -----END TEST DATA-----
// "TEST DATA" 100 bytes "Alpha"="a b" "DEK-Info"="AES" "Proc-Type"="4,ENCRYPTED" "Zeta"="last", rest "after\n"
// true
// "-----BEGIN -----\n-----END -----\n"
// "-----BEGIN -----\nAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qh\n-----END -----\n"
// "-----BEGIN -----\nAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJ\n-----END -----\n"
// "-----BEGIN -----\nAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJ\nUFdeZWxzeoGIj5adpKuyucDHztXc4+rx\n-----END -----\n"
// "-----BEGIN -----\nAAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJ\nUFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZ\n-----END -----\n"
// true
// pem: cannot encode a header key that contains a colon
// full
// none, 0 left
// none, 17 left
// "A" 0 bytes, rest ""
// "A" 3 bytes, rest "x"
// "A" 3 bytes, rest "x"
// none, 40 left
// "C" 3 bytes, rest ""
// "C" 3 bytes, rest ""
// none, 39 left
// "A" 0 bytes "K"="v", rest ""
// "A" 3 bytes "K"="x", rest ""
// none, 46 left
// none, 77 left
// none, 38 left
// "B" 3 bytes, rest ""
// none, 36000 left
// none, 68000 left
// "" "" true 0 <nil>
// "a" "@/" true 2 <nil>
// "ab" "@:B" true 3 <nil>
// "abc" "@:E^" true 4 <nil>
// "abcd" "@:E_W" true 5 <nil>
// "abcde" "@:E_WAH" true 7 <nil>
// "\x00" "!!" true 2 <nil>
// "\x00\x00\x00\x00" "z" true 1 <nil>
// "\x00\x00\x00\x00\x00" "z!!" true 3 <nil>
// "\xff\xff\xff\xff" "s8W-!" true 5 <nil>
// "Man is distinguished" "9jqo^BlbD-BleB1DJ+*+F(f,q" true 25 <nil>
// "!" "" 0 <nil>; "" 0 illegal ascii85 data at input byte 1; "" illegal ascii85 data at input byte 1
// "!!" "" 0 <nil>; "\x00" 2 <nil>; "\x00" <nil>
// "~" "" 0 illegal ascii85 data at input byte 0; "" 0 illegal ascii85 data at input byte 0; "" illegal ascii85 data at input byte 0
// "zz" "\x00\x00\x00\x00\x00\x00\x00\x00" 2 <nil>; "\x00\x00\x00\x00\x00\x00\x00\x00" 2 <nil>; "\x00\x00\x00\x00\x00\x00\x00\x00" <nil>
// "!z" "" 0 illegal ascii85 data at input byte 1; "" 0 illegal ascii85 data at input byte 1; "" illegal ascii85 data at input byte 1
// "vvvvv" "" 0 illegal ascii85 data at input byte 0; "" 0 illegal ascii85 data at input byte 0; "" illegal ascii85 data at input byte 0
// "uuuuu" "\bx\x0e\xc4" 5 <nil>; "\bx\x0e\xc4" 5 <nil>; "\bx\x0e\xc4" <nil>
// " 9 j\nq o ^ B" "Man " 10 <nil>; "" 0 illegal ascii85 data at input byte 12; "Man " illegal ascii85 data at input byte 1
// "9jqo^x" "" 0 illegal ascii85 data at input byte 5; "" 0 illegal ascii85 data at input byte 5; "" illegal ascii85 data at input byte 5
// "9jqo^zz9j" "Man \x00\x00\x00\x00" 6 <nil>; "Man \x00\x00\x00\x00" 6 <nil>; "Man \x00\x00\x00\x00\x00\x00\x00\x00M" <nil>
// 4 5 <nil> 0 15
// <nil> 6250
// true <nil>
// true <nil>
// "Man " <nil>
// 0 full full
