// A reader of a pipe whose turn ends while it looks at the pipe does not miss what is written meanwhile.
package main

import (
	"fmt"
	"io"
)

func main() {
	r, w := io.Pipe()
	go func() {
		b := []byte{1}
		for {
			if _, err := w.Write(b); err != nil {
				return
			}
		}
	}()
	b := make([]byte, 1)
	sum, total := 0, 0
	// The work before each read is a little more than before the last, so that turns end everywhere in the read.
	for n := 19_600; n < 20_200; n++ {
		for k := range n {
			sum += k & 1
		}
		got, err := r.Read(b)
		total += got
		if err != nil {
			fmt.Println(n, err)
		}
	}
	r.Close()
	fmt.Println(total, sum)
}

// Output:
// 600 5969700
