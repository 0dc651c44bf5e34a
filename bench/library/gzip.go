// gzip n: compresses and decompresses a text of 2 MB n times at the default level. Prints the length and a checksum of
// what comes back (compressors may differ). Check: equal to compiled Go.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
)

func text(size int) []byte {
	words := []string{"the", "ledger", "was", "closed", "at", "noon", "and", "every", "account", "balanced", "to", "a", "cent", "except", "one"}
	var b bytes.Buffer
	state := uint32(1)
	for b.Len() < size {
		state = state*1664525 + 1013904223
		b.WriteString(words[state>>16%uint32(len(words))])
		if state>>28 == 0 {
			fmt.Fprintf(&b, " %d.\n", state>>12)
		} else {
			b.WriteByte(' ')
		}
	}
	return b.Bytes()
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	data := text(2 << 20)
	var back []byte
	for range n {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(data)
		w.Close()
		r, err := gzip.NewReader(&packed)
		if err != nil {
			panic(err)
		}
		if back, err = io.ReadAll(r); err != nil {
			panic(err)
		}
	}
	fmt.Println(len(back), crc32.ChecksumIEEE(back), bytes.Equal(back, data))
}
