// sha256 n: n rounds of the digests of 64 bytes, a kilobyte, and 64 kilobytes: 1024, 64 and 1 of them a round. Prints
// the last. Check: equal to compiled Go.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	data := make([]byte, 64<<10)
	for i := range data {
		data[i] = byte(i * 7)
	}
	var sum [32]byte
	for range n {
		for i := range 1024 {
			data[i&63] = sum[i&31]
			sum = sha256.Sum256(data[:64])
		}
		for i := range 64 {
			data[i] ^= sum[i&31]
			sum = sha256.Sum256(data[:1024])
		}
		h := sha256.New()
		h.Write(data)
		h.Sum(sum[:0])
	}
	fmt.Printf("%x\n", sum)
}
