// reverse_complement, written for speed: line ends are searched for whole lines at a time instead of asked for at each
// byte. Same results as reverse_complement.go.
package main

import (
	"bytes"
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

// reverse turns one sequence around in place; line ends keep their places. Between the next line ends of both sides
// nothing needs to be looked for.
func reverse(seq []byte) {
	i, j := 0, len(seq)-1
	for i < j {
		if seq[i] == '\n' {
			i++
			continue
		}
		if seq[j] == '\n' {
			j--
			continue
		}
		run := bytes.IndexByte(seq[i:j], '\n')
		if run < 0 {
			run = j - i
		}
		if behind := j - 1 - bytes.LastIndexByte(seq[i:j], '\n') - i; behind < run {
			run = behind + 1
		}
		if half := (j - i + 1) / 2; half < run {
			run = half
		}
		front, back := seq[i:i+run], seq[j-run+1:j+1]
		for k := range front {
			m := len(back) - 1 - k
			front[k], back[m] = complement[back[m]], complement[front[k]]
		}
		i += run
		j -= run
	}
	if i == j && seq[i] != '\n' {
		seq[i] = complement[seq[i]]
	}
}

func reverseAll(data []byte) {
	for i := 0; i < len(data); {
		i += bytes.IndexByte(data[i:], '\n')
		start := i
		if next := bytes.IndexByte(data[i:], '>'); next >= 0 {
			i += next
		} else {
			i = len(data)
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
