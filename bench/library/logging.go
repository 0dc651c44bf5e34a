// logging n: n rounds of formatting as programs that log do it: package log with a prefix, Fprintf of numbers, strings,
// quoted strings, structs, slices, maps, errors and pointers to structs. Prints the length and a checksum. Check:
// equal to compiled Go.
package main

import (
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"os"
	"strconv"
	"time"
)

type sink struct {
	size int
	sum  uint32
}

func (s *sink) Write(p []byte) (int, error) {
	s.size += len(p)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, p)
	return len(p), nil
}

type point struct {
	X, Y int
	Name string
}

type level int

func (l level) String() string { return "level-" + strconv.Itoa(int(l)) }

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	out := new(sink)
	logger := log.New(out, "app: ", log.Lmsgprefix)
	wrapped := fmt.Errorf("open %q: %w", "a.txt", io.ErrUnexpectedEOF)
	for i := range n {
		p := point{i, -i, "p"}
		logger.Printf("request %d from %s took %v (%.3f ms)", i, "10.0.0.1", time.Duration(i)*time.Microsecond, float64(i)/7)
		logger.Println("state", i, true, level(i%5), wrapped)
		fmt.Fprintf(out, "%v %+v %#v %T\n", p, &p, p, p)
		fmt.Fprintf(out, "%6d|%-8s|%08.3f|%x|%q|%t\n", i, "name", float64(i)*1.5, i, "quo\"ted", i%2 == 0)
		fmt.Fprintf(out, "%v %v %v\n", []int{i, i + 1, i + 2}, map[string]int{"a": i, "b": 2}, [2]bool{true, false})
		out.Write([]byte(fmt.Sprint("a", 1, 2, "b", 3.5, nil, '\n')))
	}
	fmt.Println(out.size, out.sum)
}
