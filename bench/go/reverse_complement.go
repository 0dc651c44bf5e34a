// reverse_complement: reads FASTA from standard input and writes each sequence reversed and
// complemented, 60 columns a line, to standard output.
// Check: byte-equal to compiled Go. The input is fasta's output: n = 10000000, about 100 MB, is the size of
// the Benchmarks Game; twice that takes compiled Go about a second. A first argument repeats the work in memory that many times (odd).
package main

import (
	"os"
	"strconv"
)

var complement [256]byte

func fillComplement() {
	for i := range complement {
		complement[i] = byte(i)
	}
	const from = "ACGTUMRWSYKVHDBN"
	const to = "TGCAAKYWSRMBDHVN"
	for i := 0; i < len(from); i++ {
		complement[from[i]] = to[i]
		complement[from[i]+'a'-'A'] = to[i]
	}
}

func readAll(f *os.File) []byte {
	buf := make([]byte, 1<<20)
	n := 0
	for {
		if n == len(buf) {
			larger := make([]byte, 2*len(buf))
			copy(larger, buf)
			buf = larger
		}
		k, err := f.Read(buf[n:])
		n += k
		if err != nil {
			return buf[:n]
		}
	}
}

// reverse turns one sequence around in place; line ends keep their places.
func reverse(seq []byte) {
	i, j := 0, len(seq)-1
	for i < j {
		a, b := seq[i], seq[j]
		if a == '\n' {
			i++
			continue
		}
		if b == '\n' {
			j--
			continue
		}
		seq[i], seq[j] = complement[b], complement[a]
		i++
		j--
	}
	if i == j && seq[i] != '\n' {
		seq[i] = complement[seq[i]]
	}
}

func reverseAll(data []byte) {
	for i := 0; i < len(data); {
		for i < len(data) && data[i] != '\n' {
			i++
		}
		start := i
		for i < len(data) && data[i] != '>' {
			i++
		}
		reverse(data[start:i])
	}
}

func main() {
	reps := 1
	if len(os.Args) > 1 {
		reps, _ = strconv.Atoi(os.Args[1])
	}
	fillComplement()
	data := readAll(os.Stdin)
	for r := 0; r < reps; r++ {
		reverseAll(data)
	}
	os.Stdout.Write(data)
}
