// k_nucleotide: reads FASTA from standard input, takes the sequence named THREE, and prints the shares of
// its 1- and 2-mers and the counts of five given sequences, all counted with maps keyed by the packed codes.
// Check: byte-equal to compiled Go. The input is fasta's output (n = 2500000 takes about a second); the Benchmarks Game uses 25M.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const letters = "ACGT"

func readThree() []byte {
	in := bufio.NewScanner(os.Stdin)
	var codes []byte
	inside := false
	var codeOf [256]byte
	for i := 0; i < len(letters); i++ {
		codeOf[letters[i]] = byte(i)
		codeOf[letters[i]+'a'-'A'] = byte(i)
	}
	for in.Scan() {
		line := in.Text()
		if len(line) > 0 && line[0] == '>' {
			inside = strings.HasPrefix(line, ">THREE")
			continue
		}
		if inside {
			for i := 0; i < len(line); i++ {
				codes = append(codes, codeOf[line[i]])
			}
		}
	}
	return codes
}

func count(codes []byte, length int) map[int]int {
	counts := make(map[int]int)
	mask := 1<<uint(2*length) - 1
	key := 0
	for i, c := range codes {
		key = (key<<2 | int(c)) & mask
		if i >= length-1 {
			counts[key]++
		}
	}
	return counts
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
	for key, n := range count(codes, length) {
		entries = append(entries, entry{unpack(key, length), n})
		total += n
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
		fmt.Printf("%d\t%s\n", count(codes, len(text))[pack(text)], text)
	}
}
