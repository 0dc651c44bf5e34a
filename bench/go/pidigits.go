// Digits of pi, ten a line, by a spigot of integers (Gibbons, 2004) on math/big.
package main

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
	"strconv"
)

// spigot holds the linear transformation (numer, accum; 0, denom), composed of the terms so far.
type spigot struct {
	numer, accum, denom big.Int
	t, u                big.Int
}

func (s *spigot) next(k int64) {
	y := 2*k + 1
	s.t.SetInt64(y)
	s.accum.Add(&s.accum, s.u.Lsh(&s.numer, 1))
	s.accum.Mul(&s.accum, &s.t)
	s.denom.Mul(&s.denom, &s.t)
	s.numer.Mul(&s.numer, s.t.SetInt64(k))
}

// digit is the transformation of n, rounded down.
func (s *spigot) digit(n int64) int64 {
	s.t.Mul(&s.numer, s.t.SetInt64(n))
	s.t.Add(&s.t, &s.accum)
	return s.u.Quo(&s.t, &s.denom).Int64()
}

func (s *spigot) eliminate(d int64) {
	s.accum.Sub(&s.accum, s.t.Mul(&s.denom, s.t.SetInt64(d)))
	ten := s.t.SetInt64(10)
	s.accum.Mul(&s.accum, ten)
	s.numer.Mul(&s.numer, ten)
}

func main() {
	n := 27
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var s spigot
	s.numer.SetInt64(1)
	s.denom.SetInt64(1)
	line := make([]byte, 0, 10)
	for i, k := 0, int64(0); i < n; {
		k++
		s.next(k)
		if s.numer.Cmp(&s.accum) > 0 {
			continue
		}
		d := s.digit(3)
		if d != s.digit(4) {
			continue
		}
		line = append(line, byte('0'+d))
		i++
		if len(line) == 10 || i == n {
			fmt.Fprintf(out, "%-10s\t:%d\n", line, i)
			line = line[:0]
		}
		s.eliminate(d)
	}
}
