// fasta n, written for speed: a table tells the letter for each of the generator's states, whole buffers of lines are
// written, and the repeated sequence is copied out of one that is doubled. Same results as fasta.go.
package main

import (
	"bufio"
	"os"
	"strconv"
)

const (
	width = 60
	im    = 139968
	ia    = 3877
	ic    = 29573
)

const alu = "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGG" +
	"GAGGCCGAGGCGGGCGGATCACCTGAGGTCAGGAGTTCGAGA" +
	"CCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAAT" +
	"ACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCA" +
	"GCTACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGG" +
	"AGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCC" +
	"AGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAAA"

type weighted struct {
	letter byte
	p      float64
}

var iub = []weighted{
	{'a', 0.27}, {'c', 0.12}, {'g', 0.12}, {'t', 0.27}, {'B', 0.02}, {'D', 0.02}, {'H', 0.02}, {'K', 0.02},
	{'M', 0.02}, {'N', 0.02}, {'R', 0.02}, {'S', 0.02}, {'V', 0.02}, {'W', 0.02}, {'Y', 0.02},
}

var homoSapiens = []weighted{
	{'a', 0.3029549426680}, {'c', 0.1979883004921}, {'g', 0.1975473066391}, {'t', 0.3015094502008},
}

var seed uint32 = 42

// letters tells the letter for each state of the generator.
func letters(table []weighted) *[im]byte {
	var found [im]byte
	p, j := table[0].p, 0
	for state := range found {
		for j < len(table)-1 && p <= float64(state)/im {
			j++
			p += table[j].p
		}
		found[state] = table[j].letter
	}
	return &found
}

func repeat(out *bufio.Writer, s string, n int) {
	s += s[:width]
	period := len(s) - width
	for pos := 0; n > 0; n -= width {
		k := min(n, width)
		out.WriteString(s[pos : pos+k])
		out.WriteByte('\n')
		pos += k
		if pos >= period {
			pos -= period
		}
	}
}

func draw(out *bufio.Writer, table []weighted, n int) {
	letterOf := letters(table)
	var line [width + 1]byte
	state := seed
	for ; n > 0; n -= width {
		k := min(n, width)
		for i := range line[:k] {
			state = (state*ia + ic) % im
			line[i] = letterOf[state]
		}
		line[k] = '\n'
		out.Write(line[:k+1])
	}
	seed = state
}

func main() {
	n := 8000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	out.WriteString(">ONE Homo sapiens alu\n")
	repeat(out, alu, 2*n)
	out.WriteString(">TWO IUB ambiguity codes\n")
	draw(out, iub, 3*n)
	out.WriteString(">THREE Homo sapiens frequency\n")
	draw(out, homoSapiens, 5*n)
}
