// io.ReadAll asks for as many bytes as Go's: a reader can see it, and one that loses what comes with an error
// gives as much. Chunks are left early when a sixteenth is free, and the result has the capacity of an append.
package main

import (
	"errors"
	"fmt"
	"io"
)

type counted struct {
	left, most int
	asked      []int
}

func (c *counted) Read(p []byte) (int, error) {
	c.asked = append(c.asked, len(p))
	if c.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), c.left, c.most)
	c.left -= n
	return n, nil
}

// lossy fills chunks, and drops the bytes that come with the end.
type lossy struct{ left int }

func (l *lossy) Read(p []byte) (int, error) {
	if l.left < len(p) {
		return 0, errors.New("too short")
	}
	l.left -= len(p)
	return len(p), nil
}

func main() {
	for _, most := range []int{1 << 30, 700, 100} {
		for _, n := range []int{0, 1, 511, 512, 513, 600, 5810, 10000, 100000} {
			c := &counted{left: n, most: most}
			b, err := io.ReadAll(c)
			fmt.Println(n, most, len(b), cap(b), err, len(c.asked), c.asked[:min(len(c.asked), 16)])
		}
	}
	for _, n := range []int{0, 512, 5810, 500000} {
		b, err := io.ReadAll(&lossy{n})
		fmt.Println(n, len(b), cap(b), err)
	}
}

// Output:
// 0 1073741824 0 512 <nil> 1 [512]
// 1 1073741824 1 512 <nil> 2 [512 511]
// 511 1073741824 511 512 <nil> 2 [512 256]
// 512 1073741824 512 512 <nil> 2 [512 256]
// 513 1073741824 513 576 <nil> 3 [512 256 255]
// 600 1073741824 600 640 <nil> 3 [512 256 168]
// 5810 1073741824 5810 6144 <nil> 8 [512 256 384 576 896 1408 2048 270]
// 10000 1073741824 10000 10240 <nil> 10 [512 256 384 576 896 1408 2048 3072 4864 4016]
// 100000 1073741824 100000 106496 <nil> 15 [512 256 384 576 896 1408 2048 3072 4864 6784 10240 16384 24576 40960 12960]
// 0 700 0 512 <nil> 1 [512]
// 1 700 1 512 <nil> 2 [512 511]
// 511 700 511 512 <nil> 2 [512 256]
// 512 700 512 512 <nil> 2 [512 256]
// 513 700 513 576 <nil> 3 [512 256 255]
// 600 700 600 640 <nil> 3 [512 256 168]
// 5810 700 5810 6144 <nil> 12 [512 256 384 576 896 196 1408 708 2048 1348 648 262]
// 10000 700 10000 10240 <nil> 19 [512 256 384 576 896 196 1408 708 2048 1348 648 3072 2372 1672 972 272]
// 100000 700 100000 106496 <nil> 148 [512 256 384 576 896 196 1408 708 2048 1348 648 3072 2372 1672 972 272]
// 0 100 0 512 <nil> 1 [512]
// 1 100 1 512 <nil> 2 [512 511]
// 511 100 511 512 <nil> 7 [512 412 312 212 112 256 245]
// 512 100 512 512 <nil> 7 [512 412 312 212 112 256 244]
// 513 100 513 576 <nil> 7 [512 412 312 212 112 256 243]
// 600 100 600 640 <nil> 7 [512 412 312 212 112 256 156]
// 5810 100 5810 6144 <nil> 60 [512 412 312 212 112 256 156 56 384 284 184 84 576 476 376 276]
// 10000 100 10000 10240 <nil> 102 [512 412 312 212 112 256 156 56 384 284 184 84 576 476 376 276]
// 100000 100 100000 106496 <nil> 1002 [512 412 312 212 112 256 156 56 384 284 184 84 576 476 376 276]
// 0 0 512 too short
// 512 512 512 too short
// 5810 4032 4096 too short
// 500000 366912 368640 too short
