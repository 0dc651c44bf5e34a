// k_nucleotide, written for speed: the sequence is read in one piece; short keys are counted in an array, long ones in a
// map of pointers, which is searched once for each key instead of twice. Same results as k_nucleotide.go.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

const letters = "ACGT"

func readThree() []byte {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	if at := bytes.Index(data, []byte("\n>THREE")); at >= 0 {
		data = data[at+1:]
	}
	var codeOf [256]byte
	for i := 0; i < len(letters); i++ {
		codeOf[letters[i]] = byte(i)
		codeOf[letters[i]+'a'-'A'] = byte(i)
	}
	data = data[bytes.IndexByte(data, '\n')+1:]
	codes := data[:0]
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		next := end + 1
		if end < 0 {
			end, next = len(data), len(data)
		}
		for _, c := range data[:end] {
			codes = append(codes, codeOf[c])
		}
		data = data[next:]
	}
	return codes
}

// longest is the longest key that an array counts.
const longest = 8

func count(codes []byte, length int) func(key int) int {
	mask := 1<<uint(2*length) - 1
	key := 0
	for _, c := range codes[:length-1] {
		key = key<<2 | int(c)
	}
	if length <= longest {
		counts := make([]uint32, mask+1)
		for _, c := range codes[length-1:] {
			key = (key<<2 | int(c)) & mask
			counts[key]++
		}
		return func(key int) int { return int(counts[key]) }
	}
	counts := make(map[uint64]*uint32)
	for _, c := range codes[length-1:] {
		key = (key<<2 | int(c)) & mask
		if n, ok := counts[uint64(key)]; ok {
			*n++
		} else {
			one := uint32(1)
			counts[uint64(key)] = &one
		}
	}
	return func(key int) int {
		if n, ok := counts[uint64(key)]; ok {
			return int(*n)
		}
		return 0
	}
}

func unpack(key, length int) string {
	text := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		text[i] = letters[key&3]
		key >>= 2
	}
	return string(text)
}

func pack(text string) int {
	key := 0
	for i := 0; i < len(text); i++ {
		key = key<<2 | strings.IndexByte(letters, text[i])
	}
	return key
}

type entry struct {
	text  string
	count int
}

func printShares(codes []byte, length int) {
	var entries []entry
	total := 0
	counts := count(codes, length)
	for key := 0; key < 1<<uint(2*length); key++ {
		if n := counts(key); n > 0 {
			entries = append(entries, entry{unpack(key, length), n})
			total += n
		}
	}
	for i := 1; i < len(entries); i++ {
		e := entries[i]
		j := i
		for j > 0 && (entries[j-1].count < e.count || entries[j-1].count == e.count && entries[j-1].text > e.text) {
			entries[j] = entries[j-1]
			j--
		}
		entries[j] = e
	}
	for _, e := range entries {
		fmt.Printf("%s %.3f\n", e.text, 100*float64(e.count)/float64(total))
	}
	fmt.Println()
}

func main() {
	codes := readThree()
	printShares(codes, 1)
	printShares(codes, 2)
	for _, text := range []string{"GGT", "GGTA", "GGTATT", "GGTATTTTAATT", "GGTATTTTAATTTATAGT"} {
		fmt.Printf("%d\t%s\n", count(codes, len(text))(pack(text)), text)
	}
}
