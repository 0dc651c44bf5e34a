// The natives of compress/flate charge by the byte, so that a run ends at its gas while they work.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

func main() {
	var small bytes.Buffer
	w, _ := gzip.NewWriterLevel(&small, 9)
	w.Write(make([]byte, 1<<20))
	w.Close()
	fmt.Println(small.Len() < 5000)
	for {
		r, _ := gzip.NewReader(bytes.NewReader(small.Bytes()))
		io.Copy(io.Discard, r)
	}
}

// Flags: --gas=100000000
// Trap: OutOfGas
// Output:
// true
