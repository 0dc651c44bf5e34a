// Package index/suffixarray: places of texts, matches of expressions, what is written and read again, hostile indexes.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"index/suffixarray"
	"io"
	"regexp"
	"slices"
	"strings"
)

func places() {
	x := suffixarray.New([]byte("banana bandana"))
	for _, s := range []string{"an", "ana", "ban", "a", "banana bandana", "x", "", "z", " "} {
		all := x.Lookup([]byte(s), -1)
		some := x.Lookup([]byte(s), 2)
		fmt.Println(s, all, len(some), x.Lookup([]byte(s), 0) == nil)
	}
	fmt.Println(string(x.Bytes()), suffixarray.New(nil).Lookup([]byte("a"), -1))
	for _, e := range []string{"an", "ana", "an.", "ban(ana)?", "[bd]an", "", "x", "^ban", "a$", "ana|band", "(?i)BAN", "an+a"} {
		r := regexp.MustCompile(e)
		fmt.Println(e, x.FindAllIndex(r, -1), x.FindAllIndex(r, 1), x.FindAllIndex(r, 2), x.FindAllIndex(r, 0))
	}
}

// generated texts: few letters, repetitions, all bytes.
func texts() map[string][]byte {
	seed := uint32(1)
	random := func(n, letters int) []byte {
		b := make([]byte, n)
		for i := range b {
			seed = seed*1664525 + 1013904223
			b[i] = byte(int(seed>>16) % letters)
		}
		return b
	}
	fib, before := "a", "b"
	for len(fib) < 3000 {
		fib, before = fib+before, fib
	}
	return map[string][]byte{"binary": random(4000, 2), "bytes": random(20000, 256), "same": bytes.Repeat([]byte{'x'}, 3000),
		"fibonacci": []byte(fib), "pairs": []byte(strings.Repeat("ab", 2000)), "falling": {9, 8, 7, 6, 5, 4, 3, 2, 1}, "one": {0}, "none": {}}
}

func orders() {
	all := texts()
	for _, name := range []string{"binary", "bytes", "same", "fibonacci", "pairs", "falling", "one", "none"} {
		b := all[name]
		x := suffixarray.New(b)
		var w bytes.Buffer
		err := x.Write(&w)
		fmt.Println(name, len(b), err, w.Len(), crc32.ChecksumIEEE(w.Bytes()))
		var y suffixarray.Index
		fmt.Println(y.Read(bytes.NewReader(w.Bytes())), bytes.Equal(y.Bytes(), b))
		for _, s := range [][]byte{{0}, {1, 0}, {0, 1, 1}, []byte("ab"), []byte("xxx"), []byte("ba")} {
			got := y.Lookup(s, -1)
			slices.Sort(got)
			want := []int{}
			for i := range b {
				if bytes.HasPrefix(b[i:], s) {
					want = append(want, i)
				}
			}
			if !slices.Equal(got, want) {
				fmt.Println("wrong:", name, s, len(got), len(want))
			}
		}
	}
}

type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func hostile() {
	x := suffixarray.New([]byte("abracadabra"))
	var w bytes.Buffer
	x.Write(&w)
	whole := w.Bytes()
	for _, n := range []int{0, 5, 10, 15, 21, 25, 31, 33, len(whole)} {
		var y suffixarray.Index
		err := y.Read(bytes.NewReader(whole[:n]))
		fmt.Println(n, err, err == io.EOF || err == io.ErrUnexpectedEOF)
	}
	for _, room := range []int{5, 12, 22, 100} {
		fmt.Println(x.Write(&full{room}))
	}
	// A length that the input does not have.
	var y suffixarray.Index
	err := y.Read(strings.NewReader("\xfe\xff\xff\xff\x0f\x00\x00\x00\x00\x00abc"))
	fmt.Println(err)
}

func main() {
	places()
	orders()
	hostile()
}

// Output:
// an [11 3 1 8] 2 true
// ana [11 3 1] 2 true
// ban [0 7] 2 true
// a [13 5 11 3 1 8] 2 true
// banana bandana [0] 1 true
// x [] 0 true
//  [] 0 true
// z [] 0 true
//   [6] 1 true
// banana bandana []
// an [[1 3] [3 5] [8 10] [11 13]] [[11 13]] [[3 5] [11 13]] []
// ana [[1 4] [11 14]] [[11 14]] [[3 6] [11 14]] []
// an. [[1 4] [8 11] [11 14]] [[11 14]] [[3 6] [11 14]] []
// ban(ana)? [[0 6] [7 10]] [[0 6]] [[0 6] [7 10]] []
// [bd]an [[0 3] [7 10] [10 13]] [[0 3]] [[0 3] [7 10]] []
//  [[0 0] [1 1] [2 2] [3 3] [4 4] [5 5] [6 6] [7 7] [8 8] [9 9] [10 10] [11 11] [12 12] [13 13] [14 14]] [[0 0]] [[0 0] [1 1]] []
// x [] [] [] []
// ^ban [[0 3] [7 10]] [[0 3]] [[0 3] [7 10]] []
// a$ [[13 14]] [[13 14]] [[13 14]] []
// ana|band [[1 4] [7 11] [11 14]] [[1 4]] [[1 4] [7 11]] []
// (?i)BAN [[0 3] [7 10]] [[0 3]] [[0 3] [7 10]] []
// an+a [[1 4] [11 14]] [[11 14]] [[3 6] [11 14]] []
// binary 4000 <nil> 11892 1670343413
// <nil> true
// bytes 20000 <nil> 63528 3226200592
// <nil> true
// same 3000 <nil> 8892 3825668347
// <nil> true
// fibonacci 4181 <nil> 12435 3285003610
// <nil> true
// pairs 4000 <nil> 11892 2893062513
// <nil> true
// falling 9 <nil> 38 83694266
// <nil> true
// one 1 <nil> 22 3225057000
// <nil> true
// none 0 <nil> 10 3817498742
// <nil> true
// 0 EOF true
// 5 unexpected EOF true
// 10 EOF true
// 15 unexpected EOF true
// 21 EOF true
// 25 unexpected EOF true
// 31 EOF true
// 33 unexpected EOF true
// 42 <nil> false
// full
// full
// full
// <nil>
// unexpected EOF
