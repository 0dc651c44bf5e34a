// fasta n: writes three DNA sequences in FASTA form to standard output, 60 columns a line: one repeated,
// two drawn from weighted alphabets by a linear congruential generator.
// Check: byte-equal to compiled Go. Default 8000000; the Benchmarks Game uses 25M.
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

var seed = 42

func random() float64 {
	seed = (seed*ia + ic) % im
	return float64(seed) / im
}

func accumulate(table []weighted) {
	p := 0.0
	for i := range table {
		p += table[i].p
		table[i].p = p
	}
	table[len(table)-1].p = 1
}

func repeat(out *bufio.Writer, s string, n int) {
	line := make([]byte, 0, width+1)
	pos := 0
	for n > 0 {
		k := width
		if n < k {
			k = n
		}
		line = line[:0]
		for i := 0; i < k; i++ {
			line = append(line, s[pos])
			pos++
			if pos == len(s) {
				pos = 0
			}
		}
		line = append(line, '\n')
		out.Write(line)
		n -= k
	}
}

func draw(out *bufio.Writer, table []weighted, n int) {
	line := make([]byte, width+1)
	for n > 0 {
		k := width
		if n < k {
			k = n
		}
		for i := 0; i < k; i++ {
			r := random()
			j := 0
			for table[j].p <= r {
				j++
			}
			line[i] = table[j].letter
		}
		line[k] = '\n'
		out.Write(line[:k+1])
		n -= k
	}
}

func main() {
	n := 8000000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	accumulate(iub)
	accumulate(homoSapiens)
	out.WriteString(">ONE Homo sapiens alu\n")
	repeat(out, alu, 2*n)
	out.WriteString(">TWO IUB ambiguity codes\n")
	draw(out, iub, 3*n)
	out.WriteString(">THREE Homo sapiens frequency\n")
	draw(out, homoSapiens, 5*n)
}
