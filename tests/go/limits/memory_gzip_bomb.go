// Little data that stand for very much: reading them in parts needs no memory, and reading all of them ends at the limit.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

func main() {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 64 {
		w.Write(zeros)
	}
	w.Close()
	fmt.Println(bomb.Len() < 200_000)
	r, err := gzip.NewReader(bytes.NewReader(bomb.Bytes()))
	n, copyErr := io.Copy(io.Discard, r)
	fmt.Println(n, err, copyErr)
	r.Reset(&bomb)
	all, err := io.ReadAll(r)
	fmt.Println(len(all), err)
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// true
// 67108864 <nil> <nil>
